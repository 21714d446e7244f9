/** All 15 kinds of vehicle of the register (`voertuigsoort`), in the order of how many there are. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['Personenauto', 'Passenger car'],
  ['Bedrijfsauto', 'Commercial vehicle'],
  ['Bromfiets', 'Moped'],
  ['Motorfiets', 'Motorcycle'],
  ['Aanhangwagen', 'Trailer'],
  ['Middenasaanhangwagen', 'Centre-axle trailer'],
  ['Land- of bosbouwtrekker', 'Agricultural or forestry tractor'],
  ['Land- of bosb aanhw of getr uitr stuk', 'Agricultural trailer or towed equipment'],
  ['Oplegger', 'Semi-trailer'],
  ['Motorrijtuig met beperkte snelheid', 'Limited-speed motor vehicle'],
  ['Driewielig motorrijtuig', 'Three-wheeled motor vehicle'],
  ['Mobiele machine', 'Mobile machine'],
  ['Bus', 'Bus'],
  ['Autonome aanhangwagen', 'Full (drawbar) trailer'],
  ['Motorfiets met zijspan', 'Motorcycle with sidecar'],
]);

/** Heaviest laden mass of a van; what is above is a truck. */
const VAN_MASS_MAX_KG = 3500;

/**
 * The English kind of a vehicle. The register has one word for vans and trucks: they are told apart by their
 * largest permitted mass, or else by the EU category (N1 is a van, N2 and N3 are trucks).
 * @returns null where the kind is not registered; a kind that is not known comes in lower-case Dutch
 */
export function vehicleType(
  kind: string | null,
  massMaxKg: number | null,
  euCategory: string | null,
): string | null {
  if (kind === null) return null;
  if (kind !== 'Bedrijfsauto') return KINDS.get(kind) ?? kind.toLowerCase();
  if (massMaxKg !== null) return massMaxKg <= VAN_MASS_MAX_KG ? 'Van' : 'Truck';
  if (euCategory === 'N1') return 'Van';
  if (euCategory === 'N2' || euCategory === 'N3') return 'Truck';
  return 'Commercial vehicle';
}
