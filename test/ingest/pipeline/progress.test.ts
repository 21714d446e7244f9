import { describe, expect, it } from 'vitest';
import { lineProgress } from '../../../ingest/pipeline/progress-lines.ts';
import { terminalProgress } from '../../../ingest/pipeline/progress-terminal.ts';

describe('JSON lines', () => {
  function reporter() {
    const lines: Record<string, unknown>[] = [];
    const clock = { ms: 0 };
    const progress = lineProgress(
      (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
      () => clock.ms,
    );
    return { lines, clock, progress };
  }

  it('tell the beginning and the end of each step', () => {
    const { lines, progress } = reporter();
    progress.stepStarted('vehicles', 'load');
    progress.stepEnded('vehicles', 'load', 12.5);
    expect(lines).toMatchObject([
      { event: 'step_started', group: 'vehicles', step: 'load' },
      { event: 'step_ended', group: 'vehicles', step: 'load', seconds: 12.5 },
    ]);
  });

  it('tell where a stage is, at most every two seconds, and where it ended', () => {
    const { lines, clock, progress } = reporter();
    const stage = progress.stage('vehicles', 'rows.csv', 1000);
    for (clock.ms = 100; clock.ms <= 5000; clock.ms += 100) stage.at(clock.ms / 10, clock.ms);
    stage.done();
    expect(lines.map((line) => [line.event, line.bytes, line.rows, line.total_bytes])).toEqual([
      ['stage_progress', 200, 2000, 1000],
      ['stage_progress', 400, 4000, 1000],
      ['stage_done', 500, 5000, 1000],
    ]);
    expect(lines[0]?.rows_per_second).toBe(1000);
  });
});

describe('bars on a terminal', () => {
  it('give the terminal back, also when a stage was left open', () => {
    const written: string[] = [];
    const stream = Object.assign(Object.create(process.stderr) as NodeJS.WriteStream, {
      isTTY: true,
      columns: 120,
      write: (text: string) => {
        written.push(text);
        return true;
      },
      cursorTo: () => true,
      clearLine: () => true,
      clearScreenDown: () => true,
      moveCursor: () => true,
    });
    const progress = terminalProgress(stream);
    progress.stepStarted('vehicles', 'load');
    const known = progress.stage('vehicles', 'rows.csv', 2_000_000);
    progress.stage('vehicles', 'fuel.csv').at(5, 1);
    known.at(1_000_000, 5000);
    progress.message('vehicles', 'a message');
    progress.stepEnded('vehicles', 'load', 1.25);
    progress.close();
    const text = written.join('');
    expect(text).toContain('vehicles: load ...');
    expect(text).toContain('1.0 MB of 2.0 MB, 5,000 rows');
    expect(text).toContain('vehicles: a message');
    expect(text).toContain('vehicles: load done in 1.3 s');
    // The cursor is shown again.
    expect(text.lastIndexOf('\x1B[?25h')).toBeGreaterThan(text.lastIndexOf('\x1B[?25l'));
  });
});
