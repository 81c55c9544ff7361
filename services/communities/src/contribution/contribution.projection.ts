import type { QaEvent } from '@parlour/contracts/qa.events';
import { projection } from '@parlour/kernel/view/projection';
import { increase } from '@parlour/kernel/view/row-changes';
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
    QuestionDeleted: ({ data }) => [increase(ContributorRow, { userId: data.askedBy }, { posts: -1 })],
    AnswerDeleted: ({ data }) => [increase(ContributorRow, { userId: data.answeredBy }, { posts: -1 })],
    QuestionRestored: ({ data }) => [increase(ContributorRow, { userId: data.askedBy }, { posts: 1 })],
    AnswerRestored: ({ data }) => [increase(ContributorRow, { userId: data.answeredBy }, { posts: 1 })],
  },
});
