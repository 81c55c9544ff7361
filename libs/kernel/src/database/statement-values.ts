/** The parameters of a statement whose text depends on the request. */
export class StatementValues {
  readonly list: unknown[] = [];

  /** Adds a value and returns its parameter. */
  put(value: unknown, type: string): string {
    return `$${this.list.push(value)}::${type}`;
  }
}
