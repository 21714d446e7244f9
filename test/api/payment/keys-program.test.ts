import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runKeysCommand } from '../../../api/payment/keys-program.ts';
import { openKeys } from '../../support/keys.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NOW = '2026-11-27T11:00:00.000Z';

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
});

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}, now = NOW) {
  const out = { stdout: '', stderr: '' };
  const code = runKeysCommand(args, {
    env: { DATA_DIR: dataDir, ...env },
    now: () => new Date(now),
    write: (text) => {
      out.stdout += text;
    },
    writeError: (text) => {
      out.stderr += text;
    },
  });
  return { code, ...out };
}

function create(...args: string[]): { key: string; prefix: string; [name: string]: unknown } {
  const { code, stdout, stderr } = run(['create', '--json', ...args]);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** Makes calls with a key. @returns how each ended */
function call(key: string, times = 1): string[] {
  const keys = openKeys(dataDir);
  const verdicts = Array.from({ length: times }, () => {
    const verdict = keys.begin(`Bearer ${key}`);
    if (verdict.kind === 'granted') verdict.commit();
    return verdict.kind === 'refused' ? verdict.reason : verdict.kind;
  });
  keys.close();
  return verdicts;
}

describe('npm run keys', () => {
  it('makes a key that lets in, and shows it this once', () => {
    const { code, stdout } = run(['create', '--plan', 'starter', '--label', 'Invoice 2026-17']);
    expect(code).toBe(0);
    const [key = '', , ...rest] = stdout.split('\n');
    expect(key).toMatch(/^dnl_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$/);
    expect(rest.join('\n')).toContain('This is the only time that the key is shown.');
    expect(rest.join('\n')).toContain(`${key.slice(0, 12)}: valid, plan starter, Invoice 2026-17`);
    expect(call(key)).toEqual(['granted']);
    for (const args of [['list'], ['list', '--json'], ['usage', key.slice(0, 12)]]) {
      const told = run(args);
      expect(told.code).toBe(0);
      expect(told.stdout).toContain(key.slice(0, 12));
      expect(told.stdout).not.toContain(key);
    }
  });

  it('lets a key expire as its plan has it, or as it is told', () => {
    expect(create()).toMatchObject({ plan: 'trial', remaining: 100, expires_at: '2026-12-27T11:00:00.000Z' });
    expect(create('--days', '2')).toMatchObject({ expires_at: '2026-11-29T11:00:00.000Z' });
    expect(create('--days', 'never')).toMatchObject({ expires_at: null });
    expect(create('--plan', 'pro')).toMatchObject({ included: 25_000, expires_at: null });
  });

  it('lists all keys, oldest first, with their use', () => {
    expect(run(['list']).stdout).toBe('No keys. Make one with: npm run keys -- create --plan trial\n');
    expect(existsSync(join(dataDir, 'operations.sqlite'))).toBe(false);
    const trial = create('--label', 'A trial');
    const starter = create('--plan', 'starter');
    call(trial.key, 3);
    expect(run(['list']).stdout.split('\n')).toEqual([
      `${trial.prefix}  valid  trial    0 of 0 in 2026-11     trial 3 of 100  expires 2026-12-27  A trial`,
      `${starter.prefix}  valid  starter  0 of 1000 in 2026-11  trial 0 of 100  does not expire`,
      '',
    ]);
    const states = (now: string) =>
      JSON.parse(run(['list', '--json'], {}, now).stdout).keys.map(({ state }: { state: string }) => state);
    expect(states('2026-12-27T11:00:00.000Z')).toEqual(['expired', 'valid']);
  });

  it('tells what was called by a key, by month', () => {
    const { key, prefix } = create('--plan', 'starter');
    call(key, 102);
    const { stdout } = run(['usage', prefix]);
    expect(stdout).toContain('Left: 998 calls (2 of 1000 used in 2026-11, trial 100 of 100)');
    expect(stdout.split('\n').slice(-3)).toEqual(['  2026-11  2', '  trial    100', '']);
    expect(JSON.parse(run(['usage', prefix, '--json']).stdout)).toMatchObject({
      prefix,
      remaining: 998,
      usage: [
        { period: '2026-11', calls: 2 },
        { period: 'trial', calls: 100 },
      ],
    });
  });

  it('replaces a key: the old one stops, the calls stay used', () => {
    const old = create('--plan', 'starter');
    call(old.key, 5);
    const fresh = JSON.parse(run(['rotate', old.prefix, '--json']).stdout);
    expect(fresh).toMatchObject({ plan: 'starter', trial_used: 5, rotated_at: NOW });
    expect(fresh.key).not.toBe(old.key);
    expect([call(old.key), call(fresh.key)]).toEqual([['unknown'], ['granted']]);
    expect(run(['usage', old.prefix]).code).toBe(1);
  });

  it('takes a key back, once and for all', () => {
    const { key, prefix } = create();
    expect(run(['revoke', prefix]).stdout).toBe(`${prefix} is revoked since ${NOW}.\n`);
    expect(call(key)).toEqual(['revoked']);
    expect(run(['revoke', prefix], {}, '2026-11-28T11:00:00.000Z').stdout).toContain(NOW);
    expect(run(['rotate', prefix])).toMatchObject({ code: 1, stderr: expect.stringContaining('revoked') });
    expect(run(['list']).stdout).toContain('revoked');
  });

  it('takes all of a key for its first part, without repeating it', () => {
    const { key, prefix } = create();
    expect(run(['revoke', key]).stdout).toContain(prefix);
    const missing = run(['usage', `dnl_Ab12Cd34_${'s'.repeat(32)}`]);
    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no key dnl_Ab12Cd34.'),
    });
    expect(missing.stderr).not.toContain('ssss');
  });

  it('knows the plans of the operator', () => {
    const path = join(dataDir, 'plans.json');
    writeFileSync(
      path,
      '{"partner":{"included_calls_per_month":5,"trial_calls":0,"expires_after_days":null}}',
    );
    const made = run(['create', '--plan', 'partner', '--json'], { PLANS_FILE: path });
    expect(JSON.parse(made.stdout)).toMatchObject({ plan: 'partner', included: 5 });
    expect(run(['create', '--plan', 'starter'], { PLANS_FILE: path }).stderr).toBe(
      'There is no plan "starter". The plans are: partner.\n',
    );
    // The plan is gone, the key is not.
    expect(run(['list']).stdout).toContain('plan_unknown');
  });

  it.each([
    [['create', '--plan', 'gold'], 2, /no plan "gold"/],
    [['create', '--days', '0'], 2, /at least 1/],
    [['create', '--label', 'x'.repeat(101)], 2, /at most 100/],
    [['create', '--label', 'a\u001b[31m'], 2, /on one line/],
    [['usage'], 2, /prefix/],
    [['sell'], 2, /unknown command/],
    [['usage', 'dnl_Ab12Cd34'], 1, /There is no key/],
  ] as const)('refuses %j', (args, code, message) => {
    const refused = run(args);
    expect(refused.code).toBe(code);
    expect(refused.stderr).toMatch(message);
    expect(refused.stdout).toBe('');
  });

  it.each([[['--help']], [['create', '--help']]])('explains itself: %j', (args) => {
    const { code, stdout } = run(args);
    expect(code).toBe(0);
    expect(stdout).toContain('Exit codes: 0 all good');
  });
});
