/** "12,345". Most need no separator: the first `toLocaleString` of a page takes milliseconds. */
export function digits(number: number): string {
  return Math.abs(number) < 1_000 ? String(number) : number.toLocaleString('en-US');
}

/** "1 answer", "2 answers", "12,345 views". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${digits(number)} ${number === 1 ? one : many}`;
}

/** "12 characters left", "1 character too many". */
export function charactersLeft(left: number): string {
  return left < 0 ? `${count(-left, 'character')} too many` : `${count(left, 'character')} left`;
}
