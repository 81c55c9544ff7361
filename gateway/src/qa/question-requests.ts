import type { AddQuestion } from '@parlour/contracts/qa';
import type { Rpc } from '@parlour/contracts/rpc';
import { pageOf, searched, taggedWith } from '../http/page-request.ts';
import type { AddQuestionDto, GetQuestionByIdQuery, GetQuestionQuery } from './question.dto.ts';

/** Requests to the service; the actor is in the context of the call. */
export function addQuestionOf({ title, text, tags, onlyFollowers, communityId }: AddQuestionDto): AddQuestion {
  return {
    title,
    text,
    tags: tags.map(({ name, description }) => (description === undefined ? { name } : { name, description })),
    onlyFollowers: onlyFollowers ?? false,
    communityId: communityId?.toLowerCase() ?? null,
  };
}

/** The request for a list of questions. */
export function questionsOf(query: GetQuestionQuery): Rpc['qa.getQuestions']['request'] {
  const community = query.communityId ? { communityId: query.communityId.toLowerCase() } : {};
  return { ...pageOf(query), order: query.order, ...searched(query.search), ...taggedWith(query.tag), ...community };
}

/** The request for a question and its answers. */
export function questionOf(id: string, { after }: GetQuestionByIdQuery): Rpc['qa.getQuestionById']['request'] {
  return after === undefined ? { id } : { id, after: after.toLowerCase() };
}
