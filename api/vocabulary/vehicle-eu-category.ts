/** EU vehicle categories, as in the framework regulations for type approval. */
const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['M1', 'passenger car'],
  ['M2', 'bus up to 5 t'],
  ['M3', 'bus over 5 t'],
  ['N1', 'van or truck up to 3.5 t'],
  ['N2', 'truck over 3.5 t up to 12 t'],
  ['N3', 'truck over 12 t'],
  ['O1', 'trailer up to 0.75 t'],
  ['O2', 'trailer over 0.75 t up to 3.5 t'],
  ['O3', 'trailer over 3.5 t up to 10 t'],
  ['O4', 'trailer over 10 t'],
  ['L1e', 'light two-wheeled vehicle (moped)'],
  ['L2e', 'three-wheeled moped'],
  ['L3e', 'motorcycle'],
  ['L4e', 'motorcycle with sidecar'],
  ['L5e', 'powered tricycle'],
  ['L6e', 'light quadricycle'],
  ['L7e', 'heavy quadricycle'],
]);

const FAMILIES: ReadonlyMap<string, string> = new Map([
  ['T', 'wheeled tractor'],
  ['C', 'tracked tractor'],
  ['R', 'agricultural trailer'],
  ['S', 'towed agricultural equipment'],
]);

/** Sub-categories follow the category: `M1G` is off-road, `L3e-A1` a light motorcycle, `T1b` a fast tractor. */
const CATEGORY = /^(?:([MNO]\d|L\de)|([TCRS])\d)/;

/** English description of an EU category, e.g. `M1`, `L1e`, `T1b`; null where it is absent or not known. */
export function euCategoryText(category: string | null): string | null {
  const [, exact = '', family = ''] = CATEGORY.exec(category ?? '') ?? [];
  return CATEGORIES.get(exact) ?? FAMILIES.get(family) ?? null;
}
