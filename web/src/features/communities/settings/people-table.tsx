import { Button, Skeleton } from '@mantine/core';
import type { CommunityList, CommunityPersonWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { serverText } from '../../../shared/http/call-failure.ts';
import { Checkbox } from '../../../design/parts/form/checkbox.tsx';
import { DestroyButton } from '../../../design/parts/overlay/destroy-button.tsx';
import { CancelButton, Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { FoundStatus } from '../../../design/parts/list/found-status.tsx';
import { LoadMore } from '../../../design/parts/list/load-more.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { RowMenu } from '../../../design/parts/overlay/row-menu.tsx';
import { UsernameSearch } from '../../../design/parts/form/username-search.tsx';
import { Section } from '../../../design/patterns/section.tsx';
import { useHeldRows } from '../../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../../shared/state/hooks/use-hover-pause.ts';
import classes from './community-settings.module.css';
import type { MemberAct } from './member-acts.ts';
import { RoleChip } from '../community/role-chip.tsx';
import { useMemberActs } from './use-member-acts.ts';
import { usePeople } from '../membership/use-people.ts';

/** Whom a table lists, and what can be done with them. */
interface Listed {
  readonly communityId: string;
  readonly title: string;
  readonly list: CommunityList;
  /** Shown if the list is empty. */
  readonly none: string;
  /** Filters the people that the acts apply to. */
  readonly suits?: (person: CommunityPersonWire) => boolean;
  /** Whether the acts also apply to people outside the community. */
  readonly strangers?: boolean;
  readonly actsOn: (person: CommunityPersonWire) => readonly MemberAct[];
  /** Whether the acts are in a menu instead of side by side. */
  readonly inMenu?: boolean;
}

/** A list of a community's people as a table, with what can be done in each row. */
export function PeopleTable({
  about,
  children,
  ...listed
}: Listed & {
  readonly about: string;
  /** Between the heading and the search. */
  readonly children?: ReactNode;
}) {
  const { title } = listed;
  const heading = useId();
  const head = useRef<HTMLHeadingElement>(null);
  return (
    <Section id={heading} title={title} about={about} heading={head}>
      {children}
      {/* Another list begins anew, but what chose it keeps the focus. */}
      <SearchedTable key={title} {...listed} head={head} heading={heading} />
    </Section>
  );
}

function SearchedTable({
  communityId,
  title,
  list,
  none,
  suits = everybody,
  strangers = false,
  actsOn,
  inMenu = false,
  head,
  heading,
}: Listed & { readonly head: RefObject<HTMLElement | null>; readonly heading: string }) {
  const [search, setSearch] = useState('');
  const [wide, setWide] = useState(false);
  const query = usePeople({ communityId, list, search, wide });
  const people = query.rows?.filter((person) => wide || suits(person));
  const pause = useHoverPause();
  const rows = useHeldRows(people ?? [], {
    // The rows of the search before are not worth keeping.
    held: pause.now && query.current,
    of: `${search} ${wide}`,
    idOf: ({ username }) => username,
  });
  const here = new Set(people?.map(({ username }) => username));
  const acts = useMemberActs(communityId, head, inMenu);
  return (
    <>
      <div className={classes.tools}>
        <UsernameSearch label={`Search usernames: ${title}`} onSearch={setSearch} />
        {strangers && (
          <Checkbox
            label="Include people who are not members"
            checked={wide}
            onChange={(event) => setWide(event.currentTarget.checked)}
          />
        )}
      </div>
      {query.error !== undefined && (
        <Failure title={messages.usersFailed} detail={serverText(query.error)} onRetry={query.again} />
      )}
      {!people && query.error === undefined && (
        <Loading label="Loading users">
          <Skeleton height={90} />
        </Loading>
      )}
      <FoundStatus
        search={search}
        number={query.current ? rows.length : undefined}
        isMore={query.more}
        empty={none}
        className={classes.none}
      />
      {rows.length > 0 && (
        <table className={classes.table} aria-labelledby={heading} aria-busy={!query.current}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Person and role</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody {...pause.handlers}>
            {rows.map((person) => (
              <PersonRow
                key={person.username}
                person={person}
                isGone={!here.has(person.username)}
                acts={actsOn(person)}
                inMenu={inMenu}
                doing={acts}
              />
            ))}
          </tbody>
        </table>
      )}
      {query.more && (
        <LoadMore
          label="Show more users"
          pending={query.pending}
          automatic={query.error === undefined}
          onMore={query.next}
        />
      )}
      <ActDialog {...acts} />
    </>
  );
}

function everybody(): boolean {
  return true;
}

type Want = ReturnType<typeof useMemberActs>['want'];

function PersonRow({
  person,
  isGone,
  acts,
  inMenu,
  doing,
}: {
  readonly person: CommunityPersonWire;
  /** Whether they have left the list, and are held in their place. */
  readonly isGone: boolean;
  readonly acts: readonly MemberAct[];
  readonly inMenu: boolean;
  readonly doing: ReturnType<typeof useMemberActs>;
}) {
  const { username } = person;
  return (
    <tr data-gone={isGone}>
      <td>
        <div className={classes.person}>
          <PersonLink username={username} avatar="m" />
          <RoleChip position={person.position} />
        </div>
      </td>
      <td className={classes.acts}>
        {isGone ? (
          'Done'
        ) : inMenu ? (
          <RowMenu
            of={username}
            acts={acts.map((act) => ({
              label: act.menuLabel ?? act.label,
              isGrave: act.consequence !== undefined,
              onWant: (button) => doing.want({ act, username: username, button }),
            }))}
          />
        ) : (
          <RowButtons
            person={person}
            acts={acts}
            onWant={doing.want}
            isPending={(act) => doing.isPending(act, username)}
          />
        )}
      </td>
    </tr>
  );
}

function RowButtons({
  person: { username },
  acts,
  onWant,
  isPending,
}: {
  readonly person: CommunityPersonWire;
  readonly acts: readonly MemberAct[];
  readonly onWant: Want;
  readonly isPending: (act: MemberAct) => boolean;
}) {
  return (
    <div className={classes.buttons}>
      {acts.map((act, place) => (
        <Button
          key={act.label}
          size="xs"
          variant={place === 0 ? 'light' : 'default'}
          loading={isPending(act)}
          aria-label={`${act.label}: ${username}`}
          onClick={({ currentTarget }) => onWant({ act, username, button: currentTarget })}
        >
          {act.label}
        </Button>
      ))}
    </div>
  );
}

/** Asks before an act, and names the person. */
function ActDialog({ asked, isAsking, isDoing, confirm, cancel }: ReturnType<typeof useMemberActs>) {
  if (!asked) return null;
  const { act, username } = asked;
  return (
    <Dialog
      opened={isAsking}
      title={`${act.label} ${username}?`}
      returnFocus={false}
      pending={isDoing}
      onClose={cancel}
    >
      <p className={classes.consequence}>{act.consequence}</p>
      <div className={classes.buttons}>
        <DestroyButton loading={isDoing} onClick={({ currentTarget }) => confirm(currentTarget)}>
          {act.label}
        </DestroyButton>
        <CancelButton isFocused />
      </div>
    </Dialog>
  );
}
