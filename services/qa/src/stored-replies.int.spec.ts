import { personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { qaCalls } from '@parlour/contracts/qa/qa.calls';
import type { Rpc } from '@parlour/contracts/rpc';
import { postsToDescribe } from '@parlour/contracts/qa/tag-descriptions';
import { type QaWorld, startQa } from './testing/qa-world.ts';

const [ann, ben, cay] = [personOf('Ann'), personOf('Ben'), personOf('Cay')];
const others = 'Overheard';

let world: QaWorld;
let qid: string;
let aid: string;
beforeAll(async () => {
  world = await startQa();
  qid = await world.ask(ann);
  aid = await world.answer(ben, qid);
  await world.answer(cay, qid, others);
  await world.comment(cay, 'question', qid, others);
  await world.comment(cay, 'answer', aid, others);
});
afterAll(() => world.close());

describe('the replies that are stored with keys', () => {
  test('of no command contain what others have written', async () => {
    const tag = { name: 'sea' };
    for (let each = 1; each < postsToDescribe; each++) await world.ask(ben, { tags: [tag] });

    type Name = keyof typeof qaCalls;
    const given = new Set<string>();
    const give = async <N extends Name>(as: Actor, name: N, request: Rpc[N]['request']): Promise<Rpc[N]['reply']> => {
      given.add(name);
      return (await world.call(name, request, { as, key: `${name} ${given.size}` })).reply;
    };
    const question = { title: 'Why?', text: 'Why is that so?', tags: [tag] };
    await give(ben, 'qa.addQuestion', { ...question, onlyFollowers: false, communityId: null });
    await give(ben, 'qa.describeTag', { tag: tag.name, text: 'Brine', version: 1 });
    await give(ben, 'qa.vote', { qid, vote: 'up' });
    await give(ben, 'qa.followQuestion', { qid });
    await give(ann, 'qa.voteOnAnswer', { aid, vote: 'up' });
    await give(ann, 'qa.editQuestion', { ...question, qid, version: 1 });
    await give(ann, 'qa.deleteQuestion', { qid });
    await give(ann, 'qa.restoreQuestion', { qid });
    await give(ben, 'qa.addAnswer', { qid, text: 'Therefore.' });
    await give(ben, 'qa.editAnswer', { aid, text: 'Therefore.', version: 1 });
    await give(ben, 'qa.deleteAnswer', { aid });
    await give(ben, 'qa.restoreAnswer', { aid });
    await give(ann, 'qa.acceptAnswer', { qid, aid });
    const { _id: cid } = await give(ben, 'qa.addComment', { id: aid, type: 'answer', text: 'Oh?' });
    await give(ben, 'qa.editComment', { cid, text: 'Oh!', version: 1 });
    await give(ben, 'qa.deleteComment', { cid });
    await give(ben, 'qa.restoreComment', { cid });

    const commands = Object.entries(qaCalls).filter(([, { kind }]) => kind === 'command');
    expect([...given].sort()).toEqual(commands.map(([name]) => name).sort());
    const stored = await world.sql<{ route: string; reply: string }>('select route, reply::text from commands');
    expect(new Set(stored.map(({ route }) => route))).toEqual(given);
    expect(stored.filter(({ reply }) => reply.includes(others)).map(({ route }) => route)).toEqual([]);
  });

  test('are of no use to somebody who cannot see the question any more', async () => {
    await world.follow(ben, ann);
    const hiding = await world.ask(ann, { onlyFollowers: true });
    const [edited, deleted] = [await world.answer(ben, hiding), await world.answer(ben, hiding)];
    const commands = [
      () => world.call('qa.followQuestion', { qid: hiding }, { as: ben, key: 'following' }),
      () => world.call('qa.editAnswer', { aid: edited, text: 'So.', version: 1 }, { as: ben, key: 'editing' }),
      () => world.call('qa.deleteAnswer', { aid: deleted }, { as: ben, key: 'deleting' }),
      () => world.call('qa.deleteQuestion', { qid: hiding, reason: 'Spam' }, { as: cay, key: 'removing' }),
    ];
    await world.identity({ type: 'OperatorAdded', data: { userId: cay.id } });
    for (const give of commands) await give();
    await world.identity({ type: 'OperatorRemoved', data: { userId: cay.id } });
    await world.unfollow(ben, ann);
    for (const give of commands)
      await expect(give()).rejects.toMatchObject({ code: expect.stringMatching('(question|answer).unknown') });
  });
});
