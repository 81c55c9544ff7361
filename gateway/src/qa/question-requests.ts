import type { AddQuestion } from '@parlour/contracts/qa';
import type { Rpc } from '@parlour/contracts/rpc';
import { pageOf, searched, taggedWith } from '../http/page-request.ts';
import type { AddQuestionDto, GetQuestionByIdQuery, GetQuestionQuery } from './question.dto.ts';

/** What the service is asked with; who asks stands in the context of the call. */
export function addQuestionOf({ title, text, tags, onlyFollowers, communityId }: AddQuestionDto): AddQuestion {
  return {
    title,
    text,
    tags: tags.map(({ name, description }) => (description === undefined ? { name } : { name, description })),
    onlyFollowers: onlyFollowers ?? false,
    communityId: communityId?.toLowerCase() ?? null,
  };
}

/** Which questions the service is asked for. */
export function questionsOf(query: GetQuestionQuery): Rpc['qa.getQuestions']['request'] {
  const community = query.communityId ? { communityId: query.communityId.toLowerCase() } : {};
  return { ...pageOf(query), order: query.order, ...searched(query.search), ...taggedWith(query.tag), ...community };
}

/** Which question the service is asked for, and which of its answers. */
export function questionOf(id: string, { after }: GetQuestionByIdQuery): Rpc['qa.getQuestionById']['request'] {
  return after === undefined ? { id } : { id, after: after.toLowerCase() };
}
