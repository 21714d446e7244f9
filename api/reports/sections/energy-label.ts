import { ENERGY_LABEL_REGISTER, type EnergyLabelRecord } from '../../live/ep-online.ts';
import type { EnergyLabelBlock } from '../../schemas/home-energy-label.ts';
import { energyLabelMethod, energyLabelStatus } from '../../vocabulary/energy-label.ts';
import { registerId } from '../address-text.ts';
import { noteOf, type ReportContext } from './section.ts';

/**
 * The registered energy label of the unit. Labels are asked for with the operator's own key only, since the
 * register's terms forbid passing on large quantities of them.
 * @throws UpstreamUnavailable
 */
export async function energyLabelSection(
  context: Pick<ReportContext, 'address' | 'live' | 'signal' | 'sources' | 'today'>,
): Promise<EnergyLabelBlock> {
  const { address, live, signal, sources, today } = context;
  if (live === undefined) return unknown('Energy labels are asked live, which is off on this service.');
  if (live.energyLabels === undefined) {
    return unknown('The operator of this service has no key of the register of energy labels.');
  }
  if (address.objectId <= 0) return unknown('The register id of this object is not known.');
  const answer = await live.energyLabels.labelsOf(registerId(address.objectId), signal);
  sources.useLive(ENERGY_LABEL_REGISTER, answer, 'energy_label');
  const record = currentLabel(answer.value, today);
  if (record === undefined) return unknown('No energy label is registered for this address.');
  return {
    label: record.energyClass,
    registered_on: record.registeredOn,
    valid_until: record.validUntil,
    status: record.status === null ? null : energyLabelStatus(record.status),
    method: energyLabelMethod(record.calculation, record.survey),
    energy_use: energyUse(record),
    note: noteOf(
      record.energyClass === null && 'The registration gives no class.',
      isExpired(record, today) && 'The label is no longer valid.',
      isOfPlans(record) &&
        'The label is of the plans for the building; none is registered of the building itself.',
      record.isOfReferenceBuilding && 'The label was made for a building like this one, not for this one.',
    ),
  };
}

/**
 * The label that counts, of several that a unit may have: what was surveyed before what was planned, what is valid
 * before what is not, then the newest registration.
 */
export function currentLabel(
  records: readonly EnergyLabelRecord[],
  today: string,
): EnergyLabelRecord | undefined {
  const rank = (record: EnergyLabelRecord) =>
    (isOfPlans(record) ? 2 : 0) + (isExpired(record, today) ? 1 : 0);
  return [...records].sort(
    (left, right) => rank(left) - rank(right) || (left.registeredOn < right.registeredOn ? 1 : -1),
  )[0];
}

function isExpired({ validUntil }: EnergyLabelRecord, today: string): boolean {
  return validUntil !== null && validUntil < today;
}

function isOfPlans({ status }: EnergyLabelRecord): boolean {
  return status !== null && energyLabelStatus(status) === 'permit application';
}

/** Methods of which it is known that their energy use is of the whole unit, in MJ. */
const IN_MEGAJOULES = /^(Nader voorschrift|ISSO[ -]?(75|82))/i;

/** What the same field means depends on the method; of which it is not known, it is left out. */
function energyUse(record: EnergyLabelRecord): EnergyLabelBlock['energy_use'] {
  const { calculation } = record;
  // Only NTA 8800 has an energy demand: it names the method where the register leaves it out.
  const isCurrent = calculation === null ? record.energyDemand !== null : /^NTA[ -]?8800/i.test(calculation);
  return {
    demand_kwh_m2: isCurrent ? record.energyDemand : null,
    primary_fossil_kwh_m2: isCurrent ? record.primaryFossilEnergy : null,
    renewable_share_pct: isCurrent ? record.renewableSharePct : null,
    calculated_kwh_m2: isCurrent ? record.calculatedUse : null,
    calculated_mj: calculation !== null && IN_MEGAJOULES.test(calculation) ? record.calculatedUse : null,
    co2_kg_m2: isCurrent ? record.calculatedCo2 : null,
    energy_index: record.energyIndex,
  };
}

function unknown(note: string): EnergyLabelBlock {
  return {
    label: null,
    registered_on: null,
    valid_until: null,
    status: null,
    method: null,
    energy_use: {
      demand_kwh_m2: null,
      primary_fossil_kwh_m2: null,
      renewable_share_pct: null,
      calculated_kwh_m2: null,
      calculated_mj: null,
      co2_kg_m2: null,
      energy_index: null,
    },
    note,
  };
}
