import { formatPlate, normalisePlate } from '../../db/plate.ts';
import { existingPlates } from '../../db/queries/vehicle-plates.ts';
import type { Snapshot } from '../../db/store.ts';
import { ProblemError, shown } from '../errors.ts';
import { VEHICLE_SOURCES } from './vehicle-sources.ts';

/**
 * Reads a plate as a person writes it.
 * @returns six characters, upper case, without dashes
 * @throws ProblemError `licence_plate_invalid`
 */
export function readPlate(input: string): string {
  const plate = normalisePlate(input);
  if (plate !== undefined) return plate;
  const accepted = '6 letters and digits, at least one of each, with or without dashes';
  throw new ProblemError('licence_plate_invalid', {
    detail: `"${shown(input)}" is not a Dutch licence plate.`,
    hint: `Write the plate as ${accepted}.`,
    members: { errors: [{ parameter: 'licence_plate', given: shown(input), accepted }] },
  });
}

/**
 * The error for a plate that the register does not have, with plates that are held and are read as easily.
 * @param asked `askedOn`: the day on which the register itself was asked. `leftSince`: the day of the last state that
 *   still had the plate. Neither where the releases decide
 */
export function unknownPlate(
  snapshot: Snapshot,
  plate: string,
  asked: { readonly askedOn?: string; readonly leftSince?: string } = {},
): ProblemError {
  const similar = snapshot.releases.vehicles === undefined ? [] : existingPlates(snapshot, lookAlikes(plate));
  const stateDate = asked.askedOn ?? stateDateOf(snapshot);
  const hint =
    similar.length > 0
      ? `Check O and 0, I and 1. Did you mean ${similar.map(formatPlate).join(' or ')}?`
      : 'Check the plate, O and 0 and I and 1 above all.';
  return new ProblemError('licence_plate_unknown', {
    detail: `${missingText(plate, stateDate, asked)} ${scopeText(snapshot, asked)}`,
    hint,
    members: {
      ...(stateDate === null ? {} : { register_state_date: stateDate }),
      ...(similar.length > 0 ? { similar } : {}),
    },
  });
}

function stateDateOf(snapshot: Snapshot): string | null {
  return snapshot.releases.vehicles?.sources.get(VEHICLE_SOURCES.vehicles)?.stateDate ?? null;
}

function missingText(
  plate: string,
  stateDate: string | null,
  { leftSince }: { readonly leftSince?: string },
): string {
  const written = formatPlate(plate);
  if (leftSince !== undefined) {
    return `The register no longer has the vehicle with the plate ${written}, which it had on ${leftSince}.`;
  }
  const when = stateDate === null ? '' : ` as of ${stateDate}`;
  return `The register has no vehicle with the plate ${written}${when}.`;
}

/** What may have happened to the vehicle; or that only a part is loaded, where that decides. */
function scopeText(
  snapshot: Snapshot,
  { askedOn, leftSince }: { askedOn?: string; leftSince?: string },
): string {
  const label = snapshot.releases.vehicles?.label;
  if (askedOn === undefined && leftSince === undefined && label !== 'national') {
    return `Only ${label === 'sample' ? 'the bundled sample' : 'a part'} of the register is loaded here.`;
  }
  return 'Scrapped vehicles leave the register, exported ones may after a while, and a new one appears some days after its registration.';
}

const TWINS: Readonly<Record<string, string>> = { O: '0', '0': 'O', I: '1', '1': 'I' };

/**
 * Every other well-formed plate that the same glance could have read: O for 0, I for 1 and the reverse. They are only
 * offered, never put in place of what was asked, since both may exist.
 */
export function lookAlikes(plate: string): string[] {
  let readings = [''];
  for (const character of plate) {
    const twin = TWINS[character];
    readings = readings.flatMap((start) =>
      twin === undefined ? [start + character] : [start + character, start + twin],
    );
  }
  return readings.filter((reading) => reading !== plate && normalisePlate(reading) !== undefined);
}
