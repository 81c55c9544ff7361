import type { PageName, PageRequest, RowOf, Rpc } from '@parlour/contracts/rpc';
import type { Call } from './call.ts';
import { toListPage, type ListPage } from './pages.ts';

// The common part of all features' endpoints. Requests and replies are declared by the
// contracts: an endpoint names them.

/** A page of the list that a call answers. */
export type PageOf<Name extends PageName> = ListPage<RowOf<Name>>;

/** The arguments of that list: the request without what tells its pages apart. */
export type ListOf<Name extends PageName> = Omit<Rpc[Name]['request'], keyof PageRequest>;

/** The arguments of a change: its request, and the key that makes it idempotent. */
export type Submitted<Request = object> = Request & { readonly submissionKey: string };

/** A post; `at` is when it was first sent, ISO-8601, which the server replaces by its own time. */
export type Posted<Request> = Submitted<Request> & { readonly at: string };

/**
 * For lists and histories: their readers find the same place when they come back to them. In
 * seconds, from when nobody looks any more.
 */
export const keptForReturn = { keepUnusedDataFor: 30 * 60 };

/**
 * For what can change without an event that reaches this viewer: each visit shows what is cached,
 * and reads it again.
 */
export const everyVisit = { refetchOnMountOrArgChange: true };

/**
 * For parts that show a list which no event keeps current: an older one is shown, and read again.
 * In seconds.
 */
export const readWhenOld = { refetchOnMountOrArgChange: 60 };

/** The endpoint of a list, whose first page is `callOf`; the cursor of the others is added. */
export function paged<List>(callOf: (list: List) => Call) {
  return {
    ...keptForReturn,
    infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page: ListPage<unknown>) => page.next },
    query({ queryArg, pageParam }: { readonly queryArg: List; readonly pageParam: string }): Call {
      const { query, ...call } = callOf(queryArg);
      return { ...call, query: { ...query, cursor: pageParam } };
    },
    transformResponse: toListPage,
  };
}

/** A change whose request is the body. */
export function change(
  path: string,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST',
  more: Pick<Call, 'endsSession'> = {},
) {
  return ({ submissionKey, ...body }: Submitted): Call => ({ path, method, body, submissionKey, ...more });
}

/** A path with its values encoded: pathTo`/chat/${chatId}`. */
export function pathTo(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent));
}
