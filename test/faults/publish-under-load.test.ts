import { existsSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fault, LONG } from './campaign.ts';
import { marksOf } from './load-client.ts';
import { type LoadPlan, publishUnderLoad } from './publish-under-load.ts';

const PLAN: Omit<LoadPlan, 'folder'> = LONG
  ? { rate: 500, quietSeconds: 20, publishes: 20, rollbacks: 5, pauseMs: 1000 }
  : { rate: 250, quietSeconds: 2, publishes: 4, rollbacks: 1, pauseMs: 300 };

// Open files are counted where Linux shows them.
describe.runIf(existsSync('/proc/self/fd'))('publishing under load', () => {
  const folder = temporaryFolder();

  fault(
    `${PLAN.publishes} publishes and ${PLAN.rollbacks} roll backs at ${PLAN.rate} requests/s`,
    async () => {
      const { quiet, publishing, states, handles, memoryMb } = await publishUnderLoad({ folder, ...PLAN });
      const figures = { quiet, publishing, handles: handles.after.length, memoryMb };
      console.log(`publishing under load: ${JSON.stringify(figures)}`);

      expect(publishing.requests).toBeGreaterThan(PLAN.rate);
      expect(publishing.failures).toEqual({});
      expect(publishing.mixed).toEqual([]);
      // Every answer is from a set of releases that there was, and the last of them came to be served.
      expect(states).toEqual(expect.arrayContaining([...publishing.marks]));
      expect(publishing.marks).toContain(states.at(-1));
      expect(new Set(publishing.marks).size).toBeGreaterThan(PLAN.publishes / 2);

      expect(handles.after.filter((file) => file.endsWith('(deleted)'))).toEqual([]);
      expect(handles.after.length).toBe(handles.before.length);
      expect(memoryMb.after - memoryMb.before).toBeLessThan(80);
      // Twice the quiet one; where that is a few milliseconds, what else the machine does weighs more.
      if (LONG) expect(publishing.p99Ms).toBeLessThan(Math.max(25, 2 * quiet.p99Ms));
    },
  );

  fault('an answer that mixes releases would be noticed', () => {
    const answer = (floor: number, households: number) => ({
      building: { year_built: 1903, unit: { floor_area_m2: floor } },
      neighbourhood: {
        people: { residents: 10_050, households },
        housing: { avg_home_value_eur: 305_000 },
      },
    });
    expect(marksOf(answer(103, 4_050))).toBe('3/5');
    expect(marksOf(answer(104, 4_050))).toBe('mixed 3,4/5');
    expect(marksOf(answer(103, 4_060))).toBe('3/mixed 5,6,5');
  });
});
