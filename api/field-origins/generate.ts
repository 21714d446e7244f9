import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderFieldTable } from './table.ts';

/**
 * Writes `docs/fields.md` from the schemas and the origins of their fields.
 * Usage: `npm run docs:generate`; CI runs it and fails when that changes the file.
 */
writeFileSync(fileURLToPath(new URL('../../docs/fields.md', import.meta.url)), renderFieldTable());
