import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { CommunityList, CommunityPersonWire, MembershipAction } from '@parlour/contracts/communities';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useId, useRef, useState } from 'react';
import { serverText } from '../../shared/http/call-failure.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import { LoadMore } from '../../shared/parts/load-more.tsx';
import { passFocus } from '../../shared/parts/pass-focus.ts';
import { PersonChoices } from '../../shared/parts/person-choices.tsx';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { useGetBannableInfiniteQuery, useGetPeopleInfiniteQuery } from './communities.api.ts';
import classes from './community-settings.module.css';
import { logRefusal, useMembership } from './use-membership.ts';

/** Debounces typing. */
const typingMs = 250;

/** An action for the selected person. */
export interface PeopleAction {
  readonly label: string;
  readonly list: CommunityList;
  readonly action: MembershipAction;
}

/** A list of a community's people: select one, then choose an action. */
export function PeopleSection({
  communityId,
  title,
  about,
  list,
  actions,
  suits = everybody,
  strangers = false,
  none,
  alone = false,
}: {
  readonly communityId: string;
  readonly title: string;
  readonly about: string;
  readonly list: CommunityList;
  readonly actions: readonly PeopleAction[];
  /** Filters the people that the actions apply to. */
  readonly suits?: (person: CommunityPersonWire) => boolean;
  /** Whether the actions also apply to people outside the community. */
  readonly strangers?: boolean;
  /** Shown if the list is empty. */
  readonly none: string;
  /** Whether the section fills its row. */
  readonly alone?: boolean;
}) {
  const heading = useId();
  const head = useRef<HTMLHeadingElement>(null);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [wide, setWide] = useState(false);
  const searchSoon = useDebouncedCallback(setSearch, typingMs);
  const { change, pending } = useMembership(communityId, logRefusal);
  const query = usePeople({ communityId, list, search, wide });
  const people = query.rows?.filter((person) => wide || suits(person));
  // Someone else may have acted on this person meanwhile, or they left.
  const selected = people?.find(({ username }) => username === chosen)?.username;

  async function act({ list: of, action }: PeopleAction, button: HTMLElement): Promise<void> {
    if (selected === undefined) return;
    if (!(await change({ username: selected, list: of, action }))) return;
    setChosen(undefined);
    passFocus(button, head.current);
  }

  return (
    <section className={alone ? `${classes.section} ${classes.wide}` : classes.section} aria-labelledby={heading}>
      <h2 ref={head} id={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h2>
      <p className={classes.about}>{about}</p>
      <TextInput
        type="search"
        aria-label={`Search usernames: ${title}`}
        placeholder="Search Usernames"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          searchSoon(value.trim());
        }}
        leftSection={<IconSearch size={16} aria-hidden />}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.usernameLength}
      />
      {strangers && (
        <Checkbox
          label="Include people who are not members"
          checked={wide}
          onChange={(event) => setWide(event.currentTarget.checked)}
        />
      )}
      {query.error !== undefined && (
        <Failure title={messages.usersFailed} detail={serverText(query.error)} onRetry={query.again} />
      )}
      {!people && query.error === undefined && <Skeleton height={90} aria-label="Loading users" />}
      {people?.length === 0 && !query.more && <p className={classes.none}>{search === '' ? none : 'No Users Found'}</p>}
      {people && (people.length > 0 || query.more) && (
        <div className={classes.scroll}>
          <PersonChoices
            people={people.map(({ username }) => ({ _id: username, username }))}
            chosen={selected === undefined ? [] : [selected]}
            pending={!query.current}
            onToggle={(username) => setChosen(username === selected ? undefined : username)}
          />
          {query.more && (
            <LoadMore
              label="Show more users"
              pending={query.pending}
              automatic={query.error === undefined}
              onMore={query.next}
            />
          )}
        </div>
      )}
      <div className={classes.buttons}>
        {actions.map((action, place) => (
          <Button
            key={action.label}
            variant={place === 0 ? 'filled' : 'default'}
            disabled={selected === undefined}
            loading={pending?.list === action.list && pending.action === action.action}
            onClick={({ currentTarget }) => void act(action, currentTarget)}
          >
            {action.label}
          </Button>
        ))}
      </div>
    </section>
  );
}

function everybody(): boolean {
  return true;
}

/** The people to choose from: the list, or everyone but the viewer. */
function usePeople({
  communityId,
  list,
  search,
  wide,
}: {
  readonly communityId: string;
  readonly list: CommunityList;
  readonly search: string;
  readonly wide: boolean;
}) {
  const viewer = useViewer();
  const inList = useGetPeopleInfiniteQuery({ communityId, list, search }, { skip: wide });
  const all = useGetBannableInfiniteQuery({ search, viewer }, { skip: !wide });
  const query = wide ? all : inList;
  const found = wide
    ? all.data?.pages.flatMap((page) =>
        page.rows.map(({ username }): CommunityPersonWire => ({ username, position: 6 })),
      )
    : inList.data?.pages.flatMap((page) => page.rows);
  return {
    rows: found && [...new Map(found.map((person) => [person.username, person])).values()],
    current: query.currentData !== undefined,
    error: query.error,
    more: query.hasNextPage,
    pending: query.isFetchingNextPage,
    next: () => void query.fetchNextPage(),
    again: () => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  };
}
