import { useDebouncedValue } from '@mantine/hooks';
import { count } from '../../../shared/text/count.ts';
import { useUnblocked } from '../../../shared/state/blocked.slice.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { useGetQuestionsLikeQuery } from '../questions.api.ts';
import classes from './similar-questions.module.css';

const typingMs = 400;
/** Fewer characters tell nothing. */
const fewest = 4;

/**
 * Questions like the title that somebody types: theirs may be answered. Nothing if there are none.
 */
export function SimilarQuestions({ title }: { readonly title: string }) {
  const username = useViewer();
  const [settled] = useDebouncedValue(title, typingMs);
  const isTelling = settled.trim().length >= fewest;
  // The last result stays until the next one is there.
  const { data = [] } = useGetQuestionsLikeQuery({ title: settled, username }, { skip: !isTelling });
  const unblocked = useUnblocked(data);
  const similar = isTelling ? unblocked : [];
  return (
    <>
      <span role="status" className="visually-hidden">
        {similar.length > 0 && count(similar.length, 'similar question')}
      </span>
      {similar.length > 0 && (
        <section className={classes.similar}>
          <h2 className={classes.title}>Similar questions</h2>
          <ul className={classes.list}>
            {similar.map((row) => (
              <li key={row._id}>
                <a href={`/question/${encodeURIComponent(row._id)}`} target="_blank" rel="noopener" dir="auto">
                  {row.title}
                </a>
                <span>{count(row.answerCount, 'answer')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
