import { defineConfig } from 'drizzle-kit';

// One database per run: db/generate-migrations.ts sets DATABASE for each in turn.
const name = process.env.DATABASE ?? '';

export default defineConfig({
  dialect: 'sqlite',
  schema:
    name === 'operations'
      ? ['./db/schema/operations.ts']
      : ['./db/schema/release.ts', `./db/schema/${name}.ts`],
  out: `./migrations/${name}`,
});
