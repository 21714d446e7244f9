/**
 * Makes as their owners write them, where title case would be wrong. There are 11,000 makes in the register, so the
 * rest follows a rule: words without a vowel or with a digit stay in capitals (KTM, TVR), others get title case.
 */
const MAKES: ReadonlyMap<string, string> = new Map(
  'AGM AIWAYS AJP AJS AMC BMC BMW BSA BYD CFMOTO DAF DFSK DKW DS EBR ERF FAW FSO GAZ GMC GWM IFA JCB KTM LDV LEVC LML MAN MAXUS MG MINI MZ NSU PGO SAIC SWM SYM TGB TVR UAZ UM VAZ VDL XEV XPENG ZAZ'
    .split(' ')
    .map((make): [string, string] => [make, make]),
);

const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['MCLAREN', 'McLaren'],
  ['DELOREAN', 'DeLorean'],
  ['B.M.W.', 'BMW'],
  ['M.G.', 'MG'],
  ['ROLLS ROYCE', 'Rolls-Royce'],
]);

/**
 * A make for people: `PEUGEOT` -> `Peugeot`, `MERCEDES-BENZ` -> `Mercedes-Benz`, `BMW` -> `BMW`.
 * A make that is not all in capitals is left as it is registered.
 */
export function makeText(make: string | null): string | null {
  if (make === null) return null;
  const name = make.trim().replaceAll(/\s+/g, ' ');
  if (name === '') return null;
  const known = SPELLINGS.get(name) ?? MAKES.get(name);
  if (known !== undefined) return known;
  if (name !== name.toUpperCase()) return name;
  return name.replaceAll(/[^\s/()-]+/g, wordText);
}

function wordText(word: string): string {
  const known = MAKES.get(word) ?? SPELLINGS.get(word);
  if (known !== undefined) return known;
  if (/\d|\./.test(word) || !/[AEIOUYÀ-Ý]/.test(word)) return word;
  return word.charAt(0) + word.slice(1).toLowerCase();
}

/**
 * A trade name without the make in front: `FIAT 500` -> `500`. Type codes (`3*RFN*`) and quotes are left alone.
 * What would be nothing without the make stays as it is.
 */
export function modelText(model: string | null, make: string | null): string | null {
  if (model === null) return null;
  const name = model.trim().replaceAll(/\s+/g, ' ');
  if (name === '') return null;
  const prefix = make?.trim().replaceAll(/\s+/g, ' ') ?? '';
  if (prefix === '' || !name.toUpperCase().startsWith(prefix.toUpperCase())) return name;
  const rest = name.slice(prefix.length);
  // `MINICAB` is not a MINI with the model CAB.
  if (!/^[\s,;:]/.test(rest)) return name;
  const stripped = rest.replace(/^[\s,;:]+/, '');
  return stripped === '' ? name : stripped;
}
