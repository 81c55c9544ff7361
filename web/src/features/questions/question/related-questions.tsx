import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { RailSection } from '../../../design/patterns/rail-layout.tsx';
import { useUnblocked } from '../../../shared/state/blocked.slice.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { whenIdle } from '../../../shared/state/hooks/when-idle.ts';
import { count } from '../../../shared/text/count.ts';
import { useGetQuestionsWithTagsQuery } from '../questions.api.ts';
import { mostLike, searchForTags } from './related.ts';
import classes from './related-questions.module.css';

const relatedShown = 5;

/**
 * Questions with the same tags. Asked for when they would be seen and the page has nothing to do.
 */
export function RelatedQuestions({ question }: { readonly question: QuestionWire }) {
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
                <Link to={`/question/${encodeURIComponent(_id)}`} className="quiet-link" dir="auto">
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
