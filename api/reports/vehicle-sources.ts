/** Ids of the vehicle register's sources, as their releases describe them. */
export const VEHICLE_SOURCES = {
  vehicles: 'registered-vehicles',
  fuels: 'vehicle-fuel',
  recallStatus: 'recall-status',
  recallNotices: 'recall-notices',
  recallHazards: 'recall-hazards',
  odometerCodes: 'odometer-codes',
} as const;
