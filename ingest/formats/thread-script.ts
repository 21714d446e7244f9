import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * Makes the JavaScript of a thread from TypeScript modules. A thread does not inherit the loader that lets Node read
 * TypeScript; to give it one of its own would cost a second thread, 25 MB and a second of time for each.
 * @param main module that exports `run(createMapper)`
 * @param mapper module that exports `createMapper`
 * @returns a script for `new Worker(script, { eval: true })`
 */
export function threadScript(main: URL, mapper: URL): string {
  const path = (module: URL) => JSON.stringify(fileURLToPath(module));
  const built = buildSync({
    stdin: {
      contents: `import { run } from ${path(main)}; import { createMapper } from ${path(mapper)}; run(createMapper);`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    write: false,
    logLevel: 'silent',
  });
  return built.outputFiles[0]?.text ?? '';
}
