import type { Viewer, ViewerColumns } from './visibility.ts';

/** The values of a statement whose text depends on what is asked. */
export class StatementValues {
  readonly list: unknown[] = [];
  /** Where the viewer stands, for `visibleTo` and `audiencesOf`. */
  readonly viewer: ViewerColumns;

  constructor({ viewer, fresh }: Viewer) {
    this.viewer = { viewer: this.put(viewer, 'text'), fresh: this.put(fresh, 'boolean') };
  }

  /** Takes a value; answers the parameter that stands for it. */
  put(value: unknown, type: string): string {
    return `$${this.list.push(value)}::${type}`;
  }
}
