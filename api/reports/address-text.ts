import type { AddressRow } from '../../db/queries/addresses.ts';

/** The parts of a line that names an address. */
export interface LabelParts {
  readonly street: string | null;
  readonly houseNumber: number;
  readonly houseLetter: string | null;
  readonly addition: string | null;
  readonly postcode: string | null;
  readonly town: string | null;
}

/** `Westeringlaan 18A-1, 5993CG Maasbree`, as the register's publisher writes it. */
export function addressLabel(parts: LabelParts): string {
  const addition = parts.addition === null ? '' : `-${parts.addition}`;
  const number = `${parts.houseNumber}${parts.houseLetter ?? ''}${addition}`;
  const street = parts.street === null ? `Number ${number}` : `${parts.street} ${number}`;
  const place = [parts.postcode, parts.town].filter((part) => part !== null).join(' ');
  return place === '' ? street : `${street}, ${place}`;
}

/** Register ids are numbers inside and texts of 16 digits outside. */
export function registerId(id: number): string {
  return String(id).padStart(16, '0');
}

/** `postcode=1015CR&house_number=12&house_letter=A&addition=2` */
export function structuredQuery(row: AddressRow & { postcode: string }): string {
  const query = new URLSearchParams({ postcode: row.postcode, house_number: String(row.houseNumber) });
  if (row.houseLetter !== null) query.set('house_letter', row.houseLetter);
  if (row.addition !== null) query.set('addition', row.addition);
  return query.toString();
}

/** Names one row of the register for certain: object and number designation together. */
export function registerIdQuery(row: AddressRow): string {
  return `q=${registerId(row.objectId)}-${registerId(row.addressId)}`;
}
