import { Skeleton } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { serverText } from '../../../shared/http/call-failure.ts';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { FoundStatus } from '../../../design/parts/list/found-status.tsx';
import { LoadMore } from '../../../design/parts/list/load-more.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { UsernameSearch } from '../../../design/parts/form/username-search.tsx';
import classes from './community-members.module.css';
import { RoleChip } from './role-chip.tsx';
import { usePeople } from '../membership/use-people.ts';

/** A community's members with their roles, in the order of joining. */
export function CommunityMembers({ communityId }: { readonly communityId: string }) {
  const [search, setSearch] = useState('');
  const query = usePeople({ communityId, list: 'members', search });
  return (
    <section aria-labelledby="community-members">
      <div className={classes.head}>
        <h2 id="community-members" className={classes.title}>
          Members
        </h2>
        <UsernameSearch label="Search members" onSearch={setSearch} />
      </div>
      {query.error !== undefined && (
        <Failure title={messages.usersFailed} detail={serverText(query.error)} onRetry={query.again} />
      )}
      {!query.rows && query.error === undefined && (
        <Loading label="Loading members">
          <Skeleton height={180} />
        </Loading>
      )}
      <FoundStatus
        search={search}
        number={query.current ? query.rows?.length : undefined}
        isMore={query.more}
        className={classes.none}
      />
      {query.rows && query.rows.length > 0 && (
        <ul className={classes.people} aria-label="Members" aria-busy={!query.current}>
          {query.rows.map(({ username, position }) => (
            <li key={username} className={classes.person}>
              <PersonLink username={username} avatar="l" />
              {position !== 3 && <RoleChip position={position} />}
            </li>
          ))}
        </ul>
      )}
      {query.more && (
        <LoadMore
          label="Show more members"
          pending={query.pending}
          automatic={query.error === undefined}
          onMore={query.next}
        />
      )}
    </section>
  );
}
