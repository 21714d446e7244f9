import { spawnSync } from 'node:child_process';
import { GROUPS } from './groups.ts';

/**
 * Generates the SQL migrations of every database from the Drizzle schema.
 * Usage: `npm run migrations:generate`; CI runs it and fails when that changes a file.
 */
for (const database of [...GROUPS, 'operations']) {
  console.log(`${database}:`);
  const result = spawnSync(
    'npx',
    ['drizzle-kit', 'generate', '--name', 'tables', '--config', 'db/drizzle.config.ts'],
    {
      env: { ...process.env, DATABASE: database },
      stdio: 'inherit',
    },
  );
  if (result.status !== 0) process.exitCode = 1;
}
