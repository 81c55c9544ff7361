import type { PostPlace, QaEvent } from '@parlour/contracts/qa/qa.events';
import { projection } from '@parlour/kernel/view/projection';
import { increase, type RowChange } from '@parlour/kernel/view/row-changes';
import { ContributorRow } from './contribution.entity.ts';

/**
 * Who has posted how much: it takes two contributions to create a community.
 * Source: specification VA-18.
 */
export const contributionView = projection<QaEvent>({
  name: 'communities.contributors',
  source: 'qa',
  entities: [ContributorRow],
  changes: {
    QuestionAsked: ({ data }) => [increase(ContributorRow, { userId: data.askedBy }, { posts: 1 })],
    AnswerPosted: ({ data }) => [increase(ContributorRow, { userId: data.answeredBy }, { posts: 1 })],
    PostDeleted: ({ data }) => postsOf(data, -1),
    PostRestored: ({ data }) => postsOf(data, 1),
  },
});

/** Comments are no contributions. */
function postsOf({ kind, author: userId }: PostPlace, posts: 1 | -1): readonly RowChange[] {
  return kind === 'comment' ? [] : [increase(ContributorRow, { userId }, { posts })];
}
