import { canonicalName } from '@parlour/contracts/text/checks';
import type { UserOrder, UserRowWire } from '@parlour/contracts/identity/identity';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api } from '../../shared/api.ts';
import { blockChanged } from '../../shared/state/blocked.slice.ts';
import { selectSession, userChanged } from '../../shared/state/session.slice.ts';
import type { Dispatch, Thunk } from '../../shared/state/store.ts';
import { userTag } from '../../shared/users.api.ts';
import { refetchVisible } from '../../shared/state/visible-questions.ts';
import { refetchDeletedName, refetchRenamed } from './changed-name.ts';
import { changeLists, type PeoplePages, visibleQuestionTags } from './people.api.ts';

/** The server's order: by canonical name, byte by byte. */
function comesBefore(one: UserRowWire, other: UserRowWire): boolean {
  return compareCodePoints(canonicalName(one.username), canonicalName(other.username)) < 0;
}

/** UTF-8 sorts by code point; `<` would compare surrogate halves. */
function compareCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Whether a new person comes before another one, in each order. Nobody follows a new person. */
const beforeIn: Record<UserOrder, (added: UserRowWire, other: UserRowWire) => boolean> = {
  name: comesBefore,
  newest: () => true,
  followed: (_, other) => other.followerCount === 0,
};

/**
 * The pages with a new person added; unchanged if they are there already, or belong below the
 * loaded rows.
 */
export function withPerson(pages: PeoplePages, person: UserRowWire, order: UserOrder = 'name'): PeoplePages {
  if (pages.some((page) => page.rows.some((row) => row._id === person._id))) return pages;
  const isBefore = beforeIn[order];
  const later = pages.findIndex((page) => page.rows.some((row) => isBefore(person, row)));
  const complete = pages.at(-1)?.next === undefined;
  const into = later === -1 ? (complete ? pages.length - 1 : -1) : later;
  return pages.map((page, index) => {
    const total = page.total + 1;
    if (index !== into) return { ...page, total };
    const before = page.rows.filter((row) => !isBefore(person, row));
    return { ...page, total, rows: [...before, person, ...page.rows.slice(before.length)] };
  });
}

/** The pages without a deleted person. */
export function withoutPerson(pages: PeoplePages, person: UserRowWire): PeoplePages {
  if (!pages.some((page) => page.rows.some((row) => row._id === person._id))) return pages;
  return pages.map((page) => ({
    ...page,
    total: Math.max(0, page.total - 1),
    rows: page.rows.filter((row) => row._id !== person._id),
  }));
}

function contains(username: string, search: string): boolean {
  return canonicalName(username).includes(canonicalName(search));
}

/** qa learns about a following a moment later, so refetch what may be seen after that. */
const refetchAfterMs = 300;

/**
 * The viewer followed or unfollowed in another tab, which changes the questions they may see. An
 * event about a new follower is the same type, but leaves the number of followings unchanged; so
 * does what this tab did itself.
 */
function changeVisibleQuestions({ _id: id, followerCount, followingCount }: UserRowWire): Thunk {
  return (dispatch, getState) => {
    const session = selectSession(getState());
    if (session.status !== 'signedIn' || session.user._id !== id || session.user.followingCount === followingCount)
      return;
    dispatch(userChanged({ ...session.user, followerCount, followingCount }));
    setTimeout(() => dispatch(refetchVisible(visibleQuestionTags)), refetchAfterMs);
  };
}

/** Live event handlers of this feature. */
export function peopleLive(dispatch: Dispatch): Pick<ServerToClientEvents, 'userUpdate' | 'blockUpdate'> {
  return {
    blockUpdate: (change) => {
      dispatch(blockChanged(change));
      dispatch(api.util.invalidateTags(['Blocked']));
    },
    userUpdate: ({ user, type: what, nameHash, formerName }) => {
      switch (what) {
        case 'created':
          dispatch(
            changeLists((pages, { search = '', order }) =>
              contains(user.username, search) ? withPerson(pages, user, order) : pages,
            ),
          );
          return;
        case 'deleted':
          dispatch(changeLists((pages) => withoutPerson(pages, user)));
          void dispatch(refetchDeletedName(nameHash));
          return;
        // Their profile and lists; also the viewer's own list, if the change was made in another
        // tab.
        case 'updated':
          dispatch(api.util.invalidateTags([userTag(user.username)]));
          if (formerName !== undefined) dispatch(refetchRenamed(formerName));
          return;
        case 'follow':
        case 'unfollow':
          dispatch(api.util.invalidateTags([userTag(user.username)]));
          dispatch(changeVisibleQuestions(user));
          return;
        default:
          what satisfies never;
      }
    },
  };
}
