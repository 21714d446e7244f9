import { describe, expect, it } from 'vitest';
import { readConfig } from '../../api/config.ts';
import { trustedProxies } from '../../api/limit-settings.ts';

describe('limits', () => {
  it('are generous unless the operator says otherwise', () => {
    expect(readConfig({}).rateLimits).toEqual({
      perAddress: 3000,
      perKey: 6000,
      notFound: 120,
      payment: 300,
    });
    expect(readConfig({ RATE_LIMIT_PER_MINUTE: '0' }).rateLimits.perAddress).toBe(0);
    expect(() => readConfig({ RATE_LIMIT_PER_MINUTE: '-1' })).toThrow(/RATE_LIMIT_PER_MINUTE is "-1"/);
  });
});

describe('TRUST_PROXY', () => {
  it.each([
    [undefined, []],
    [' ', []],
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.0/8, fd00::/8,loopback', ['10.0.0.0/8', 'fd00::/8', 'loopback']],
  ])('%s', (text, proxies) => {
    expect(trustedProxies(text === undefined ? {} : { TRUST_PROXY: text })).toEqual(proxies);
  });

  it.each([
    'true',
    '1',
    'proxy.example.org',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/8/8',
    '300.0.0.1',
  ])('refuses %s: no caller may choose its own address', (text) => {
    expect(() => trustedProxies({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY names .* Write addresses/);
  });
});
