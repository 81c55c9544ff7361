import { mostLike, searchForTags } from '@parlour/contracts/qa/similar';
import { Button } from '@mantine/core';
import { limits } from '@parlour/contracts/limits';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconShare } from '../../../design/parts/look/icons.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { RelativeTime } from '../../../design/parts/text/relative-time.tsx';
import { shareAddress } from '../../../design/parts/page/share.ts';
import { RailSection } from '../../../design/patterns/rail-layout.tsx';
import { useUnblocked } from '../../../shared/state/blocked.slice.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { whenIdle } from '../../../shared/state/hooks/when-idle.ts';
import { count, digits } from '../../../shared/text/count.ts';
import { useGetQuestionsWithTagsQuery } from '../questions.api.ts';
import classes from './question-rail.module.css';

const relatedShown = 5;

/** The details of a question: its author, its numbers, and similar questions. */
export function QuestionRail({
  question,
  asker,
}: {
  readonly question: QuestionWire;
  /** Shown beside the asker's name; without it, the asker is not shown. */
  readonly asker: ReactNode;
}) {
  return (
    <>
      {asker !== undefined && (
        <RailSection title="Asked by">
          <div className={classes.asker}>
            <PersonLink username={question.askedBy} avatar="l" />
            {asker}
          </div>
        </RailSection>
      )}
      <RailSection title="This question">
        <dl className={classes.stats}>
          <Stat name="Asked">
            <RelativeTime at={question.askDateTime} />
          </Stat>
          <Stat name="Views">{digits(question.viewCount)}</Stat>
          <Stat name="Answers">{digits(question.answerCount)}</Stat>
          <Stat name="Followers">
            {digits(question.following.length)}
            {question.following.length >= limits.namesListed && '+'}
          </Stat>
        </dl>
        <Button
          fullWidth
          classNames={{ root: classes.share ?? '' }}
          variant="default"
          leftSection={<IconShare size={17} aria-hidden />}
          onClick={() => {
            void shareAddress(
              new URL(`/question/${encodeURIComponent(question._id)}`, location.href).href,
              question.title,
            );
          }}
        >
          Share
        </Button>
      </RailSection>
      <RelatedQuestions question={question} />
    </>
  );
}

function Stat({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.stat}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Questions with the same tags. Asked for when they would be seen and the page has nothing to do.
 */
function RelatedQuestions({ question }: { readonly question: QuestionWire }) {
  const username = useViewer();
  const [wanted, setWanted] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    let cancel = (): void => undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        cancel = whenIdle(() => setWanted(true));
      },
      { rootMargin: '200px' },
    );
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      cancel();
    };
  }, []);
  const search = searchForTags(question.tags);
  const { currentData = [] } = useGetQuestionsWithTagsQuery({ search, username }, { skip: !wanted });
  const others = useUnblocked(currentData).filter(({ _id }) => _id !== question._id);
  const related = mostLike(others, question, relatedShown);
  return (
    <div ref={place}>
      {related.length > 0 && (
        <RailSection title="Related questions">
          <ul className={classes.related}>
            {related.map(({ _id, title, answerCount }) => (
              <li key={_id}>
                <Link to={`/question/${encodeURIComponent(_id)}`} dir="auto">
                  {title}
                </Link>
                <span>{count(answerCount, 'answer')}</span>
              </li>
            ))}
          </ul>
        </RailSection>
      )}
    </div>
  );
}
