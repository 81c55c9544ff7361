import { limits } from '@parlour/contracts/limits';
import type { PageRequest } from '@parlour/contracts/rpc';

/** Which page a query asks for, never more rows than one page may have. */
export function pageOf(query: { readonly limit: number; readonly cursor?: string }): PageRequest {
  return {
    limit: Math.min(query.limit, limits.page.greatest),
    ...(query.cursor === undefined || query.cursor === '' ? {} : { cursor: query.cursor }),
  };
}

/** What is searched for; a search of blanks is none (decisions S-5). */
export function searched(search: string | undefined): { readonly search?: string } {
  return search === undefined || search.trim() === '' ? {} : { search: search.trim() };
}

/** The tag that rows shall carry; one of blanks is none. */
export function taggedWith(tag: string | undefined): { readonly tag?: string } {
  return tag === undefined || tag.trim() === '' ? {} : { tag: tag.trim() };
}
