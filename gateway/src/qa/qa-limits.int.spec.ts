import { unedited } from '@parlour/contracts/posts/editable';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { questionId, questionOf, unknownId } from '../testing/stand-ins.ts';
import { RunningGateway } from '../testing/running-gateway.ts';

let gateway: RunningGateway;

beforeEach(async () => {
  gateway = await RunningGateway.start({ LIMITS: 'strict', TRUSTED_PROXIES: '127.0.0.1' });
  gateway.standIns.answer({
    'qa.vote': () => ({ msg: '', upVotes: [], downVotes: [], upVoteCount: 0, downVoteCount: 0 }),
    'qa.followQuestion': () => questionOf('Tides'),
    'qa.addComment': () => ({
      _id: unknownId,
      text: '',
      commentBy: 'Ann',
      commentDateTime: '2026-01-05T09:03:07.000Z',
      ...unedited,
    }),
  });
});

afterEach(() => gateway.stop());

/** Repeats a request from another address each time, so that no address limit applies. */
async function refusedOf(times: number, paths: readonly string[], body: object): Promise<number> {
  const ann = await gateway.signIn('Ann');
  let refused = 0;
  for (let turn = 0; turn < times; turn++) {
    const headers = { ...ann, 'x-forwarded-for': `192.0.2.${turn}` };
    const answer = await gateway.post(paths[turn % paths.length] ?? '', body, headers);
    if (answer.status === 429) refused++;
    else expect(answer.status).toBe(200);
  }
  return refused;
}

it('sixty votes a minute, up or down', async () => {
  const paths = ['upvoteQuestion', 'downvoteQuestion', 'followQuestion'].map((name) => `/api/question/${name}`);
  expect(await refusedOf(63, paths, { qid: questionId })).toBe(3);
});

it('twenty comments at once', async () => {
  const body = { id: questionId, type: 'question', comment: { text: 'Oh?' } };
  expect(await refusedOf(22, ['/api/comment/addComment'], body)).toBe(2);
});
