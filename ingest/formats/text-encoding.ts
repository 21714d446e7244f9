export interface DecodedText {
  readonly text: string;
  readonly encoding: 'utf-8' | 'windows-1252';
}

/**
 * Text of bytes whose encoding nobody states. Bytes that are no UTF-8 are windows-1252, which every older Dutch
 * file is; the reverse test is not possible, since every byte is something there. A byte order mark is left out.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}
