import { Button } from '@mantine/core';
import type { QuestionOrder } from '@parlour/contracts/qa/qa';
import { Link } from 'react-router';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { askLink, searchOf, type QuestionListOf } from './question-search.ts';

/** What an empty list says, and what its reader can do next. */
export function NoQuestions({ list, mayAsk }: { readonly list: QuestionListOf; readonly mayAsk: boolean }) {
  const { tags, words, unanswerable } = searchOf(list);
  if (tags.length > 0 || (list.search ?? '').trim() !== '') {
    return (
      <EmptyState drawing="lost" title="No Questions Found">
        <p>
          {words.length === 0 && !unanswerable
            ? 'No questions here yet.'
            : 'Try fewer or shorter words, or look for a tag by writing it in brackets, like [garden].'}
        </p>
        <Button component={Link} to="/home" variant="default">
          All questions
        </Button>
      </EmptyState>
    );
  }
  const { title, advice, asking } = emptyOrders[list.order];
  const said = [advice, mayAsk ? asking : undefined].filter((each) => each !== undefined).join(' ');
  return (
    <EmptyState drawing={list.order === 'following' ? 'people' : 'questions'} title={title}>
      {said !== '' && <p>{said}</p>}
      {list.order === 'following' ? (
        <Button component={Link} to="/users" variant="default">
          Find people
        </Button>
      ) : (
        mayAsk && (
          <Button component={Link} to={askLink(list.communityId)}>
            Ask a Question
          </Button>
        )
      )}
    </EmptyState>
  );
}

interface EmptyOrder {
  readonly title: string;
  readonly advice?: string;
  /** Advice for those who may ask here. */
  readonly asking?: string;
}

const nothingAsked: EmptyOrder = { title: 'No questions yet', asking: 'Be the first to ask something.' };

const emptyOrders: Record<QuestionOrder, EmptyOrder> = {
  newest: nothingAsked,
  unanswered: {
    title: 'No unanswered questions',
    advice: 'See all questions under Newest.',
    asking: 'Or ask one yourself.',
  },
  active: nothingAsked,
  mostViewed: nothingAsked,
  following: {
    title: 'Your Following Feed is empty',
    advice: 'Questions by people you follow, and questions you follow, appear here.',
  },
  unsolved: {
    title: 'No unsolved questions',
    advice: 'Each has an accepted answer. See all questions under Newest.',
    asking: 'Or ask one yourself.',
  },
};
