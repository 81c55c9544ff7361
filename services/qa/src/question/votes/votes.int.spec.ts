import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { hidden, type QaWorld, startQa, unknownId } from '../../testing/qa-world.ts';

const [ann, ben, cay] = [personOf('Ann'), personOf('Ben'), personOf('Cay')];

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

describe('voting', () => {
  test('[Q-3] toggles and moves, and the reply has the lists', async () => {
    const qid = await world.ask(ann);
    expect(await world.vote(ben, qid, 'up')).toEqual({
      msg: 'Question upvoted successfully',
      upVotes: ['Ben'],
      downVotes: [],
      upVoteCount: 1,
      downVoteCount: 0,
    });
    expect(await world.vote(ben, qid, 'down')).toEqual({
      msg: 'Question downvoted successfully',
      upVotes: [],
      downVotes: ['Ben'],
      upVoteCount: 0,
      downVoteCount: 1,
    });
    expect(await world.vote(ben, qid, 'down')).toMatchObject({ msg: 'Downvote cancelled successfully', downVotes: [] });
    await world.vote(ben, qid, 'up');
    expect(await world.vote(ben, qid, 'up')).toEqual({
      msg: 'Upvote cancelled successfully',
      upVotes: [],
      downVotes: [],
      upVoteCount: 0,
      downVoteCount: 0,
    });
  });

  test('[Q-3] by several people is in the lists and counts of page and rows, even on one’s own question', async () => {
    const qid = await world.ask(ann);
    await world.vote(ann, qid, 'up');
    await world.vote(ben, qid, 'up');
    await world.vote(cay, qid, 'down');
    const counts = { upVoteCount: 2, downVoteCount: 1 };
    expect(await world.read(cay, qid)).toMatchObject({ upVotes: ['Ann', 'Ben'], downVotes: ['Cay'], ...counts });
    expect(await world.read(ben, qid)).toMatchObject({ upVotes: ['Ben', 'Ann'], downVotes: ['Cay'] });
    const { reply } = await world.call('qa.getQuestions', { order: 'newest', limit: 1 }, { as: ben });
    expect(reply.rows).toMatchObject([{ _id: qid, ...counts }]);
  });

  test('[T-11] a retry with the same key changes nothing', async () => {
    const qid = await world.ask(ann);
    const request = { qid, vote: 'up' } as const;
    const first = await world.call('qa.vote', request, { as: ben, key: 'vote-1' });
    expect(await world.call('qa.vote', request, { as: ben, key: 'vote-1' })).toEqual(first);
    expect(await world.read(ben, qid)).toMatchObject({ upVotes: ['Ben'], upVoteCount: 1 });
  });

  test('fifty presses by one person cancel out; many people at once cast one vote each', async () => {
    const qid = await world.ask(ann);
    const presses = await Promise.allSettled(Array.from({ length: 50 }, () => world.vote(ben, qid, 'up')));
    const counted = presses.filter((press) => press.status === 'fulfilled').length;
    expect((await world.read(ann, qid)).upVoteCount).toBe(counted % 2);
    const people = Array.from({ length: 50 }, (_, index) => personOf(`v${index}`));
    await Promise.all(people.map((person) => world.vote(person, qid, 'down')));
    expect((await world.read(ann, qid)).downVoteCount).toBe(50);
  });

  test('an unknown question is refused', async () => {
    await expect(world.vote(ben, unknownId, 'up')).rejects.toMatchObject({
      ...hidden,
      message: messages.questionUnknown,
    });
  });
});

describe('many voters', () => {
  test('[T-6] a thousand are named, including the viewer; the counts are exact', async () => {
    const qid = await world.ask(ann);
    await world.vote(ben, qid, 'up');
    await world.sql(`insert into people (id, name, canonical_name)
      select 'many' || n, 'Many ' || n, 'many ' || n from generate_series(1, 2000) n`);
    await world.sql(
      `insert into question_votes (question_id, user_id, up, position) select $1, 'many' || n, true, -n from generate_series(1, 2000) n`,
      [qid],
    );
    await world.sql('update questions set up_vote_count = 2001 where id = $1', [qid]);
    for (const reply of [await world.read(ben, qid), (await world.vote(cay, qid, 'down')) as object]) {
      expect(reply).toMatchObject({ upVoteCount: 2_001 });
    }
    const ofBen = await world.read(ben, qid);
    expect(ofBen.upVotes).toHaveLength(1_000);
    expect(ofBen.upVotes.slice(0, 2)).toEqual(['Ben', 'Many 2000']);
    const ofCay = await world.read(cay, qid);
    expect(ofCay.upVotes).toHaveLength(1_000);
    expect(ofCay.upVotes).not.toContain('Ben');
    expect(ofCay.downVotes).toEqual(['Cay']);
  });
});

describe('live messages', () => {
  test('[EV-5] about a vote go to everybody, with the current lists and counts', async () => {
    const qid = await world.ask(ann);
    await world.vote(ben, qid, 'up');
    const published = (await world.liveMessages()).filter(
      (liveMessage) => liveMessage.event === 'voteUpdate' && liveMessage.payload.qid === qid,
    );
    expect(published).toEqual([
      {
        to: ['public'],
        event: 'voteUpdate',
        payload: { qid, upVotes: ['Ben'], downVotes: [], upVoteCount: 1, downVoteCount: 0 },
        position: expect.any(Number),
        latestOf: `votes ${qid}`,
      },
    ]);
  });

  test('about a hundred votes at once show the last state, in far fewer messages', async () => {
    const qid = await world.ask(ann);
    const people = Array.from({ length: 100 }, (_, index) => personOf(`w${index}`));
    await Promise.all(people.map((person) => world.vote(person, qid, 'up')));
    const published = (await world.liveMessages()).flatMap((liveMessage) =>
      liveMessage.event === 'voteUpdate' && liveMessage.payload.qid === qid ? [liveMessage.payload.upVoteCount] : [],
    );
    expect(published.at(-1)).toBe(100);
    expect(published.length).toBeLessThan(50);
  });
});
