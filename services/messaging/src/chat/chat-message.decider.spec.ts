import { test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { given } from '@parlour/kernel/testing/given';
import { chatMessageDecider, type PostChatMessages } from './chat-message.decider.ts';

const post: PostChatMessages = {
  type: 'PostChatMessages',
  chatId: 'c1',
  from: 'ann',
  messages: [{ messageId: 'm1', text: '\n    Are you there? ' }],
  chat: { status: 'begun', participants: ['ann', 'ben'], isGroup: false, name: null },
};
const posted = {
  type: 'ChatMessagePosted',
  data: { chatId: 'c1', messageId: 'm1', from: 'ann', text: '    Are you there?' },
} as const;

test('a participant posts a message without blank lines before it', () => {
  given(chatMessageDecider).when(post).then(posted);
});

test('[BM-20, M-16] where a block stands between two, neither posts; in a group both do', () => {
  const blocked = { code: 'person.unavailable', text: messages.personUnavailable } as const;
  given(chatMessageDecider)
    .when({ ...post, blocked })
    .thenRefused(blocked.code, blocked.text);
  const group = { status: 'begun', participants: ['ann', 'ben', 'cay'], isGroup: true, name: null } as const;
  given(chatMessageDecider)
    .when({ ...post, blocked, chat: group })
    .then(posted);
  given(chatMessageDecider)
    .when({ ...post, blocked, from: 'eve' })
    .thenRefused('chat.unknown', messages.chatUnknown);
});

test('to others the chat is unknown, whatever they write', () => {
  for (const text of ['Let me in', ' ']) {
    given(chatMessageDecider)
      .when({ ...post, from: 'eve', messages: [{ messageId: 'm1', text }] })
      .thenRefused('chat.unknown', messages.chatUnknown);
  }
  given(chatMessageDecider)
    .when({ ...post, chat: { status: 'unbegun' } })
    .thenRefused('chat.unknown', messages.chatUnknown);
});

test('[VA-8] blank lines around a message do not count', () => {
  const text = 'x'.repeat(5_000);
  given(chatMessageDecider)
    .when({ ...post, messages: [{ messageId: 'm1', text: ` \n${text} \n` }] })
    .then({ ...posted, data: { ...posted.data, text } });
});

test.each([
  [' ', 'text.empty', messages.messageEmpty],
  ['x'.repeat(5_001), 'text.tooLong', messages.messageTooLong],
] as const)('[VA-8] %j is refused', (text, code, said) => {
  given(chatMessageDecider)
    .when({ ...post, messages: [...post.messages, { messageId: 'm2', text }] })
    .thenRefused(code, said);
});

test('an existing message stays as it is', () => {
  given(chatMessageDecider, [posted]).when(post).thenNothing();
});
