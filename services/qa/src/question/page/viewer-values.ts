import { StatementValues } from '@parlour/kernel/database/statement-values';
import type { Viewer, ViewerColumns } from '@parlour/people/audience-sql';

/** The parameters of a statement for a viewer, who are its first two. */
export class ViewerValues extends StatementValues {
  /** The viewer's parameters, for `visibleTo` and `audiencesOf`. */
  readonly viewer: ViewerColumns;

  constructor({ viewer, fresh }: Viewer) {
    super();
    this.viewer = { viewer: this.put(viewer, 'text'), fresh: this.put(fresh, 'boolean') };
  }
}
