import { Link } from 'react-router';
import { QuestionLine } from '../../../design/parts/list/question-line.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { TagLink } from '../../../design/parts/text/tag-link.tsx';
import { RailSection } from '../../../design/patterns/rail-layout.tsx';
import { useGetCommunitiesInfiniteQuery } from '../../../features/communities/communities.api.ts';
import { communityAddress } from '../../../features/communities/membership/permissions.ts';
import { useGetLeaderboardInfiniteQuery } from '../../../features/leaderboard/leaderboard.api.ts';
import { useGetQuestionsInfiniteQuery } from '../../../features/questions/questions.api.ts';
import { useGetTagsInfiniteQuery } from '../../../features/tags/tags.api.ts';
import { readWhenOld } from '../../../shared/http/endpoint.ts';
import { useUnblocked } from '../../../shared/state/blocked.slice.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { count } from '../../../shared/text/count.ts';
import classes from './home-rail.module.css';

const shown = 3;
const tagsShown = 8;

/**
 * Beside the list of questions: what waits for an answer, and where else something is going on.
 * Shown when all of it is there, so that nothing moves.
 */
export function HomeRail({ withUnanswered }: { readonly withUnanswered: boolean }) {
  const viewer = useViewer();
  const unanswered = useGetQuestionsInfiniteQuery({ order: 'unanswered', search: '', username: viewer });
  const first = unanswered.data?.pages[0];
  // Live events leave answered rows where they are, and keep new ones apart.
  const waiting = useUnblocked(first ? [...first.waiting, ...first.rows] : []).filter(
    ({ answerCount }) => answerCount === 0,
  );
  const tags = useGetTagsInfiniteQuery({ viewer }, readWhenOld);
  const communities = useGetCommunitiesInfiniteQuery({ search: '' }, readWhenOld);
  const leaders = useGetLeaderboardInfiniteQuery(
    { viewer, gameType: '', period: 'all', followingOnly: false },
    readWhenOld,
  );
  if ([unanswered, tags, communities, leaders].some((query) => query.isUninitialized || query.isLoading)) return null;

  const questions = waiting.slice(0, shown);
  const popular = tags.data?.pages[0]?.rows.slice(0, tagsShown) ?? [];
  const open = (communities.data?.pages.flatMap((page) => page.rows) ?? []).filter((row) => row.position === 6);
  const best = leaders.data?.pages[0]?.rows.slice(0, shown) ?? [];
  return (
    <>
      {withUnanswered && questions.length > 0 && (
        <RailSection title="Waiting for an answer">
          <ul className={classes.rows}>
            {questions.map((row) => (
              <li key={row._id}>
                <QuestionLine question={row} />
              </li>
            ))}
          </ul>
        </RailSection>
      )}
      {popular.length > 0 && (
        <RailSection title="Popular tags">
          <ul className={classes.tags}>
            {popular.map((tag) => (
              <li key={tag.name}>
                <TagLink name={tag.name} description={tag.description} />
              </li>
            ))}
          </ul>
        </RailSection>
      )}
      {open.length > 0 && (
        <RailSection title="Communities to explore">
          <ul className={classes.rows}>
            {open.slice(0, shown).map((row) => (
              <li key={row._id} className={classes.pair}>
                <Link to={communityAddress(row._id)} className={classes.title} dir="auto">
                  {row.name}
                </Link>
                <span className={classes.fact}>{count(row.memberCount, 'member')}</span>
              </li>
            ))}
          </ul>
        </RailSection>
      )}
      {best.length > 0 && (
        <RailSection title="Most wins">
          <ol className={classes.rows}>
            {best.map((row) => (
              <li key={row.username} className={classes.pair}>
                <PersonLink username={row.username} avatar="s" />
                <span className={classes.fact}>{count(row.wins, 'win')}</span>
              </li>
            ))}
          </ol>
        </RailSection>
      )}
    </>
  );
}
