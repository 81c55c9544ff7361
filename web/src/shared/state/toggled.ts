/** The list with this entry added at its end, or without it if it was there. */
export function toggled(list: readonly string[], entry: string): readonly string[] {
  return list.includes(entry) ? list.filter((other) => other !== entry) : [...list, entry];
}
