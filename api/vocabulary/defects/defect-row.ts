/**
 * How the English of a defect came about. Nobody publishes one, so that a reader may want to know.
 *
 * - `by_hand`: weighed on its own. The findings of nearly every inspection of a car are among these: tyres, lamps,
 *   brakes, play in joints, corrosion, glass, belts, exhaust, leaks. The publisher counts no codes; the choice is ours.
 * - `by_glossary`: put together from fixed terms, so that one Dutch term is one English term in all chapters
 * - `by_inference`: the publisher cuts its texts off after 60 characters, or wrote one that does not say all; the rest
 *   has been inferred from the code's neighbours
 */
export const DEFECT_TRANSLATIONS = ['by_hand', 'by_glossary', 'by_inference'] as const;

export type DefectTranslation = (typeof DEFECT_TRANSLATIONS)[number];

/** A line of the chapters beside this file. Codes are text: `31` and `031` are two. */
export type DefectRow = readonly [code: string, translated: DefectTranslation, english: string];
