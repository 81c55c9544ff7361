import { canonicalName } from '@parlour/contracts/checks';
import type { UserRowWire } from '@parlour/contracts/identity';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api } from '../../shared/api.ts';
import type { ListPage } from '../../shared/http/pages.ts';
import { selectSession, userKnown } from '../../shared/state/session.slice.ts';
import type { Dispatch, Thunk } from '../../shared/state/store-types.ts';
import { readWithoutName } from './deleted-name.ts';
import { ofSight, peopleApi, userTag } from './people.api.ts';

type Pages = readonly ListPage<UserRowWire>[];

/** In the order of the server: by the form in which names are compared, byte by byte. */
function comesBefore(one: UserRowWire, other: UserRowWire): boolean {
  return compareCodePoints(canonicalName(one.username), canonicalName(other.username)) < 0;
}

/** UTF-8 sorts as code points do; `<` would compare halves of surrogate pairs. */
function compareCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** The pages with a person who is new at his place; unchanged where he is known or stands below what is loaded. */
export function withPerson(pages: Pages, person: UserRowWire): Pages {
  if (pages.some((page) => page.rows.some((row) => row._id === person._id))) return pages;
  const later = pages.findIndex((page) => page.rows.some((row) => comesBefore(person, row)));
  const complete = pages.at(-1)?.next === undefined;
  const into = later === -1 ? (complete ? pages.length - 1 : -1) : later;
  return pages.map((page, index) => {
    const total = page.total + 1;
    if (index !== into) return { ...page, total };
    const before = page.rows.filter((row) => comesBefore(row, person));
    return { ...page, total, rows: [...before, person, ...page.rows.slice(before.length)] };
  });
}

/** The pages without somebody who is gone. */
export function withoutPerson(pages: Pages, person: UserRowWire): Pages {
  if (!pages.some((page) => page.rows.some((row) => row._id === person._id))) return pages;
  return pages.map((page) => ({
    ...page,
    total: Math.max(0, page.total - 1),
    rows: page.rows.filter((row) => row._id !== person._id),
  }));
}

function changeLists(
  person: UserRowWire,
  change: (pages: Pages, person: UserRowWire) => Pages,
  belongs: (search: string) => boolean = () => true,
): Thunk {
  return (dispatch, getState) => {
    for (const search of peopleApi.util.selectCachedArgsForQuery(getState(), 'getUsers')) {
      if (!belongs(search)) continue;
      dispatch(
        peopleApi.util.updateQueryData('getUsers', search, (draft) => {
          Object.assign(draft, { pages: change(draft.pages, person) });
        }),
      );
    }
  };
}

function contains(username: string, search: string): boolean {
  return canonicalName(username).includes(canonicalName(search));
}

/** Questions learn of a following a moment after people do: what may be seen is asked for when that is over. */
const sightAfterMs = 300;

/**
 * Whom the viewer follows changed in another tab, and with that which questions he may see. That somebody follows him is told alike, but
 * leaves that number as it was; so does what this tab did itself and knows.
 */
function changeSight({ _id: id, followerCount, followingCount }: UserRowWire): Thunk {
  return (dispatch, getState) => {
    const session = selectSession(getState());
    if (session.status !== 'signedIn' || session.user._id !== id || session.user.followingCount === followingCount)
      return;
    dispatch(userKnown({ ...session.user, followerCount, followingCount }));
    setTimeout(() => {
      dispatch(api.util.invalidateTags([...ofSight]));
    }, sightAfterMs);
  };
}

/** What this feature does on live events. */
export function peopleLive(dispatch: Dispatch): Pick<ServerToClientEvents, 'userUpdate'> {
  return {
    userUpdate: ({ user, type: what, nameHash }) => {
      switch (what) {
        case 'created':
          dispatch(changeLists(user, withPerson, (search) => contains(user.username, search)));
          return;
        case 'deleted':
          dispatch(changeLists(user, withoutPerson));
          void dispatch(readWithoutName(nameHash));
          return;
        // His profile, his lists; the viewer's own list is one of them, where he did it in another tab.
        case 'updated':
          dispatch(api.util.invalidateTags([userTag(user.username)]));
          return;
        case 'follow':
        case 'unfollow':
          dispatch(api.util.invalidateTags([userTag(user.username)]));
          dispatch(changeSight(user));
          return;
        default:
          what satisfies never;
      }
    },
  };
}
