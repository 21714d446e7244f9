import { HOME_SOURCES } from '../../api/reports/home-sources.ts';
import { packPostcodeNumber } from '../../db/postcode-number.ts';
import { postcodeNumber, region } from '../../db/schema/neighbourhoods.ts';
import { publishTestRelease } from './store.ts';

/** Publishes one neighbourhood with its district, and the addresses that the publisher's key puts into it. */
export function publishRegions(
  dataDir: string,
  addresses: readonly { readonly postcode: string; readonly houseNumber: number }[],
): void {
  publishTestRelease(dataDir, {
    group: 'neighbourhoods',
    sources: [{ id: HOME_SOURCES.postcodeKeys }],
    fill: (database) => {
      const years = { municipalityCode: 'GM0363', firstYear: 2023, lastYear: 2025 };
      database
        .insert(region)
        .values([
          {
            id: 1,
            code: 'BU0363AF09',
            kind: 'neighbourhood',
            name: 'Waterloopleinbuurt',
            districtCode: 'WK0363AF',
            ...years,
          },
          { id: 2, code: 'WK0363AF', kind: 'district', name: 'Nieuwmarkt/Lastage', ...years },
        ])
        .run();
      for (const { postcode, houseNumber } of addresses) {
        const key = packPostcodeNumber(postcode, houseNumber) ?? 0;
        database.insert(postcodeNumber).values({ key, regionId: 1 }).run();
      }
    },
  });
}
