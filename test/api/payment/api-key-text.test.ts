import { describe, expect, it } from 'vitest';
import { generateKey, isKey, readAuthorization } from '../../../api/payment/api-key-text.ts';

describe('a new key', () => {
  it('begins with what may be shown of it, and is random in the rest', () => {
    const { key, prefix, hash } = generateKey();
    expect(prefix).toMatch(/^dnl_[A-Za-z0-9]{8}$/);
    expect(key.slice(prefix.length)).toMatch(/^_[A-Za-z0-9]{32}$/);
    expect(hash).not.toContain(key.slice(-8));
    expect(new Set(Array.from({ length: 1000 }, () => generateKey().key)).size).toBe(1000);
  });

  it('is known again by its hash alone', () => {
    const { key, hash } = generateKey();
    expect(isKey(key, hash)).toBe(true);
    expect(isKey(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`, hash)).toBe(false);
    expect(isKey(key, undefined)).toBe(false);
    expect(isKey('', undefined)).toBe(false);
  });
});

describe('the Authorization header', () => {
  const { key, prefix } = generateKey();

  it.each([`Bearer ${key}`, `bearer ${key}`, `BEARER  ${key} `])('holds a key: %s', (header) => {
    expect(readAuthorization(header)).toEqual({ kind: 'key', key, prefix });
  });

  it.each([
    '',
    'Bearer',
    key,
    `Basic ${key}`,
    `Bearer ${prefix}`,
    `Bearer ${key}x`,
    `Bearer ${key} ${key}`,
    `Bearer ${key}, Bearer ${key}`,
    `Bearer ${'x'.repeat(10_000)}`,
    "Bearer dnl_' OR 1=1 --",
  ])('holds none: %s', (header) => {
    expect(readAuthorization(header)).toEqual({ kind: 'malformed' });
  });
});
