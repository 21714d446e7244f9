/** Ids of the vehicle register's sources, as their releases describe them. */
export const VEHICLE_SOURCES = {
  vehicles: 'rdw-vehicles',
  fuels: 'rdw-fuels',
  recallStatus: 'rdw-recall-status',
  recallNotices: 'rdw-recalls',
  recallHazards: 'rdw-recall-hazards',
  odometerExplanations: 'rdw-odometer-explanations',
} as const;
