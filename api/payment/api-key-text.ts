import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** Letters and digits only: a double click selects all of a key. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Enough to tell keys apart; not secret. */
const NAME_LENGTH = 8;

/** 32 of 62 characters: 190 random bits. */
const SECRET_LENGTH = 32;

const KEY = /^(?<prefix>dnl_[A-Za-z0-9]{8})_[A-Za-z0-9]{32}$/;

/** Longest header that is looked into. */
const MAX_HEADER_LENGTH = 200;

/** A new key, the part of it that may be shown, and what is kept of it. */
export function generateKey(): { key: string; prefix: string; hash: string } {
  const prefix = `dnl_${randomText(NAME_LENGTH)}`;
  const key = `${prefix}_${randomText(SECRET_LENGTH)}`;
  return { key, prefix, hash: hashOf(key) };
}

/** What an `Authorization` header holds; `malformed` is anything but a bearer's key of ours. */
export function readAuthorization(
  header: string,
): { kind: 'key'; key: string; prefix: string } | { kind: 'malformed' } {
  if (header.length > MAX_HEADER_LENGTH) return { kind: 'malformed' };
  const key = /^bearer +(?<key>\S+) *$/i.exec(header)?.groups?.key ?? '';
  const prefix = KEY.exec(key)?.groups?.prefix;
  return prefix === undefined ? { kind: 'malformed' } : { kind: 'key', key, prefix };
}

const NOBODY = hashOf('');

/**
 * Whether a key is the one of which the hash is kept.
 * @param hash undefined when no key has that prefix: that takes as long as a wrong one
 */
export function isKey(key: string, hash: string | undefined): boolean {
  const given = Buffer.from(hashOf(key));
  const kept = Buffer.from(hash ?? NOBODY);
  return given.length === kept.length && timingSafeEqual(given, kept) && hash !== undefined;
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
