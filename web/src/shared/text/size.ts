const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** "1.2 GB": the size of a file or a disk, in powers of a thousand. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1_000 ** power;
  return `${power > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[power] ?? ''}`;
}
