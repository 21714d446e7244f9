/** Ids of the vehicle register's sources, as their releases describe them. */
export const VEHICLE_SOURCES = {
  vehicles: 'registered-vehicles',
  fuels: 'vehicle-fuel',
  recallStatus: 'recall-status',
  recallNotices: 'recall-notices',
  recallHazards: 'recall-hazards',
  odometerCodes: 'odometer-codes',
} as const;

/** Ids of the sources of the inspections, which are a group of their own. */
export const INSPECTION_SOURCES = {
  reports: 'inspection-reports',
  defects: 'inspection-defects',
  catalogue: 'defect-catalogue',
} as const;
