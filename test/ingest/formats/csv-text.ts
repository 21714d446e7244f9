/** Writes rows as CSV: every field that needs quotes has them, and a doubled quote for each quote inside. */
export function stringify(rows: readonly (readonly string[])[]): string {
  const quoted = (field: string) =>
    // An only field that is empty would be an empty line.
    /[",\r\n]/.test(field) || field === '' ? `"${field.replaceAll('"', '""')}"` : field;
  return rows.map((fields) => `${fields.map(quoted).join(',')}\n`).join('');
}
