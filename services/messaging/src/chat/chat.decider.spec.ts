import { describe, test } from '@jest/globals';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { ChatCreated, ChatMessagePosted, ParticipantAdded } from '@parlour/contracts/messaging';
import { given } from '@parlour/kernel/testing/given';
import { type AddParticipant, chatDecider, type CreateChat } from './chat.decider.ts';

const create: CreateChat = {
  type: 'CreateChat',
  chatId: 'c1',
  createdBy: 'ann',
  participants: ['ann', 'ben'],
  messages: [],
};

function created(...participants: string[]): ChatCreated {
  return { type: 'ChatCreated', data: { chatId: 'c1', createdBy: 'ann', participants } };
}

function posted(messageId: string, text: string): ChatMessagePosted {
  return { type: 'ChatMessagePosted', data: { chatId: 'c1', messageId, from: 'ann', text } };
}

function people(count: number): string[] {
  return ['ann', ...Array.from({ length: count - 1 }, (_, index) => `person ${index}`)];
}

describe('[M-3] beginning a chat', () => {
  test('of two, of three, of as many as allowed', () => {
    for (const participants of [['ann', 'ben'], ['ben', 'ann', 'cay'], people(limits.chatParticipants)]) {
      given(chatDecider)
        .when({ ...create, participants })
        .then(created(...participants));
    }
  });

  test('includes each person once', () => {
    given(chatDecider)
      .when({ ...create, participants: ['ben', 'ann', 'ben', 'ann'] })
      .then(created('ben', 'ann'));
  });

  test('with first messages, which are the creator’s own', () => {
    const first = [
      { messageId: 'm1', text: ' Hello ' },
      { messageId: 'm2', text: 'Ben?' },
    ];
    given(chatDecider)
      .when({ ...create, messages: first })
      .then(created('ann', 'ben'), posted('m1', 'Hello'), posted('m2', 'Ben?'));
  });

  test.each([
    [{ participants: ['ben', 'cay'] }, 'chat.participants', messages.chatParticipants],
    [{ participants: [] }, 'chat.participants', messages.chatParticipants],
    [{ participants: ['ann'] }, 'chat.self', messages.chatSelf],
    [{ participants: ['ann', 'ann'] }, 'chat.self', messages.chatSelf],
    [{ participants: ['ann', null] }, 'user.unknown', messages.userUnknown],
    [{ participants: people(limits.chatParticipants + 1) }, 'chat.full', messages.chatFull],
    [{ messages: [{ messageId: 'm1', text: ' ' }] }, 'text.empty', messages.messageEmpty],
    [{ messages: [{ messageId: 'm1', text: 'x'.repeat(5_001) }] }, 'text.tooLong', messages.messageTooLong],
  ] as const)('is refused with %j', (fault, code, text) => {
    given(chatDecider)
      .when({ ...create, ...fault })
      .thenRefused(code, text);
  });

  test('a second time changes nothing', () => {
    given(chatDecider, [created('ann', 'ben')])
      .when(create)
      .thenNothing();
    given(chatDecider, [created('ann', 'ben'), posted('m0', 'Hi')])
      .when({ ...create, messages: [{ messageId: 'm1', text: 'Hello' }] })
      .thenNothing();
  });
});

describe('[M-6] adding a person', () => {
  const add: AddParticipant = { type: 'AddParticipant', chatId: 'c1', addedBy: 'ben', userId: 'dan' };
  const added: ParticipantAdded = {
    type: 'ParticipantAdded',
    data: { chatId: 'c1', userId: 'dan', addedBy: 'ben' },
  };

  test('works in a chat of three or more', () => {
    given(chatDecider, [created('ann', 'ben', 'cay')])
      .when(add)
      .then(added);
  });

  test('works for people who were added', () => {
    given(chatDecider, [created('ann', 'ben', 'cay'), added])
      .when({ ...add, addedBy: 'dan', userId: 'eve' })
      .then({ type: 'ParticipantAdded', data: { chatId: 'c1', userId: 'eve', addedBy: 'dan' } });
  });

  test('changes nothing if they are there', () => {
    given(chatDecider, [created('ann', 'ben', 'cay'), added])
      .when(add)
      .thenNothing();
  });

  test('is refused', () => {
    given(chatDecider, [created('ann', 'ben')])
      .when(add)
      .thenRefused('chat.twoPeople', messages.chatTwoPeople);
    given(chatDecider, [created(...people(limits.chatParticipants))])
      .when({ ...add, addedBy: 'ann' })
      .thenRefused('chat.full');
    given(chatDecider, [created('ann', 'cay', 'eve')])
      .when(add)
      .thenRefused('chat.unknown', messages.chatUnknown);
    given(chatDecider).when(add).thenRefused('chat.unknown', messages.chatUnknown);
    given(chatDecider, [created('ann', 'ben', 'cay')])
      .when({ ...add, userId: null })
      .thenRefused('user.unknown', messages.userUnknown);
    // An outsider does not learn who has an account, nor that there is a chat.
    given(chatDecider, [created('ann', 'cay', 'eve')])
      .when({ ...add, userId: null })
      .thenRefused('chat.unknown');
  });
});
