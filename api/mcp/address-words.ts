/** Complete arguments of tools that take an address. */
export const ADDRESS_EXAMPLES = [
  { postcode: '1011PN', house_number: 1 },
  { q: 'Amstel 1, Amsterdam' },
] as const;

/** How tools that take an address are called, and how they fail. */
export const ADDRESS_FAILURES =
  'Give postcode with house_number (and house_letter, addition), or q. Fails with address_unknown (with near matches) or address_ambiguous (the query of each of other_matches[] holds the arguments that select it, written as in a URL).';
