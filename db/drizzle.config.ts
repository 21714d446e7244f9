import { readdirSync } from 'node:fs';
import { defineConfig } from 'drizzle-kit';

// One database per run: db/generate-migrations.ts sets DATABASE for each in turn.
const name = process.env.DATABASE ?? '';

/** `<database>.ts`, and `<database>-<subject>.ts` of those with many tables. */
const own = readdirSync('db/schema').filter((file) => file === `${name}.ts` || file.startsWith(`${name}-`));
const shared = name === 'operations' ? [] : ['release.ts', 'release-quality.ts'];

export default defineConfig({
  dialect: 'sqlite',
  schema: [...shared, ...own].map((file) => `./db/schema/${file}`),
  out: `./migrations/${name}`,
});
