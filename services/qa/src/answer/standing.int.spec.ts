import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unedited } from '@parlour/contracts/posts/editable';
import { messages } from '@parlour/contracts/messages';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { headLock, hold } from '@parlour/kernel/testing/held-lock';
import { personOf } from '@parlour/kernel/testing/people';
import { hidden, type QaWorld, startQa, unknownId } from '../testing/qa-world.ts';

const [ann, ben, cay] = [personOf('Ann'), personOf('Ben'), personOf('Cay')];

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

const standings = ({ answers }: QuestionWire) =>
  answers.map(({ _id, score, myVote, accepted }) => ({ _id, score, myVote, accepted }));

describe('[BA-1, Q-24] voting on an answer', () => {
  test('toggles and moves as on a question; the reply is the answer', async () => {
    const aid = await world.answer(ben, await world.ask(ann));
    const comment = await world.comment(ben, 'answer', aid);
    expect(await world.voteOnAnswer(ann, aid, 'up')).toEqual({
      msg: 'Answer upvoted successfully',
      _id: aid,
      text: 'Because.',
      ansBy: 'Ben',
      ansDateTime: expect.stringMatching(/Z$/),
      comments: [expect.objectContaining({ _id: comment })],
      score: 1,
      myVote: 'up',
      accepted: false,
      ...unedited,
    });
    const voted = (vote: 'up' | 'down') => world.voteOnAnswer(ann, aid, vote);
    expect(await voted('down')).toMatchObject({ msg: 'Answer downvoted successfully', score: -1, myVote: 'down' });
    expect(await voted('down')).toMatchObject({ msg: 'Downvote cancelled successfully', score: 0, myVote: null });
    await voted('up');
    expect(await voted('up')).toMatchObject({ msg: 'Upvote cancelled successfully', score: 0, myVote: null });
  });

  test('is in the question as each viewer sees it, and leaves its own votes alone', async () => {
    const qid = await world.ask(ann);
    const [one, other] = [await world.answer(ben, qid), await world.answer(ben, qid)];
    await world.voteOnAnswer(ann, one, 'up');
    await world.voteOnAnswer(cay, one, 'up');
    await world.voteOnAnswer(cay, other, 'down');
    const unaccepted = { accepted: false };
    expect(standings(await world.read(ann, qid))).toEqual([
      { _id: one, score: 2, myVote: 'up', ...unaccepted },
      { _id: other, score: -1, myVote: null, ...unaccepted },
    ]);
    expect(standings(await world.read(cay, qid))).toMatchObject([{ myVote: 'up' }, { myVote: 'down' }]);
    expect(await world.read(ben, qid)).toMatchObject({ upVotes: [], upVoteCount: 0, downVoteCount: 0 });
  });

  test('of one’s own, or of one that does not exist, is refused', async () => {
    const aid = await world.answer(ben, await world.ask(ann));
    const own = { code: 'vote.own', message: messages.voteOwn };
    await expect(world.voteOnAnswer(ben, aid, 'up')).rejects.toMatchObject(own);
    const unknown = { code: 'answer.unknown', message: messages.answerUnknown };
    await expect(world.voteOnAnswer(ben, unknownId, 'up')).rejects.toMatchObject(unknown);
  });

  test('that is deleted at that moment is refused', async () => {
    const aid = await world.answer(ben, await world.ask(ann));
    const lock = await hold(world.databases.connections.qa, headLock);
    const voting = world.voteOnAnswer(ann, aid, 'up');
    await lock.waiters(1);
    await lock.also(`update answers set deleted_by = answered_by, deleted_at = now() where id = '${aid}'`);
    await lock.release();
    await expect(voting).rejects.toMatchObject({ code: 'answer.unknown' });
    expect(await world.sql('select from answer_votes where answer_id = $1', [aid])).toEqual([]);
  });

  test('[T-11] a retry with the same key changes nothing; many at once are counted exactly', async () => {
    const qid = await world.ask(ann);
    const request = { aid: await world.answer(ben, qid), vote: 'up' } as const;
    const first = await world.call('qa.voteOnAnswer', request, { as: cay, key: 'vote' });
    expect(await world.call('qa.voteOnAnswer', request, { as: cay, key: 'vote' })).toEqual(first);
    const people = Array.from({ length: 20 }, (_, index) => personOf(`v${index}`));
    await Promise.all(people.map((person) => world.voteOnAnswer(person, request.aid, 'down')));
    expect(standings(await world.read(cay, qid))).toMatchObject([{ score: -19, myVote: 'up' }]);
  });
});

describe('[BA-2, Q-25, Q-26] accepting an answer', () => {
  test('marks it in the question and its rows, until another is accepted, or none', async () => {
    const qid = await world.ask(ann);
    const [one, other] = [await world.answer(ben, qid), await world.answer(ann, qid)];
    const row = async () =>
      (await world.call('qa.getQuestions', { order: 'newest', limit: 1 }, { as: cay })).reply.rows;
    expect(await row()).toMatchObject([{ _id: qid, acceptedAnswerId: null }]);
    for (const [accepted, marks] of [
      [one, [true, false]],
      [other, [false, true]],
      [null, [false, false]],
    ] as const) {
      const reply = await world.accept(ann, qid, accepted);
      expect(reply).toMatchObject({ _id: qid, acceptedAnswerId: accepted });
      expect(reply.answers.map((answer) => answer.accepted)).toEqual(marks);
      expect(await world.read(cay, qid)).toMatchObject({
        acceptedAnswerId: accepted,
        answers: [{ accepted: marks[0] }, { accepted: marks[1] }],
      });
      expect(await row()).toMatchObject([{ acceptedAnswerId: accepted }]);
    }
  });

  test('is for the asker only, and for answers of the question', async () => {
    const qid = await world.ask(ann);
    const aid = await world.answer(ben, qid);
    const elsewhere = await world.answer(ben, await world.ask(ann));
    const notAsker = { code: 'accept.notAsker', message: messages.acceptNotAsker };
    for (const answer of [aid, null]) await expect(world.accept(ben, qid, answer)).rejects.toMatchObject(notAsker);
    for (const answer of [elsewhere, unknownId]) {
      await expect(world.accept(ann, qid, answer)).rejects.toMatchObject({ code: 'answer.unknown' });
    }
    await expect(world.accept(ann, unknownId, aid)).rejects.toMatchObject(hidden);
  });

  test('takes a question from the list of unsolved ones and from its total', async () => {
    const unsolved = { order: 'unsolved' } as const;
    const [none, open, done] = [await world.ask(ann), await world.ask(ann), await world.ask(ann)];
    const before = await world.total(cay, unsolved);
    await world.answer(ben, open);
    await world.accept(ann, done, await world.answer(ben, done));
    expect((await world.list(cay, unsolved)).slice(0, 2)).toEqual([open, none]);
    expect(await world.total(cay, unsolved)).toBe(before - 1);
    await world.accept(ann, done, await world.answer(ben, done));
    expect(await world.total(cay, unsolved)).toBe(before - 1);
    await world.accept(ann, done, null);
    expect((await world.list(cay, unsolved))[0]).toBe(done);
    expect(await world.total(cay, unsolved)).toBe(before);
  });
});
