import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mirrorPaths } from '../../ingest/pipeline/mirror.ts';

/** A file's content, or a folder: names that end in `.zip` become zip files when the pipeline asks for them. */
export type MirrorContent = string | Buffer | { readonly [name: string]: MirrorContent };

/** Puts what a publisher serves at an address where `--mirror` looks for it. */
export function writeToMirror(mirror: string, url: string, content: MirrorContent): void {
  const [path] = mirrorPaths(mirror, url);
  if (path === undefined) throw new Error(`${url} has no place in a mirror.`);
  write(path, content);
}

/** Puts one more copy of the bundled sample under `mirror`, for tests that change a part of it. */
export function copySample(mirror: string): void {
  cpSync('ingest/sample', mirror, { recursive: true });
}

function write(path: string, content: MirrorContent): void {
  if (typeof content === 'string' || Buffer.isBuffer(content)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return;
  }
  mkdirSync(path, { recursive: true });
  for (const [name, inner] of Object.entries(content)) write(join(path, name), inner);
}
