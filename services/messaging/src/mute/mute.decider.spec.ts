import { describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import type { ChatMuted } from '@parlour/contracts/messaging/messaging';
import { given } from '@parlour/kernel/testing/given';
import { type Mute, muteDecider } from './mute.decider.ts';

const mute: Mute = {
  type: 'Mute',
  chatId: 'c1',
  userId: 'ben',
  muted: true,
  chat: { status: 'begun', participants: ['ann', 'ben'], isGroup: false, name: null },
};
const done = (muted: boolean, chatId = 'c1'): ChatMuted => ({
  type: 'ChatMuted',
  data: { chatId, userId: 'ben', muted },
});

describe('[BM-2, M-10] muting', () => {
  test('a chat or the room, and no longer', () => {
    given(muteDecider).when(mute).then(done(true));
    given(muteDecider, [done(true)])
      .when({ ...mute, muted: false })
      .then(done(false));
    given(muteDecider)
      .when({ ...mute, chatId: 'global', chat: null })
      .then(done(true, 'global'));
  });

  test('what is so already changes nothing', () => {
    given(muteDecider, [done(true)])
      .when(mute)
      .thenNothing();
    given(muteDecider)
      .when({ ...mute, muted: false })
      .thenNothing();
  });

  test('is loaded without what came before', () => {
    expect(given(muteDecider, [done(true), done(false)]).loaded).toBe(1);
  });

  test('is refused to outsiders', () => {
    given(muteDecider)
      .when({ ...mute, userId: 'eve' })
      .thenRefused('chat.unknown', messages.chatUnknown);
    given(muteDecider)
      .when({ ...mute, chat: { status: 'unbegun' } })
      .thenRefused('chat.unknown', messages.chatUnknown);
  });
});
