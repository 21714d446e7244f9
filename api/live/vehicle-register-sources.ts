import type { LiveSource } from './live-source.ts';

const PORTAL = 'https://opendata.rdw.nl';

/** The data sets that are asked, by what they hold. Named neutrally, as their publisher asks of re-users. */
function source(id: string, portalId: string, title: string): LiveSource & { readonly portalId: string } {
  return {
    id,
    portalId,
    name: `Dutch vehicle register open data: ${title}`,
    publisher: 'Dutch vehicle register (open data portal)',
    licence: 'CC0-1.0',
    licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
    attribution: 'Dutch vehicle register open data, CC0.',
    url: `${PORTAL}/d/${portalId}`,
  };
}

/** Their ids are those of the same data sets in releases. */
export const VEHICLE_REGISTER = {
  vehicles: source('registered-vehicles', 'm9d7-ebf2', 'registered vehicles'),
  fuels: source('vehicle-fuel', '8ys7-d773', 'fuel, emissions and power'),
  recallStatus: source('recall-status', 't49b-isb7', 'recalls of vehicles'),
  recallNotices: source('recall-notices', 'j9yg-7rg9', 'recall notices'),
  recallHazards: source('recall-hazards', '9ihi-jgpf', 'hazards of recalls'),
  reports: source('inspection-reports', 'sgfe-77wx', 'reports of inspecting bodies'),
  defects: source('inspection-defects', 'a34c-vvps', 'defects found at inspections'),
  catalogue: source('defect-catalogue', 'hx2c-gt7k', 'meanings of defect codes'),
} as const;

export type VehicleDataSet = keyof typeof VEHICLE_REGISTER;
