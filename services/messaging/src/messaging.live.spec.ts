import { expect, test } from '@jest/globals';
import { unedited } from '@parlour/contracts/posts/editable';
import { type EnvelopeOf, eventsOf } from '@parlour/contracts/envelope';
import type { MessageWire, MessagingEvent } from '@parlour/contracts/messaging/messaging';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { live, liveReading, type LiveRows } from './messaging.live.ts';

const message = (id: string): MessageWire => ({
  _id: id,
  msg: 'Hello',
  msgFrom: 'Ann',
  msgDateTime: 'then',
  notice: null,
  ...unedited,
});

const rows: LiveRows = {
  chats: new Map([
    [
      'c1',
      {
        members: [
          { id: 'ann', unread: 0, total: 10, muted: false },
          { id: 'ben', unread: 2, total: 12, muted: false },
          { id: 'cay', unread: 5, total: 15, muted: false },
        ],
        participants: ['Ann', 'Ben', 'Cay'],
        messages: [message('m9')],
        name: 'Bakers',
        group: true,
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

const chat = { _id: 'c1', participants: ['Ann', 'Ben', 'Cay'], name: 'Bakers', group: true, muted: false };
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

test('[E-1] all participants get a chat that was created', () => {
  const participants = ['ann', 'ben', 'cay'];
  const event: MessagingEvent = { type: 'ChatCreated', data: { chatId: 'c1', createdBy: 'ann', participants } };
  const payload = (unread: number) => ({
    chat: { ...chat, messages: [message('m9')], unread },
    type: 'created',
    total: unread + 10,
  });
  expect(published(event)).toEqual([
    [['user:ann'], chatUpdate, payload(0)],
    [['user:ben'], chatUpdate, payload(2)],
    [['user:cay'], chatUpdate, payload(5)],
  ]);
});

test.each<[MessagingEvent, string]>([
  [{ type: 'ParticipantAdded', data: { chatId: 'c1', userId: 'cay', addedBy: 'ann' } }, 'newParticipant'],
  [{ type: 'ParticipantLeft', data: { chatId: 'c1', userId: 'dan' } }, 'left'],
  [{ type: 'ChatRenamed', data: { chatId: 'c1', name: 'Bakers', renamedBy: 'ann' } }, 'renamed'],
])('[BM-2, EV-8, EV-22, E-1] those who are in the chat get $type, with the line about it', (event, type) => {
  const [envelope] = envelopesOf('messaging', [event], 7);
  const line = { ...message(envelope?.eventId ?? ''), notice: 'left' as const };
  const known = { ...rows, messages: new Map([[line._id, line]]) };
  const payload = (unread: number) => ({ chat: { ...chat, messages: [line], unread }, type, total: unread + 10 });
  const toLeaver = [['user:dan'], { event: 'chatLeft', position: 7 }, { chatId: 'c1' }];
  expect(published(event, known)).toEqual([
    ...(type === 'left' ? [toLeaver] : []),
    [['user:ann'], chatUpdate, payload(0)],
    [['user:ben'], chatUpdate, payload(2)],
    [['user:cay'], chatUpdate, payload(5)],
  ]);
});

test('[BM-2, EV-22] only who mutes a chat is told', () => {
  const event: MessagingEvent = { type: 'ChatMuted', data: { chatId: 'c1', userId: 'ben', muted: true } };
  const payload = { chatId: 'c1', muted: true };
  expect(published(event)).toEqual([[['user:ben'], { event: 'chatMuted', position: 7 }, payload]]);
});

const inRoom = { messageId: 'r1', chatId: null };
const inChat = { messageId: 'm1', chatId: 'c1' };
const deletion = { by: 'author', deletedBy: 'ann', reason: null, deletedAt: 'then' } as const;

test.each<MessagingEvent>([
  { type: 'PostErased', data: inRoom },
  { type: 'PostEdited', data: { editedBy: 'ann', ...inRoom, version: 2, text: 'Hello!' } },
  { type: 'PostDeleted', data: { ...inRoom, ...deletion } },
  { type: 'PostRestored', data: { ...inRoom, restoredBy: 'ann' } },
])('[BE-1, BE-3] everybody gets a message of the room that changes by $type', (event) => {
  expect(published(event)).toEqual([
    [['public'], { event: 'messageUpdate', latestOf: 'message r1', position: 7 }, { msg: message('r1') }],
  ]);
});

test.each<MessagingEvent>([
  { type: 'PostErased', data: inChat },
  { type: 'PostEdited', data: { editedBy: 'ann', ...inChat, version: 2, text: 'Hello!' } },
  { type: 'PostDeleted', data: { ...inChat, ...deletion } },
  { type: 'PostRestored', data: { ...inChat, restoredBy: 'ann' } },
])('[BE-1, BE-3] only the participants get a message of a chat that changes by $type', (event) => {
  const payload = (unread: number) => ({
    chat: { ...chat, messages: [message('m1')], unread },
    type: 'changedMessage',
    total: unread + 10,
  });
  expect(published(event)).toEqual([
    [['user:ann'], chatUpdate, payload(0)],
    [['user:ben'], chatUpdate, payload(2)],
    [['user:cay'], chatUpdate, payload(5)],
  ]);
});

test('[EV-21] only readers are notified that they have read', () => {
  const read = { event: 'chatRead', position: 7 } as const;
  const payload = { chatId: 'c1', unread: 2, total: 12 };
  expect(liveReading({ id: 'ben', ...payload }, 7)).toEqual({ to: ['user:ben'], ...read, payload });
});

test('an unknown message is sent to nobody', () => {
  const none: LiveRows = { chats: new Map(), messages: new Map() };
  const told = eventsOf<MessagingEvent>(readGoldenEvents('messaging')).filter(({ type }) => type !== 'ChatMuted');
  for (const event of told) expect(live(event, none)).toEqual([]);
});
