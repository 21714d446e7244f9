/** `17,012,345` */
export function count(value: number): string {
  return value.toLocaleString('en');
}

/** `0.4 s`, `13 min 2 s`, `2 h 5 min` */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** How long ago, in the largest unit that fits: `12 min`, `3 h`, `18 days`. */
export function age(seconds: number): string {
  if (seconds < 3600) return `${Math.max(0, Math.floor(seconds / 60))} min`;
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${count(Math.floor(seconds / 86_400))} days`;
}

/** `812 kB`, `1.9 GB` */
export function size(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** `1.2 %`, of a share from 0 to 1 */
export function share(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

/** ` (+1.2 %)`, to put behind an amount; nothing where there is no amount before it, or the same. */
export function change(now: number, before: number | null): string {
  if (before === null || before === now) return '';
  if (before === 0) return ' (none before)';
  const percent = ((now - before) / before) * 100;
  // A few rows of millions are a change too.
  const text =
    Math.abs(percent) < 0.05 ? `${count(Math.abs(now - before))}` : `${Math.abs(percent).toFixed(1)} %`;
  return ` (${now > before ? '+' : '-'}${text})`;
}
