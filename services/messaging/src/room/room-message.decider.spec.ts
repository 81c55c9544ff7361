import { test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { given } from '@parlour/kernel/testing/given';
import { type PostMessage, roomMessageDecider } from './room-message.decider.ts';

const post: PostMessage = { type: 'PostMessage', messageId: 'm1', from: 'ann', text: ' \n    Good morning. \n' };
const posted = {
  type: 'MessagePosted',
  data: { messageId: 'm1', from: 'ann', text: '    Good morning.' },
} as const;

test('a message is posted without blank lines before it', () => {
  given(roomMessageDecider).when(post).then(posted);
});

test.each([
  [' \n\t', 'text.empty', messages.messageEmpty],
  ['x'.repeat(5_001), 'text.tooLong', messages.messageTooLong],
] as const)('[VA-8] %j is refused', (text, code, said) => {
  given(roomMessageDecider)
    .when({ ...post, text })
    .thenRefused(code, said);
});

test('[Q-10] as many characters as are allowed are accepted, whatever their size', () => {
  const text = '😀'.repeat(5_000);
  given(roomMessageDecider)
    .when({ ...post, text })
    .then({ ...posted, data: { ...posted.data, text } });
});

test('an existing message stays as it is', () => {
  given(roomMessageDecider, [posted]).when(post).thenNothing();
});
