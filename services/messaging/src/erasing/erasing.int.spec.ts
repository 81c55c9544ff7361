import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { until } from '@parlour/kernel/testing/until';
import { blankingStream } from '@parlour/posts/erasing.decider';
import { messageChangeStream } from '../editing/editing.decider.ts';
import { messagingDefinition } from '../messaging.module.ts';

const ann: Actor = { id: '01890000-0000-7000-8000-000000000010', name: 'Ann' };

let world: ServiceWorld;
beforeAll(async () => {
  world = await startServiceWorld(messagingDefinition);
});
afterAll(() => world.close());

test('[BE-7, E-3] a message with the text of blanked ones is erased too, with its versions', async () => {
  const as = { as: ann };
  const { _id: mid } = (await world.call('messaging.addMessage', { msg: 'Hi' }, as)).reply;
  await world.call('messaging.editMessage', { mid, msg: 'A secret', version: 1 }, as);
  await world.call('messaging.editMessage', { mid, msg: messages.removedByOperator, version: 2 }, as);
  await world.call('messaging.deleteMessage', { mid, reason: '' }, as);
  const aged = `update events set data = data || '{"deletedAt": "2026-01-01T10:00:00.000Z"}'
    where stream_id = $1 and type = 'PostDeleted'`;
  await world.database.query({ name: 'test.aged', text: aged }, [messageChangeStream(mid)]);
  const due = `update room_messages set deleted_at = '2026-01-01' where id = $1`;
  await world.database.query({ name: 'test.due', text: due }, [mid]);
  const erased = { name: 'test.erased', text: 'select from events where stream_id = $1' };
  await until('it is erased', async () => (await world.database.query(erased, [blankingStream(mid)])).length > 0);
  const texts = `select data ->> 'text' as text from events where stream_id = $1 and type = 'PostEdited'`;
  expect(await world.database.query({ name: 'test.texts', text: texts }, [messageChangeStream(mid)])).toEqual([
    { text: '' },
    { text: '' },
  ]);
});
