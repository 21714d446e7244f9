/**
 * Mid-rank of each value among all of them, 0..100: the share of smaller values and half the share of equal ones.
 */
export function midRanks(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  return values.map((value) => {
    const below = firstAtLeast(sorted, value);
    const notAbove = firstAbove(sorted, value);
    return (100 * (below + (notAbove - below) / 2)) / sorted.length;
  });
}

/** Whole percentiles 1..99 of each value among all of them: nobody is better than all, himself included. */
export function percentiles(values: readonly number[]): number[] {
  return midRanks(values).map((rank) => Math.min(99, Math.max(1, Math.round(rank))));
}

function firstAtLeast(sorted: Float64Array, value: number): number {
  return search(sorted, (candidate) => candidate >= value);
}

function firstAbove(sorted: Float64Array, value: number): number {
  return search(sorted, (candidate) => candidate > value);
}

/** Position of the first element that fits; all after it fit too. */
function search(sorted: Float64Array, fits: (candidate: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fits(sorted[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
