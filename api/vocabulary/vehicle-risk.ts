/** How much a buyer should look into, from little to much. */
export const RISK_LEVELS = ['low', 'medium', 'high'] as const;

export type RiskLevel = (typeof RISK_LEVELS)[number];

export const FLAG_SEVERITIES = ['info', 'medium', 'high'] as const;

export type FlagSeverity = (typeof FLAG_SEVERITIES)[number];

/** Everything that is flagged. */
export const FLAG_CODES = [
  'odometer_illogical',
  'odometer_nap_illogical',
  'odometer_replaced',
  'odometer_rollover',
  'odometer_foreign_or_replated',
  'odometer_too_few_readings',
  'odometer_not_registered',
  'exported',
  'transfer_blocked',
  'not_insured',
  'taxi',
  'recent_owner_change',
  'open_recall',
  'recall_repaired',
  'recall_status_conflict',
  'apk_expired',
  'apk_expiring_soon',
  'apk_exempt',
  'defects_at_last_inspection',
  'recurring_defect',
  'tachograph_tampering',
  'tachograph_workshop_report',
  'history_window_limited',
  'imported',
  'catalogue_value_suspect',
  'source_stale',
  'source_unavailable',
] as const;

export type FlagCode = (typeof FLAG_CODES)[number];
