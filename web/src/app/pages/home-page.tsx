import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { QuestionList, QuestionTotal } from '../../features/questions/question-list.tsx';
import { parseOrder, QuestionOrders } from '../../features/questions/question-orders.tsx';
import { TagDescription } from '../../features/tags/tag-description.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import classes from './page.module.css';

/** All questions, search results, or the questions with a tag. */
export function HomePage() {
  const [parameters, setParameters] = useSearchParams();
  const viewer = useViewer();
  const tag = (parameters.get('tag') ?? '').trim();
  const words = (parameters.get('search') ?? '').trim();
  const order = parseOrder(parameters.get('order'));
  // A tag is passed by name: its brackets need not match, unlike those of `[tag]` in a search.
  const list = useMemo(
    () => (tag === '' ? { order, search: words, viewer } : { order, search: '', tag, viewer }),
    [order, tag, viewer, words],
  );
  const title = tag !== '' ? tag : words !== '' ? 'Search Results' : 'All Questions';
  usePageTitle(title);
  return (
    <>
      <div className={classes.head} data-short>
        <div className={classes.words}>
          <h1 className={classes.title} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          <p className={classes.below}>
            <QuestionTotal list={list} />
            {tag === '' && words !== '' && (
              <>
                {' '}
                for “<bdi>{words}</bdi>”
              </>
            )}
          </p>
        </div>
        <Button component={Link} to="/new/question">
          Ask a Question
        </Button>
      </div>
      {tag !== '' && <TagDescription key={tag} name={tag} />}
      <div className={classes.orders}>
        <QuestionOrders
          order={order}
          onChange={(next) => {
            setParameters(
              (before) => {
                const after = new URLSearchParams(before);
                if (next === 'newest') after.delete('order');
                else after.set('order', next);
                return after;
              },
              { preventScrollReset: true },
            );
          }}
        />
      </div>
      <QuestionList key={JSON.stringify(list)} list={list} />
    </>
  );
}
