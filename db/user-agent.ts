/** Who asks, and how to reach the operator: publishers would rather write a mail than block an address. */
export function userAgent(version: string, operatorContact: string | undefined): string {
  const contact = operatorContact === undefined ? '' : ` (+${operatorContact})`;
  return `dutch-address-vehicle-facts/${version}${contact}`;
}
