import type { CommunityWire } from '@parlour/contracts/communities/communities';
import type { ReactNode } from 'react';
import { CalendarDate } from '../../../design/parts/text/calendar-date.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { count } from '../../../shared/text/count.ts';
import classes from './community-about.module.css';
import { visibilityMeanings } from '../membership/permissions.ts';
import { VisibilityMark } from '../../../design/parts/look/visibility-mark.tsx';

/** A community's description, its owner and moderators, and its age. */
export function CommunityAbout({
  community,
  posts,
}: {
  readonly community: CommunityWire;
  /** How many questions it has. */
  readonly posts: ReactNode;
}) {
  const { description, createdAt, owner, moderators, memberCount, visibility } = community;
  return (
    <section aria-labelledby="community-about" className={classes.about}>
      <h2 id="community-about" className={classes.title}>
        About
      </h2>
      <p className={classes.description} dir="auto">
        {description}
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>Created</dt>
          <dd>
            <CalendarDate at={createdAt} />
          </dd>
        </div>
        <div>
          <dt>Size</dt>
          <dd>
            {count(memberCount, 'member')}, {posts}
          </dd>
        </div>
        <div>
          <dt>Visibility</dt>
          <dd>
            <VisibilityMark visibility={visibility} />
            <p className={classes.meaning}>{visibilityMeanings[visibility]}</p>
          </dd>
        </div>
        <div>
          <dt>Owner</dt>
          <dd>
            <PersonLink username={owner} avatar="m" />
          </dd>
        </div>
        <div>
          <dt>Moderators</dt>
          <dd>
            {moderators.length === 0 ? (
              'Nobody yet'
            ) : (
              <ul className={classes.people}>
                {moderators.map((username) => (
                  <li key={username}>
                    <PersonLink username={username} avatar="m" />
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}
