import { Cursor, Limit } from './fields.ts';
import { limits } from './limits.ts';

/** Browser to gateway: which page of a list. */
export class PageRequest {
  @Limit(limits.page.greatest)
  readonly limit: number = limits.page.default;

  @Cursor()
  readonly cursor?: string;
}
