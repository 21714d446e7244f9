import type { SafetyBlock } from '../../schemas/home.ts';

/** Registered crime. No group of data has it yet, so every figure is "not known". */
export function safetySection(): SafetyBlock {
  return {
    year: null,
    per_1000_residents: { total: null },
    national_per_1000_residents: { total: null },
    note: 'The figures on registered crime are not loaded on this service.',
  };
}
