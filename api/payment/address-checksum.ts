import { keccak_256 } from '@noble/hashes/sha3';

/**
 * Whether an account's address is written as EIP-55 has it, which a mistyped one is not: of its letters those are
 * upper case whose digit in the hash of the address is 8 or more. All lower or all upper case carries no checksum.
 * @param address `0x` and 40 hexadecimal digits
 */
export function hasChecksum(address: string): boolean {
  const digits = address.slice(2);
  const hash = Buffer.from(keccak_256(Buffer.from(digits.toLowerCase(), 'latin1'))).toString('hex');
  const expected = [...digits.toLowerCase()]
    .map((digit, place) => (Number.parseInt(hash[place] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit))
    .join('');
  return digits === expected;
}
