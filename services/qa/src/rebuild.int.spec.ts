import { expect, test } from '@jest/globals';
import { eventTypes } from '@parlour/contracts/event-types';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { personOf } from '@parlour/kernel/testing/people';
import { qaDefinition } from './qa.module.ts';
import { startQa } from './testing/qa-world.ts';

const own = qaDefinition.views.filter((view) => view.source === 'qa');
const tables = own.flatMap((view) => view.tables);

test('a rebuilt read model equals the serving one', async () => {
  const world = await startQa();
  try {
    const [ann, ben, cay] = [personOf('Ann'), personOf('Ben'), personOf('Cay')];
    await world.follow(ben, ann);
    const open = await world.ask(ann, { tags: [{ name: 'sea' }, { name: 'salt' }] });
    const secret = await world.ask(ann, { tags: [{ name: 'sea' }, { name: 'secret' }], onlyFollowers: true });
    for (const qid of [open, secret]) {
      await world.read(ben, qid);
      const aid = await world.answer(ben, qid);
      await world.comment(ben, 'answer', aid);
      await world.voteOnAnswer(ann, aid, 'up');
      for (const accepted of [aid, null, await world.answer(ben, qid), aid]) await world.accept(ann, qid, accepted);
      await world.comment(ann, 'question', qid);
      await world.vote(ben, qid, 'up');
      await world.vote(ben, qid, 'down');
      await world.call('qa.followQuestion', { qid }, { as: ben });
    }
    await world.vote(cay, open, 'up');
    await world.vote(cay, open, 'up');
    await world.call('qa.followQuestion', { qid: open }, { as: ben });
    await world.call('qa.followQuestion', { qid: secret }, { as: ben });
    await world.call('qa.followQuestion', { qid: secret }, { as: ben });
    const served = await readTables(world.database, tables);
    for (const table of tables) expect(served[table]).not.toEqual([]);
    const feed = async (after: number, limit: number) => (await world.call('qa.feed', { after, limit })).reply;
    for (const view of own) await rebuildView(view, true, world.database, feed, eventTypes.qa);
    expect(await readTables(world.database, tables)).toEqual(served);
    expect(await world.list(ben, { search: '[sea]' })).toEqual([secret, open]);
  } finally {
    await world.close();
  }
});
