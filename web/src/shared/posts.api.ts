import type { EditPoll } from '@parlour/contracts/communities/communities.requests';
import type { PollWire } from '@parlour/contracts/communities/communities';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import type { EditMessage } from '@parlour/contracts/messaging/messaging.requests';
import type { AnswerWire, CommentWire, QuestionWire, VersionWire } from '@parlour/contracts/qa/qa';
import type { EditAnswer, EditComment, EditQuestion } from '@parlour/contracts/qa/qa.requests';
import { api } from './api.ts';
import { change, pathTo, type Submitted } from './http/endpoint.ts';
import type { Outcome } from './http/outcome.ts';
import { selectUsername } from './state/session.slice.ts';
import type { Thunk } from './state/store.ts';

/**
 * What people write, by its kind: all of it is edited, deleted and restored by calls of the same
 * form.
 */
interface Posts {
  readonly question: { readonly post: QuestionWire; readonly request: EditQuestion };
  readonly answer: { readonly post: AnswerWire; readonly request: EditAnswer };
  readonly comment: { readonly post: CommentWire; readonly request: EditComment };
  readonly poll: { readonly post: PollWire; readonly request: EditPoll };
  readonly message: { readonly post: MessageWire; readonly request: EditMessage };
}

export type PostKind = keyof Posts;
/** A post as a call answers it. */
export type PostOf<Kind extends PostKind> = Posts[Kind]['post'];

const routes = {
  question: { path: '/question', name: 'Question', id: 'qid' },
  answer: { path: '/answer', name: 'Answer', id: 'aid' },
  comment: { path: '/comment', name: 'Comment', id: 'cid' },
  poll: { path: '/poll', name: 'Poll', id: 'pollId' },
  message: { path: '/messaging', name: 'Message', id: 'mid' },
} as const satisfies Record<PostKind, object>;

/** The texts of a post after an edit. */
export type EditOf<Kind extends PostKind> = Omit<
  Posts[Kind]['request'],
  (typeof routes)[Kind]['id'] | 'version' | 'username'
>;

/** An edit of a version, with the key of its attempt. */
export interface Edition {
  readonly version: number;
  readonly key: string;
}

const methods = { edit: 'PATCH', delete: 'DELETE', restore: 'POST' } as const;

const postsApi = api.injectEndpoints({
  endpoints: (build) => ({
    changePost: build.mutation<
      PostOf<PostKind>,
      Submitted<{ readonly kind: PostKind; readonly id: string; readonly act: keyof typeof methods }>
    >({
      query: ({ kind, id, act, ...request }) => {
        const { path, name, id: idName } = routes[kind];
        return change(`${path}/${act}${name}`, methods[act])({ [idName]: id, ...request });
      },
    }),
    /** Read again for each version; the version is no part of the call. */
    getPostHistory: build.query<
      readonly VersionWire[],
      { readonly kind: PostKind; readonly id: string; readonly version: number }
    >({
      query: ({ kind, id }) => ({ path: pathTo`/${kind}/history/${id}` }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetPostHistoryQuery } = postsApi;

function changePost<Kind extends PostKind>(
  kind: Kind,
  id: string,
  act: keyof typeof methods,
  request: { readonly submissionKey: string },
): Thunk<Promise<Outcome<PostOf<Kind>>>> {
  return async (dispatch, getState) => {
    // Calls about messages go without their author's name.
    const username = kind === 'message' ? undefined : selectUsername(getState());
    const named = { ...request, ...(username !== undefined && { username }) };
    const call = dispatch(postsApi.endpoints.changePost.initiate({ ...named, kind, id, act }));
    const { data, error } = await call;
    call.reset();
    return { data: data as PostOf<Kind> | undefined, error }; // the reply to a call about this kind
  };
}

/** Resolves with the post as it is then, or with the error, as the following ones. */
export function editPost<Kind extends PostKind>(kind: Kind, id: string, { key, version }: Edition, edit: EditOf<Kind>) {
  return changePost(kind, id, 'edit', { ...edit, version, submissionKey: key });
}

/** With a reason, if somebody else wrote it. */
export function deletePost<Kind extends PostKind>(kind: Kind, id: string, submissionKey: string, reason?: string) {
  return changePost(kind, id, 'delete', { submissionKey, ...(reason !== undefined && { reason }) });
}

export function restorePost<Kind extends PostKind>(kind: Kind, id: string, submissionKey: string) {
  return changePost(kind, id, 'restore', { submissionKey });
}
