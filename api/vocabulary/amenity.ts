import type { Amenity } from '../../db/schema/neighbourhoods-proximity.ts';

/** Amenities in words, as they stand in a sentence: "the distance to a train station". */
export const AMENITY_TEXTS: Readonly<Record<Amenity, string>> = {
  gpPractice: 'a general practitioner',
  pharmacy: 'a pharmacy',
  hospital: 'a hospital',
  supermarket: 'a large supermarket',
  dailyGroceries: 'a shop with daily groceries',
  departmentStore: 'a department store',
  cafe: 'a café',
  restaurant: 'a restaurant',
  daycare: 'a day nursery',
  afterSchoolCare: 'after-school care',
  primarySchool: 'a primary school',
  secondarySchool: 'a secondary school',
  trainStation: 'a train station',
  mainRoadAccess: 'a slip road of a main road',
  library: 'a library',
  swimmingPool: 'an indoor swimming pool',
  cinema: 'a cinema',
  fireStation: 'a fire station',
};
