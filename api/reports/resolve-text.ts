import { addressesByRegisterId } from '../../db/queries/addresses.ts';
import { withdrawnByRegisterId } from '../../db/queries/withdrawn-addresses.ts';
import type { Snapshot } from '../../db/store.ts';
import { addressAmbiguous, addressUnknown, inputMissing, notAnAddress } from './address-problems.ts';
import { registerId } from './address-text.ts';
import { type RegisterIds, readFreeText } from './free-text.ts';
import { pickAddress } from './pick-address.ts';
import { resolveByName } from './resolve-by-name.ts';
import { resolveByPostcode } from './resolve-by-postcode.ts';
import { type Attempt, type ResolvedAddress, resolved } from './resolved-address.ts';

/**
 * Finds the address that free text names.
 * @throws ProblemError as `resolveAddress`
 */
export function resolveText(snapshot: Snapshot, text: string): ResolvedAddress {
  let farthest: Attempt & { kind: 'failed' } = {
    kind: 'failed',
    progress: -1,
    problem: () => inputMissing(['q'], ['a street or a postcode']),
  };
  for (const reading of readFreeText(text)) {
    if (reading.kind === 'register_id') return resolveRegisterIds(snapshot, reading);
    if (reading.kind === 'not_an_address') throw notAnAddress(reading);
    const attempt =
      reading.postcode === null
        ? resolveByName(snapshot, reading)
        : resolveByPostcode(snapshot, reading, reading.postcode);
    if (attempt.kind === 'found') return attempt.found;
    if (attempt.progress > farthest.progress) farthest = attempt;
  }
  throw farthest.problem();
}

/** One id, or two that must belong to one row: `object-designation`, as this service and the public geocoder write it. */
function resolveRegisterIds(snapshot: Snapshot, { ids }: RegisterIds): ResolvedAddress {
  const [first = 0, second] = ids;
  const rows = addressesByRegisterId(snapshot, second ?? first).filter(
    (row) => second === undefined || row.objectId === first,
  );
  // An object with several addresses: its main one.
  const main = rows.filter((row) => row.isMain);
  const candidates = main.length > 0 ? main : rows;
  const [only] = candidates;
  const text = ids.map(registerId).join('-');
  if (only === undefined) {
    throw addressUnknown(snapshot, {
      lacks: `no address in service with id ${text}`,
      near: [],
      withdrawn: withdrawnByRegisterId(snapshot, second ?? first)[0],
    });
  }
  if (candidates.length === 1) return resolved(only, [], rows);
  const picked = pickAddress(candidates, { letter: only.houseLetter ?? '', addition: only.addition ?? '' });
  if (picked.kind === 'one') return resolved(picked.address, picked.duplicates, rows);
  throw addressAmbiguous(snapshot, text, `is the id of ${candidates.length} addresses`, candidates);
}
