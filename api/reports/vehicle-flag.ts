import type { FlagCode, FlagSeverity } from '../vocabulary/vehicle-risk.ts';

/** Something that a buyer should know, with what it rests on. */
export interface RiskFlag {
  readonly code: FlagCode;
  readonly severity: FlagSeverity;
  /** One English sentence. */
  readonly message: string;
  /** The register's own value; null where the evidence is that there is none. */
  readonly evidence: { readonly dataset: string; readonly field: string; readonly value: string | null };
}
