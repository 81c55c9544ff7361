import type { Viewer, ViewerColumns } from './visibility.ts';

/** The parameters of a statement whose text depends on the request. */
export class StatementValues {
  readonly list: unknown[] = [];
  /** The viewer's parameters, for `visibleTo` and `audiencesOf`. */
  readonly viewer: ViewerColumns;

  constructor({ viewer, fresh }: Viewer) {
    this.viewer = { viewer: this.put(viewer, 'text'), fresh: this.put(fresh, 'boolean') };
  }

  /** Adds a value and returns its parameter. */
  put(value: unknown, type: string): string {
    return `$${this.list.push(value)}::${type}`;
  }
}
