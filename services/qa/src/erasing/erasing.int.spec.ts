import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { statement } from '@parlour/kernel/database/database';
import { until } from '@parlour/kernel/testing/until';
import { personOf } from '@parlour/kernel/testing/people';
import { answerStream } from '../answer/answer.decider.ts';
import { blankingStream } from '@parlour/posts/erasing.decider';
import { commentStream } from '../comment/comment.decider.ts';
import { questionStream } from '../question/question.decider.ts';
import { type QaWorld, startQa } from '../testing/qa-world.ts';

const ann = personOf('Ann');

let world: QaWorld;
beforeAll(async () => {
  world = await startQa();
});
afterAll(() => world.close());

const lockLog = statement('test.lockLog', 'select from head for update');
const aged = statement(
  'test.aged',
  `update events set data = jsonb_set(data, '{deletedAt}', '"2026-01-01T10:00:00.000Z"')
    where stream_id = $1 and data ? 'deletedAt'`,
);
// As another process does it that erases the post.
const blanked = statement(
  'test.blanked',
  `with raised as (update head set position = position + 1 returning position)
   insert into events (position, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at)
   select r.position, gen_random_uuid(), $2, 1, e.ordering_key, 'PostErased', 1, $3::jsonb, e.meta, clock_timestamp()
     from raised r, events e where e.stream_id = $1 and e.version = 1`,
);
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test.each(['question', 'answer', 'comment'] as const)(
  '[BE-3, Q-31] what is erased while it is being restored stays deleted: %s',
  async (kind) => {
    const questionId = await world.ask(ann);
    const by = { as: ann };
    const { id, stream, remove, restore, place } = await {
      question: () => ({
        ...{ id: questionId, stream: questionStream(questionId), place: { answerId: null } },
        remove: () => world.call('qa.deleteQuestion', { qid: questionId }, by),
        restore: () => world.call('qa.restoreQuestion', { qid: questionId }, by),
      }),
      answer: async () => {
        const aid = await world.answer(ann, questionId);
        return {
          ...{ id: aid, stream: answerStream(aid), place: { answerId: aid } },
          remove: () => world.call('qa.deleteAnswer', { aid }, by),
          restore: () => world.call('qa.restoreAnswer', { aid }, by),
        };
      },
      comment: async () => {
        const cid = await world.comment(ann, 'question', questionId);
        return {
          ...{ id: cid, stream: commentStream(cid), place: { answerId: null } },
          remove: () => world.call('qa.deleteComment', { cid }, by),
          restore: () => world.call('qa.restoreComment', { cid }, by),
        };
      },
    }[kind]();
    await remove();
    let refused: Promise<void> | undefined;
    await world.database.transaction(async (tx) => {
      await tx.query(lockLog);
      refused = expect(restore()).rejects.toMatchObject({ code: 'restore.late' });
      await until('it is decided', async () => (await world.sql(waiting)).length > 0);
      await tx.query(aged, [stream]);
      const data = { kind, id, questionId, ...place, author: ann.id };
      await tx.query(blanked, [stream, blankingStream(id), JSON.stringify(data)]);
    });
    await refused;
  },
);

test('[BE-3, Q-31] what has the text of blanked posts is erased too, with its versions', async () => {
  const aid = await world.answer(ann, await world.ask(ann), 'A secret');
  await world.call('qa.editAnswer', { aid, text: messages.removedByOperator, version: 1 }, { as: ann });
  await world.call('qa.deleteAnswer', { aid }, { as: ann });
  await world.database.query(aged, [answerStream(aid)]);
  await world.sql(`update answers set deleted_at = '2026-01-01' where id = $1`, [aid]);
  await until('it is erased', async () => {
    return (await world.sql('select from events where stream_id = $1', [blankingStream(aid)])).length > 0;
  });
  const texts = `select data ->> 'text' as text from events where stream_id = $1 and data ? 'text'`;
  expect(await world.sql(texts, [answerStream(aid)])).toEqual([{ text: '' }, { text: '' }]);
});
