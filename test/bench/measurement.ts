/** One figure of the benchmark, and where there is one, the same figure of the peer in the same run. */
export interface Measurement {
  id: string;
  value: number;
  unit: string;
  /** What it is compared with. */
  peer: string | null;
  /** value / the peer's value. */
  ratio: number | null;
  /** What we want, in words, e.g. `ratio <= 2`. */
  goal: string;
  met: boolean;
}

/** A ratio within one run: times of two machines, or of two days, cannot be compared. */
export function compared(
  id: string,
  unit: string,
  own: number,
  peer: { name: string; value: number },
  goal: { atLeast: number } | { atMost: number },
): Measurement {
  const ratio = own / peer.value;
  const met = 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
  return {
    id,
    value: round(own),
    unit,
    peer: `${peer.name}: ${round(peer.value)} ${unit}`,
    ratio: round(ratio),
    goal: 'atLeast' in goal ? `ratio >= ${goal.atLeast}` : `ratio <= ${goal.atMost}`,
    met,
  };
}

/** A figure with an upper limit of its own. */
export function limited(id: string, unit: string, value: number, atMost: number): Measurement {
  return {
    id,
    value: round(value),
    unit,
    peer: null,
    ratio: null,
    goal: `<= ${atMost} ${unit}`,
    met: value <= atMost,
  };
}

/** The middle of several runs: one disturbed run does not move it. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
