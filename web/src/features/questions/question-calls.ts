import { questionOrders, type QuestionOrder } from '@parlour/contracts/qa/qa';
import type { GetQuestionById } from '@parlour/contracts/qa/qa.requests';
import type { Call } from '../../shared/http/call.ts';
import { pathTo } from '../../shared/http/endpoint.ts';
import type { QuestionListOf } from './list/question-search.ts';

// Apart from the endpoints, because app/early.ts makes the same calls without their library.

/** The arguments of an open question: its id, the viewer, and the order of its answers. */
export type OpenQuestion = { readonly id: string } & Required<Pick<GetQuestionById, 'username'>> &
  Pick<GetQuestionById, 'answers'>;

/** The order in the address; the default for any other value. */
export function parseOrder(text: string | null): QuestionOrder {
  return questionOrders.find((order) => order === text) ?? 'newest';
}

/** The list that an address of the home page stands for. */
export function homeList(parameters: URLSearchParams, username: string): QuestionListOf {
  const order = parseOrder(parameters.get('order'));
  const tag = (parameters.get('tag') ?? '').trim();
  // A tag is passed by name: its brackets need not match, unlike those of `[tag]` in a search.
  return tag === '' ? { order, search: (parameters.get('search') ?? '').trim(), username } : { order, tag, username };
}

export function listCall(query: QuestionListOf): Call {
  return { path: '/question/getQuestion', query };
}

/** A question's id as an address has it; the server's are in small letters. */
export function questionIdOf(text = ''): string {
  return text.toLowerCase();
}

export function questionCall({ id, ...query }: OpenQuestion & GetQuestionById): Call {
  return { path: pathTo`/question/getQuestionById/${id}`, query };
}
