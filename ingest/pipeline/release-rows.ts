import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { ReleaseInfo } from '../../db/release.ts';
import { columnProfile, rejection, release, source, sourceFile } from '../../db/schema/release.ts';
import type { FetchedFile, SourceDeclaration } from '../sources/source.ts';
import type { BuildContext } from './load-context.ts';
import type { TableProfile } from './profile.ts';

/** Writes what a release file says about itself, so that it explains itself to whoever opens it. */
export function writeReleaseRows(
  database: Database.Database,
  content: {
    readonly info: ReleaseInfo;
    readonly declarations: readonly SourceDeclaration[];
    readonly files: readonly FetchedFile[];
    readonly context: BuildContext;
    readonly profiles: readonly TableProfile[];
  },
): void {
  const { info, declarations, files, context, profiles } = content;
  drizzle(database).transaction((writer) => {
    writer.insert(release).values(info).run();
    for (const declaration of declarations) {
      writer.insert(source).values(sourceRow(declaration, context)).run();
    }
    for (const { sourceId, url, etag, lastModified, sha256, bytes, retrievedAt } of files) {
      writer
        .insert(sourceFile)
        .values({ sourceId, url, etag, lastModified, sha256, bytes, retrievedAt })
        .run();
    }
    for (const { sourceId, reason, rows, examples } of context.rejections()) {
      writer
        .insert(rejection)
        .values({ sourceId, reason, rows, examples: JSON.stringify(examples) })
        .run();
    }
    for (const { table, rows, nullShares } of profiles) {
      for (const [column, nullShare] of Object.entries(nullShares)) {
        writer.insert(columnProfile).values({ table, column, rows, nullShare }).run();
      }
    }
  });
}

function sourceRow(declaration: SourceDeclaration, context: BuildContext): typeof source.$inferInsert {
  const facts = context.facts(declaration.id);
  return {
    id: declaration.id,
    name: declaration.name,
    publisher: declaration.publisher,
    licence: declaration.licence.id,
    licenceUrl: declaration.licence.url,
    attribution: declaration.attribution,
    url: declaration.homepage,
    edition: facts.edition ?? null,
    dataYear: facts.dataYear ?? null,
    stateDate: facts.stateDate ?? null,
    rejectedRows: context.rejectedRows(declaration.id),
  };
}
