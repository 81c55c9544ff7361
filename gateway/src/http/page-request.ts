import { limits } from '@parlour/contracts/limits';
import type { PageRequest } from '@parlour/contracts/rpc';

/** The page that a query asks for, at most the maximum number of rows. */
export function pageOf(query: { readonly limit: number; readonly cursor?: string }): PageRequest {
  return {
    limit: Math.min(query.limit, limits.page.greatest),
    ...(query.cursor === undefined || query.cursor === '' ? {} : { cursor: query.cursor }),
  };
}

/** The search text; a blank search is none (decisions S-5). */
export function searched(search: string | undefined): { readonly search?: string } {
  return search === undefined || search.trim() === '' ? {} : { search: search.trim() };
}

/** The tag that rows must have; blank for none. */
export function taggedWith(tag: string | undefined): { readonly tag?: string } {
  return tag === undefined || tag.trim() === '' ? {} : { tag: tag.trim() };
}
