import type { AddressRow } from '../../db/queries/addresses.ts';
import type { WithdrawnAddressRow } from '../../db/queries/withdrawn-addresses.ts';
import type { AttachedRelease, Snapshot } from '../../db/store.ts';
import { invalidParameters, ProblemError, type ProblemOptions, shown } from '../errors.ts';
import { addressMatches, MOST_MATCHES } from './address-matches.ts';
import { addressLabel } from './address-text.ts';
import type { NotAnAddress } from './free-text.ts';
import { HOME_SOURCES } from './home-sources.ts';
import { isLiveRow } from './live-address-row.ts';

/** The input names no address in service. */
export interface UnknownAddress {
  /** What the register does not have, to follow "The register has ", e.g. `no number 13 in postcode 1012LG`. */
  readonly lacks: string;
  /** Addresses that come near, the nearest first. */
  readonly near: readonly AddressRow[];
  /** The address was in service once. */
  readonly withdrawn: WithdrawnAddressRow | undefined;
}

/** The register has no such address. */
export class AddressUnknown extends ProblemError {
  readonly facts: UnknownAddress;

  constructor(facts: UnknownAddress, options: ProblemOptions) {
    super('address_unknown', options);
    this.facts = facts;
  }
}

/** @param asked who was asked live and does not know it either, e.g. `the geocoder of PDOK` */
export function addressUnknown(snapshot: Snapshot, facts: UnknownAddress, asked?: string): AddressUnknown {
  const { lacks, near, withdrawn } = facts;
  const release = snapshot.releases.addresses;
  // What came of a publisher is not the state of the release.
  const isLocal = release !== undefined && !near.some(isLiveRow);
  const stateDate = isLocal ? registerStateDate(release) : null;
  const matches = addressMatches(snapshot, near);
  const [nearest] = matches;
  return new AddressUnknown(facts, {
    detail: [
      `The register${stateDate === null ? '' : ` as of ${stateDate}`} has ${lacks}.`,
      ...(withdrawn === undefined ? [] : [withdrawnSentence(withdrawn)]),
      ...(asked === undefined
        ? release === undefined
          ? []
          : partSentence(release)
        : [askedSentence(asked, isLocal)]),
    ].join(' '),
    hint:
      nearest === undefined
        ? 'Check the spelling, or give postcode and house_number.'
        : `Check the input, or choose from other_matches. ${nearest.label} is found with ${nearest.query}.`,
    addExample: nearest === undefined,
    members: {
      ...(stateDate === null ? {} : { register_state_date: stateDate }),
      ...(matches.length === 0 ? {} : { other_matches: matches }),
      ...(withdrawn?.withdrawnOn ? { withdrawn_on: withdrawn.withdrawnOn } : {}),
    },
  });
}

function askedSentence(asked: string, isLocal: boolean): string {
  return isLocal
    ? `${asked.replace(/^./, (first) => first.toUpperCase())}, asked just now, does not have it either.`
    : `So says ${asked}, asked just now.`;
}

function withdrawnSentence(row: WithdrawnAddressRow): string {
  const since = row.withdrawnOn === null ? '' : ` since ${row.withdrawnOn}`;
  return `${addressLabel(row)} has been withdrawn${since}.`;
}

/** A caller must not take "not in the part that is loaded" for "not in the register". */
export function partSentence(release: AttachedRelease): string[] {
  if (release.label === 'sample') {
    return ['Only the bundled sample is loaded here, a few dozen addresses.'];
  }
  return release.label === 'partial' ? ['Only a part of the country is loaded here.'] : [];
}

/**
 * The input fits several addresses.
 * @param asked the input in words, e.g. `2594AN 265`
 * @param why completes "<asked> ...": e.g. `exists only with a letter or addition`
 */
export function addressAmbiguous(
  snapshot: Snapshot,
  asked: string,
  why: string,
  rows: readonly AddressRow[],
): ProblemError {
  const matches = addressMatches(snapshot, rows);
  const shownOf = rows.length > MOST_MATCHES ? ` The first ${MOST_MATCHES} are listed.` : '';
  const [first] = matches;
  return new ProblemError('address_ambiguous', {
    detail: `${shown(asked)} ${why}.${shownOf}`,
    hint: `Choose one of other_matches and send its query.${first === undefined ? '' : ` ${first.label} is found with ${first.query}.`}`,
    addExample: false,
    members: { other_matches: matches },
  });
}

/** A street or a postcode without a number. */
export function houseNumberMissing(
  snapshot: Snapshot,
  asked: string,
  rows: readonly AddressRow[],
): ProblemError {
  const matches = addressMatches(snapshot, rows);
  const [first] = matches;
  return new ProblemError('missing_input', {
    detail: `The house number is missing after ${shown(asked)}.`,
    hint:
      first === undefined
        ? 'Add the house number.'
        : `Add the house number. ${first.label} is found with ${first.query}.`,
    addExample: first === undefined,
    members: matches.length === 0 ? {} : { other_matches: matches },
  });
}

/** Neither postcode and house_number, nor q. */
export function inputMissing(given: readonly string[], missing: readonly string[]): ProblemError {
  return new ProblemError('missing_input', {
    detail:
      given.length === 0
        ? 'No address was given.'
        : `${given.join(', ')} was given without ${missing.join(' and ')}.`,
    hint: 'Give postcode and house_number, or the whole address as q.',
  });
}

const NOT_ADDRESS_TEXTS: Readonly<Record<NotAnAddress['what'], { is: string; hint: string }>> = {
  po_box: {
    is: 'a PO box, which is not in the register of addresses',
    hint: 'Give the street address of the building.',
  },
  care_of: {
    is: "the name of whom a letter is for, which is no part of the register's addresses",
    hint: 'Leave the name out: street, number and place are enough.',
  },
  attention: {
    is: "the name of whom a letter is for, which is no part of the register's addresses",
    hint: 'Leave the name out: street, number and place are enough.',
  },
  apartment: {
    is: 'the number of an apartment inside a building, which the register does not know by that word',
    hint: 'Give the house number with the letter or addition of the apartment, as on the door.',
  },
};

/** `q` holds something that is not an address in the register's sense. */
export function notAnAddress(found: NotAnAddress): ProblemError {
  const { is, hint } = NOT_ADDRESS_TEXTS[found.what];
  const refused = invalidParameters([
    { parameter: 'q', given: shown(found.found), accepted: 'street, house number and place' },
  ]);
  return new ProblemError('invalid_parameter', {
    detail: `"${shown(found.found)}" is ${is}.`,
    hint,
    members: refused.members,
  });
}

/** The day whose state of the register is loaded. */
export function registerStateDate(release: AttachedRelease): string | null {
  return release.sources.get(HOME_SOURCES.register)?.stateDate ?? null;
}
