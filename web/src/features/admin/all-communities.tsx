import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { AdminCommunityWire } from '@parlour/contracts/site';
import { type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CalendarDate } from '../../design/parts/text/calendar-date.tsx';
import { CloseCommunityDialog } from '../../design/parts/overlay/close-community-dialog.tsx';
import { Emblem } from '../../design/parts/look/emblem.tsx';
import { moveFocus } from '../../design/parts/page/move-focus.ts';
import { PersonLink } from '../../design/parts/person/person-link.tsx';
import { RowMenu } from '../../design/parts/overlay/row-menu.tsx';
import { SearchField } from '../../design/parts/list/search-field.tsx';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { ClosedMark, VisibilityMark } from '../../design/parts/look/visibility-mark.tsx';
import { Section } from '../../design/patterns/section.tsx';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { useSubmission } from '../../shared/state/hooks/use-submission.ts';
import { count } from '../../shared/text/count.ts';
import { AdminTable } from './admin-table.tsx';
import { useCloseAnyCommunityMutation, useGetAllCommunitiesInfiniteQuery } from './admin.api.ts';
import classes from './admin.module.css';

/** All communities of the site, and what an operator can do with them. */
export function AllCommunities() {
  const [search, setSearch] = useState('');
  const query = useGetAllCommunitiesInfiniteQuery(search === '' ? {} : { search }, everyVisit);
  const heading = useRef<HTMLHeadingElement>(null);
  const closing = useClosing(heading);
  return (
    <Section
      id="all-communities"
      title="All communities"
      about="Newest first. Only members can see what is in private ones."
      heading={heading}
    >
      <SearchField
        label="Search communities"
        placeholder="Search by name"
        search=""
        onSearch={setSearch}
        maxLength={limits.communityNameLength}
      />
      <AdminTable
        query={query}
        labelledBy="all-communities"
        kind={['Community', 'communities']}
        failed={messages.communitiesFailed}
        none={search === '' ? 'There are no communities yet.' : messages.noCommunitiesMatching(search)}
        row={(community) => <Community community={community} />}
        menu={(community) =>
          community.closedAt === null && (
            <RowMenu
              of={community.name}
              acts={[
                {
                  label: 'Close community…',
                  isGrave: true,
                  onWant: (button) => closing.want({ community, button }),
                },
              ]}
            />
          )
        }
      />
      {closing.dialog}
    </Section>
  );
}

function Community({
  community: { _id: id, name, visibility, owner, memberCount, createdAt, closedAt, readable },
}: {
  readonly community: AdminCommunityWire;
}) {
  return (
    <div className={classes.person}>
      <span className={classes.community}>
        <Emblem name={name} size="m" />
        {readable ? (
          <Link to={`/community/${id}`} className={classes.communityName}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi className={classes.communityName}>{name}</bdi>
        )}
      </span>
      <span className={classes.marks}>
        <VisibilityMark visibility={visibility} />
        {closedAt !== null && <ClosedMark />}
      </span>
      <span className={classes.facts}>
        owned by <PersonLink username={owner} /> · {count(memberCount, 'member')} · created{' '}
        <CalendarDate at={createdAt} />
      </span>
    </div>
  );
}

/** A community that somebody wants to close, and the button that it began with. */
interface Wanted {
  readonly community: AdminCommunityWire;
  readonly button: HTMLElement;
}

/** Closes communities, each after a question that names it. */
function useClosing(heading: RefObject<HTMLElement | null>) {
  const [send] = useCloseAnyCommunityMutation();
  const submit = useSubmission();
  // Kept while the dialog closes.
  const [asked, setAsked] = useState<Wanted>();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();

  async function close({ community: { _id: communityId, name } }: Wanted, from: HTMLElement): Promise<void> {
    setPending(true);
    setError(undefined);
    const { error: refused } = await submit({ communityId }, send);
    setPending(false);
    setError(refused);
    if (refused !== undefined) return;
    setAsking(false);
    // Its row has no menu any more.
    moveFocus(from, heading.current);
    void showToast('success', `${name} is closed.`);
  }

  const dialog = asked && (
    <CloseCommunityDialog
      opened={isAsking}
      community={asked.community}
      pending={isPending}
      error={error}
      onConfirm={({ currentTarget }) => void close(asked, currentTarget)}
      onCancel={() => {
        if (isPending) return;
        setAsking(false);
        asked.button.focus();
      }}
    />
  );
  const want = (wanted: Wanted) => {
    setError(undefined);
    setAsked(wanted);
    setAsking(true);
  };
  return { want, dialog };
}
