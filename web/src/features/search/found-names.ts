import type { FoundType } from '@parlour/contracts/search/found';
import { limits } from '@parlour/contracts/limits';
import { count, digits } from '../../shared/text/count.ts';

/** The tabs, in their order. */
export const foundNames: Readonly<
  Record<FoundType, { readonly tab: string; readonly one: string; readonly many: string }>
> = {
  questions: { tab: 'Questions', one: 'question', many: 'questions' },
  answers: { tab: 'Answers', one: 'answer', many: 'answers' },
  comments: { tab: 'Comments', one: 'comment', many: 'comments' },
  people: { tab: 'People', one: 'person', many: 'people' },
  tags: { tab: 'Tags', one: 'tag', many: 'tags' },
  communities: { tab: 'Communities', one: 'community', many: 'communities' },
  messages: { tab: 'Messages', one: 'message', many: 'messages' },
};

const atLeast = `${digits(limits.countedExactly)}+`;

/** A number of things found, "1,000+" where they are not counted further (decisions T-5). */
export function foundNumber(total: number): string {
  return total > limits.countedExactly ? atLeast : digits(total);
}

/** The same with what they are. */
export function foundCount(total: number, type: FoundType): string {
  const { one, many } = foundNames[type];
  return total > limits.countedExactly ? `${atLeast} ${many}` : count(total, one, many);
}
