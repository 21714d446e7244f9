import { describe, expect, it } from 'vitest';
import { readConfig } from '../../api/config.ts';
import { readPlans } from '../../api/payment/plans.ts';
import { GROUPS } from '../../db/groups.ts';
import { SettingsError } from '../../db/settings.ts';

describe('settings of the server', () => {
  it('have defaults', () => {
    expect(readConfig({})).toEqual({
      dataDir: './data',
      port: 3000,
      host: '0.0.0.0',
      publicBaseUrl: 'http://localhost:3000',
      logLevel: 'info',
      readyGroups: [...GROUPS],
      leftOutGroups: [],
      operatorContact: undefined,
      releasePollMs: 5000,
      sqliteCacheKib: 2048,
      live: expect.objectContaining({ LIVE: 'on' }),
      reportDeadlineMs: 4000,
      vehicleMaxAgeHours: 24,
      prices: {
        homeReport: '0.04',
        vehicleReport: '0.02',
        addressLookup: '0.002',
        addressReverse: '0.002',
        energyLabel: '0.005',
      },
      plans: readPlans({}),
      rateLimits: { perAddress: 3000, perKey: 6000, notFound: 120, payment: 300 },
      trustedProxies: [],
    });
  });

  it('make the public address from the port, and take its last slash off', () => {
    expect(readConfig({ PORT: '8080' }).publicBaseUrl).toBe('http://localhost:8080');
    expect(readConfig({ PUBLIC_BASE_URL: 'https://facts.example.org/nl/' }).publicBaseUrl).toBe(
      'https://facts.example.org/nl',
    );
  });

  it('do not wait for the inspections of vehicles when those are left out', () => {
    const { readyGroups, leftOutGroups } = readConfig({ VEHICLE_HISTORY: 'off' });
    expect(leftOutGroups).toEqual(['inspections']);
    expect(readyGroups).toEqual(GROUPS.filter((group) => group !== 'inspections'));
  });

  it('may require some groups only', () => {
    expect(readConfig({ READY_GROUPS: ' vehicles ,addresses' }).readyGroups).toEqual([
      'vehicles',
      'addresses',
    ]);
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_BASE_URL', 'facts.example.org'],
    ['PUBLIC_BASE_URL', 'https://facts.example.org/?key=1'],
    ['READY_GROUPS', 'cars'],
  ])('refuse %s=%s, naming it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(SettingsError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });
});
