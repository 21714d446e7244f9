import { OBJECT_TYPES } from '../../../db/schema/addresses.ts';
import { HEIGHT_MODEL } from '../../live/ahn.ts';
import type { GroundLevel } from '../../live/height-window.ts';
import type { ElevationBlock } from '../../schemas/home-elevation.ts';
import { noteOf, type ReportContext } from './section.ts';

/** From here on the nearest ground is far enough to be told. */
const FAR_M = 10;

/**
 * Height of the ground at the address.
 * @throws UpstreamUnavailable
 */
export async function elevationSection(context: ReportContext): Promise<ElevationBlock> {
  const { address, live, signal, sources } = context;
  if (live === undefined) return unknown('The height model is asked live, which is off on this service.');
  if (address.rdXM === null || address.rdYM === null) {
    return unknown('The register has no usable location of this object.');
  }
  const answer = await live.heightModel.groundLevelAt(address.rdXM, address.rdYM, signal);
  sources.useLive(HEIGHT_MODEL, answer, 'elevation');
  const ground = answer.value;
  if (ground === null) {
    return unknown(
      'The height model has no bare ground within 60 m of the address: there is water or a very large building.',
    );
  }
  return {
    ground_level_m_nap: ground.heightM,
    below_sea_level: ground.heightM < 0,
    resolution_m: ground.cellSizeM,
    method: `Median of the ${ground.cells} cells of bare ground nearest to the address.`,
    note: noteOf(
      farSentence(ground),
      address.objectType === OBJECT_TYPES.berth &&
        'This is a berth: the height is that of the land next to it, not of the water.',
    ),
  };
}

function farSentence({ nearestM }: GroundLevel): string | false {
  return (
    nearestM > FAR_M &&
    `The nearest ground is ${Math.round(nearestM)} m from the address: the model has none under buildings and water.`
  );
}

function unknown(note: string): ElevationBlock {
  return { ground_level_m_nap: null, below_sea_level: null, resolution_m: null, method: null, note };
}
