import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { groupsLeftOut, readSettings, SettingsError, StoreSettings } from '../../db/settings.ts';

const Example = Type.Object({
  PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 3000, description: 'Port to listen on.' }),
  TRUST_PROXY: Type.Boolean({ default: false, description: 'Whether a proxy stands before the service.' }),
  LABEL: Type.Union([Type.Literal('national'), Type.Literal('partial')], {
    default: 'national',
    description: 'One of national, partial.',
  }),
  PAY_TO: Type.Optional(Type.String({ pattern: '^0x[0-9a-f]{40}$', description: 'Address that is paid.' })),
});

const Demanding = Type.Object({
  API_SECRET: Type.String({ minLength: 32, description: 'At least 32 characters.' }),
  REGION: Type.String({ description: 'Where it runs.' }),
  PORT: Type.Integer({ default: 3000, description: 'Port to listen on.' }),
});

function problemOf(schema: Parameters<typeof readSettings>[0], env: NodeJS.ProcessEnv): string {
  try {
    readSettings(schema, env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as SettingsError).message;
  }
  throw new Error('These settings were accepted.');
}

describe('reading settings', () => {
  it('fills in defaults and leaves out what is optional', () => {
    expect(readSettings(Example, {})).toEqual({ PORT: 3000, TRUST_PROXY: false, LABEL: 'national' });
    expect(readSettings(StoreSettings, {})).toEqual({ DATA_DIR: './data', VEHICLE_HISTORY: 'on' });
  });

  it('turns text into numbers and booleans', () => {
    expect(readSettings(Example, { PORT: '8080', TRUST_PROXY: 'true', LABEL: 'partial' })).toEqual({
      PORT: 8080,
      TRUST_PROXY: true,
      LABEL: 'partial',
    });
  });

  it('takes an empty value for one that is not set, as `.env.example` has them', () => {
    expect(readSettings(Example, { PORT: '', PAY_TO: '' })).toMatchObject({ PORT: 3000 });
  });

  it('passes over variables that are not its own', () => {
    expect(readSettings(StoreSettings, { PATH: '/bin', DATA_DIR: '/srv/facts' })).toEqual({
      DATA_DIR: '/srv/facts',
      VEHICLE_HISTORY: 'on',
    });
  });
});

describe('VEHICLE_HISTORY', () => {
  it('leaves a group out when it is off', () => {
    expect(groupsLeftOut(readSettings(StoreSettings, {}))).toEqual([]);
    expect(groupsLeftOut(readSettings(StoreSettings, { VEHICLE_HISTORY: 'off' }))).toEqual(['inspections']);
  });

  it('is on or off and nothing else', () => {
    expect(problemOf(StoreSettings, { VEHICLE_HISTORY: 'no' })).toContain(
      'VEHICLE_HISTORY is "no". on or off',
    );
  });
});

describe('a setting that cannot be used', () => {
  it('is named with what it holds, what is accepted and an example', () => {
    expect(problemOf(Example, { PORT: 'http' })).toBe(
      'These settings cannot be used:\n  PORT is "http". Port to listen on. For example: PORT=3000',
    );
  });

  it('is one line each, however many there are', () => {
    const problem = problemOf(Example, {
      PORT: '70000',
      TRUST_PROXY: 'perhaps',
      LABEL: 'world',
      PAY_TO: '0x1',
    });
    expect(problem.split('\n').slice(1)).toEqual([
      expect.stringContaining('PORT is "70000"'),
      expect.stringContaining('TRUST_PROXY is "perhaps"'),
      expect.stringContaining('LABEL is "world"'),
      expect.stringContaining('PAY_TO is "0x1"'),
    ]);
  });

  it('that is missing is named, also beside another that is missing', () => {
    expect(problemOf(Demanding, {}).split('\n').slice(1)).toEqual([
      '  API_SECRET is not set. At least 32 characters.',
      '  REGION is not set. Where it runs.',
    ]);
  });

  it('that is secret is not shown', () => {
    const problem = problemOf(Demanding, { API_SECRET: 'hunter2', REGION: 'nl' });
    expect(problem).toContain('API_SECRET is set. At least 32 characters.');
    expect(problem).not.toContain('hunter2');
  });
});
