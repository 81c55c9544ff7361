import { expect, test } from '@jest/globals';
import { type EnvelopeOf, eventsOf } from '@parlour/contracts/envelope';
import type { MessageWire, MessagingEvent } from '@parlour/contracts/messaging';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { live, type LiveRows } from './messaging.live.ts';

const message = (id: string): MessageWire => ({ _id: id, msg: 'Hello', msgFrom: 'Ann', msgDateTime: 'then' });

const rows: LiveRows = {
  chats: new Map([
    [
      'c1',
      {
        members: [
          { id: 'ann', unread: 0, total: 10 },
          { id: 'ben', unread: 2, total: 12 },
          { id: 'cay', unread: 5, total: 15 },
        ],
        participants: ['Ann', 'Ben', 'Cay'],
        messages: [message('m9')],
      },
    ],
  ]),
  messages: new Map([
    ['m1', message('m1')],
    ['r1', message('r1')],
  ]),
};

function published(event: MessagingEvent, known = rows): unknown[] {
  const [envelope] = eventsOf<MessagingEvent>(envelopesOf('messaging', [event], 7));
  return live(envelope as EnvelopeOf<MessagingEvent>, known).map(({ to, payload, ...liveMessage }) => [
    to,
    liveMessage,
    payload,
  ]); // one was made
}

const chat = { _id: 'c1', participants: ['Ann', 'Ben', 'Cay'] };
const chatUpdate = { event: 'chatUpdate', position: 7 };

test('[EV-7, E-1] everybody gets a message of the global room', () => {
  const event: MessagingEvent = { type: 'MessagePosted', data: { messageId: 'r1', from: 'ann', text: 'Hello' } };
  expect(published(event)).toEqual([[['public'], { event: 'messageUpdate', position: 7 }, { msg: message('r1') }]]);
});

test('[EV-8, M-4, E-1] only participants get a message of a chat, each with their unread count', () => {
  const event: MessagingEvent = {
    type: 'ChatMessagePosted',
    data: { chatId: 'c1', messageId: 'm1', from: 'ann', text: 'Hello' },
  };
  const payload = (unread: number) => ({
    chat: { ...chat, messages: [message('m1')], unread },
    type: 'newMessage',
    total: unread + 10,
  });
  expect(published(event)).toEqual([
    [['user:ann'], chatUpdate, payload(0)],
    [['user:ben'], chatUpdate, payload(2)],
    [['user:cay'], chatUpdate, payload(5)],
  ]);
});

test.each<[MessagingEvent, string]>([
  [{ type: 'ChatCreated', data: { chatId: 'c1', createdBy: 'ann', participants: ['ann', 'ben', 'cay'] } }, 'created'],
  [{ type: 'ParticipantAdded', data: { chatId: 'c1', userId: 'cay', addedBy: 'ann' } }, 'newParticipant'],
])('[E-1] all participants get $type', (event, type) => {
  const payload = (unread: number) => ({
    chat: { ...chat, messages: [message('m9')], unread },
    type,
    total: unread + 10,
  });
  expect(published(event)).toEqual([
    [['user:ann'], chatUpdate, payload(0)],
    [['user:ben'], chatUpdate, payload(2)],
    [['user:cay'], chatUpdate, payload(5)],
  ]);
});

test('everybody gets the replacement of a blanked message of the room', () => {
  const event: MessagingEvent = { type: 'MessageBlanked', data: { messageId: 'r1' } };
  expect(published(event)).toEqual([[['public'], { event: 'messageUpdate', position: 7 }, { msg: message('r1') }]]);
});

test('the participants get the replacement of a blanked message, each once', () => {
  const event: MessagingEvent = { type: 'ChatMessageBlanked', data: { chatId: 'c1', messageId: 'm1' } };
  expect(published(event)).toEqual([
    [
      ['user:ann', 'user:ben', 'user:cay'],
      { event: 'chatMessageUpdate', position: 7 },
      { chatId: 'c1', msg: message('m1') },
    ],
  ]);
});

test('[EV-21] only readers are notified that they have read', () => {
  const event: MessagingEvent = { type: 'ChatRead', data: { chatId: 'c1', userId: 'ben', messageId: 'm9' } };
  expect(published(event)).toEqual([
    [['user:ben'], { event: 'chatRead', position: 7 }, { chatId: 'c1', unread: 2, total: 12 }],
  ]);
});

test('an unknown message is sent to nobody', () => {
  const none: LiveRows = { chats: new Map(), messages: new Map() };
  for (const event of eventsOf<MessagingEvent>(readGoldenEvents('messaging'))) expect(live(event, none)).toEqual([]);
});
