import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GROUP_DECLARATIONS } from '../../ingest/sources/index.ts';
import { REJECTION_REASONS } from '../../ingest/sources/rejection-reasons.ts';
import { renderSourcesPage } from '../../ingest/sources-page.ts';
import { YEARS } from './pipeline/years-group.ts';

const SOURCES = GROUP_DECLARATIONS.flatMap((group) => group.sources);

describe('the page about the sources', () => {
  it('tells of each source what it declares', () => {
    const page = renderSourcesPage({
      groups: [YEARS],
      rejectionReasons: { years: ['not two numbers'] },
      disk: { liveability: '3 MB, measured' },
    });
    for (const text of [
      '| [`years`](#years) | liveability | Scored areas by year | A publisher | [CC0-1.0](',
      '## Group liveability',
      '- **Tables**: `liveability_year`',
      '- **Fewest rows of a national release**: `liveability_year` 3',
      '- **Disk, a national release**: 3 MB, measured',
      '- the year 2024',
      '- areas are counted',
      '- **Looked for**: `0 6 1 * *` (cron, Europe/Amsterdam)',
      '- **Rows are rejected for**: “not two numbers”',
      '| `years` | `https://example.org/years.csv` |',
      '| `kind` | `district` |',
    ]) {
      expect(page).toContain(text);
    }
  });

  it('says where nothing was measured', () => {
    const page = renderSourcesPage({ groups: [YEARS], rejectionReasons: {}, disk: {} });
    expect(page).toContain('- **Disk, a national release**: not measured');
  });

  it('names every source of the service', () => {
    const page = renderSourcesPage({
      groups: GROUP_DECLARATIONS,
      rejectionReasons: REJECTION_REASONS,
      disk: {},
    });
    for (const { id, attribution } of SOURCES) {
      expect(page).toContain(`### ${id}\n`);
      expect(page).toContain(attribution);
    }
  });
});

/** The code that refuses rows. */
const CODE = ['ingest/sources', 'db/vehicle-register']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && name !== 'rejection-reasons.ts')
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
  )
  .join('\n');

describe('reasons for rejecting rows', () => {
  const declared = new Set(Object.values(REJECTION_REASONS).flat());

  it('are declared of sources that there are', () => {
    const ids = SOURCES.map(({ id }) => id);
    expect(Object.keys(REJECTION_REASONS).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('all stand in the code', () => {
    const gone = [...declared].filter((reason) => {
      const text = reason.replace('<figure>', '$' + '{name}');
      return !CODE.includes(`'${text}'`) && !CODE.includes(`\`${text}\``);
    });
    expect(gone).toEqual([]);
  });

  it('of the code are all declared', () => {
    // `reject(source, 'reason', ...)`, `refuse('reason', ...)`, and reasons that are chosen or returned before.
    const patterns = [
      /\breject\(\s*(?:[\w.#]+,\s*)?'([^']+)'/g,
      /[rR]efuse\(\s*'([^']+)'/g,
      /const (?:reason|what) =[^;]*?\? '([^']+)'/g,
      /const (?:reason|what) =[^;]*?: '([^']+)'/g,
      /(?:=== undefined|=== null|undefined\)|null\)) return '([^']+ [^']+)'/g,
    ];
    const used = patterns.flatMap((pattern) => [...CODE.matchAll(pattern)].map(([, reason = '']) => reason));
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter((reason) => !declared.has(reason))).toEqual([]);
  });
});
