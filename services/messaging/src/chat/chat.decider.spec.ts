import { describe, test } from '@jest/globals';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type {
  ChatCreated,
  ChatMessagePosted,
  ChatRenamed,
  ParticipantAdded,
  ParticipantLeft,
} from '@parlour/contracts/messaging/messaging';
import { given } from '@parlour/kernel/testing/given';
import { type AddParticipant, chatDecider, type CreateChat, type LeaveChat, type RenameChat } from './chat.decider.ts';

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

describe('[BM-20, M-16] where a block stands between them', () => {
  const blocked = { code: 'person.unavailable', text: messages.personUnavailable } as const;

  test('nobody begins a chat', () => {
    given(chatDecider)
      .when({ ...create, blocked })
      .thenRefused(blocked.code, blocked.text);
    given(chatDecider)
      .when({ ...create, participants: ['ann', 'ben', 'cay'], blocked })
      .thenRefused(blocked.code, blocked.text);
  });

  test('the chat of two that is there still opens', () => {
    given(chatDecider, [created('ann', 'ben')])
      .when({ ...create, blocked })
      .thenNothing();
  });

  test('nobody is added to a group', () => {
    const add: AddParticipant = { type: 'AddParticipant', chatId: 'c1', addedBy: 'ann', userId: 'dan', blocked };
    given(chatDecider, [created('ann', 'ben', 'cay')])
      .when(add)
      .thenRefused(blocked.code, blocked.text);
    given(chatDecider, [created('ann', 'ben', 'cay')])
      .when({ ...add, userId: 'cay' })
      .thenNothing();
  });
});

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
      { messageId: 'm1', text: '\n    Hello ' },
      { messageId: 'm2', text: 'Ben?' },
    ];
    given(chatDecider)
      .when({ ...create, messages: first })
      .then(created('ann', 'ben'), posted('m1', '    Hello'), posted('m2', 'Ben?'));
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

  test('[LI-21] is not possible without end, but leaving is always', () => {
    given(chatDecider, [created('ann', 'ben', 'cay')])
      .whenFull(add)
      .thenRefused('changes.full');
    given(chatDecider, [created('ann', 'ben', 'cay')])
      .whenFull({ type: 'LeaveChat', chatId: 'c1', userId: 'cay' })
      .then({ type: 'ParticipantLeft', data: { chatId: 'c1', userId: 'cay' } });
  });

  test('[E-4] whoever names it again and again keeps nobody from adding people and taking the name away', () => {
    const named = { type: 'ChatRenamed', data: { chatId: 'c1', name: 'Rude', renamedBy: 'cay' } } as const;
    const chat = given(chatDecider, [created('ann', 'ben', 'cay'), named]);
    const rename = { type: 'RenameChat', chatId: 'c1', renamedBy: 'ann', name: 'Kind' } as const;
    chat.whenFull(rename, limits.sharedEvents.chat).thenRefused('changes.full');
    chat.whenFull({ ...rename, name: ' ' }).then({ ...named, data: { ...named.data, name: null, renamedBy: 'ann' } });
    chat.whenFull(add, limits.sharedEvents.chat).then(added);
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

function left(userId: string): ParticipantLeft {
  return { type: 'ParticipantLeft', data: { chatId: 'c1', userId } };
}

const group = created('ann', 'ben', 'cay');

describe('[BM-2, M-9] leaving', () => {
  const leave: LeaveChat = { type: 'LeaveChat', chatId: 'c1', userId: 'ben' };

  test('works in a group, down to the last person', () => {
    given(chatDecider, [group]).when(leave).then(left('ben'));
    given(chatDecider, [group, left('ann'), left('cay')])
      .when(leave)
      .then(left('ben'));
  });

  test('is refused in a chat between two', () => {
    given(chatDecider, [created('ann', 'ben')])
      .when(leave)
      .thenRefused('chat.twoPeople', messages.chatLeaveTwo);
  });

  test('is refused to outsiders, who may have left before', () => {
    given(chatDecider).when(leave).thenRefused('chat.unknown', messages.chatUnknown);
    given(chatDecider, [created('ann', 'cay')])
      .when(leave)
      .thenRefused('chat.unknown');
    given(chatDecider, [group, left('ben')])
      .when(leave)
      .thenRefused('chat.unknown');
  });

  test('makes room: others can be added, and oneself again', () => {
    const add: AddParticipant = { type: 'AddParticipant', chatId: 'c1', addedBy: 'ann', userId: 'ben' };
    const added: ParticipantAdded = { type: 'ParticipantAdded', data: { chatId: 'c1', userId: 'ben', addedBy: 'ann' } };
    given(chatDecider, [group, left('ben')])
      .when(add)
      .then(added);
    given(chatDecider, [group, left('ben'), added])
      .when(leave)
      .then(left('ben'));
    given(chatDecider, [group, left('ben')])
      .when({ ...add, addedBy: 'ben', userId: 'dan' })
      .thenRefused('chat.unknown');
  });
});

describe('[BM-2, M-9] naming', () => {
  const rename: RenameChat = { type: 'RenameChat', chatId: 'c1', renamedBy: 'ben', name: ' Sunday bakers ' };
  const renamed = (name: string | null): ChatRenamed => ({
    type: 'ChatRenamed',
    data: { chatId: 'c1', name, renamedBy: 'ben' },
  });

  test('a group gets a name, trimmed, and loses it again', () => {
    given(chatDecider, [group]).when(rename).then(renamed('Sunday bakers'));
    given(chatDecider, [group, renamed('Bakers'), left('ann')])
      .when(rename)
      .then(renamed('Sunday bakers'));
    given(chatDecider, [group, renamed('Bakers')])
      .when({ ...rename, name: ' ' })
      .then(renamed(null));
  });

  test('the same name changes nothing', () => {
    given(chatDecider, [group, renamed('Sunday bakers')])
      .when(rename)
      .thenNothing();
    given(chatDecider, [group])
      .when({ ...rename, name: '' })
      .thenNothing();
  });

  test.each([
    ['x'.repeat(61), messages.chatNameTooLong],
    ['Sun\u200Bday', messages.chatNameHidden],
    ['two  blanks', messages.chatNameHidden],
    ['two\nlines', messages.chatNameHidden],
    ['\u2800', messages.chatNameHidden],
  ])('%j is refused', (name, text) => {
    given(chatDecider, [group])
      .when({ ...rename, name })
      .thenRefused('chat.name', text);
  });

  test('is refused to outsiders whatever the name, and between two', () => {
    given(chatDecider, [group, left('ben')])
      .when({ ...rename, name: 'x'.repeat(61) })
      .thenRefused('chat.unknown');
    given(chatDecider, [created('ann', 'ben')])
      .when(rename)
      .thenRefused('chat.twoPeople', messages.chatRenameTwo);
  });
});
