import { describe, expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent, UserBlocked, UserUnblocked } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import type { UserState } from '../user/user.decider.ts';
import { type BlockCommand, blockDecider } from './block.decider.ts';

const here: UserState = { status: 'registered', name: 'Ann', isOperator: false };
const data = { blockerId: 'ann', blockedId: 'ben' };
const block: BlockCommand = { type: 'BlockUser', ...data, blocker: here, blocked: here };
const unblock: BlockCommand = { ...block, type: 'UnblockUser' };
const blocked: UserBlocked = { type: 'UserBlocked', data };
const unblocked: UserUnblocked = { type: 'UserUnblocked', data };

describe('[BM-20, M-14] blocking somebody', () => {
  test('begins, ends, and begins anew', () => {
    given(blockDecider).when(block).then(blocked);
    given(blockDecider, [blocked]).when(unblock).then(unblocked);
    given(blockDecider, [blocked, unblocked]).when(block).then(blocked);
  });

  test('changes nothing if it is already so', () => {
    given(blockDecider, [blocked]).when(block).thenNothing();
    given(blockDecider).when(unblock).thenNothing();
  });

  test.each([block, unblock])('oneself is refused: $type', (command) => {
    given(blockDecider)
      .when({ ...command, blockedId: 'ann' })
      .thenRefused('block.self', messages.blockSelf);
  });

  test('somebody suspended can be blocked; somebody unknown or deleted cannot', () => {
    given(blockDecider)
      .when({ ...block, blocked: { ...here, status: 'suspended' } })
      .then(blocked);
    for (const status of ['unknown', 'deleted'] as const) {
      given(blockDecider)
        .when({ ...block, blocked: { status } })
        .thenRefused('user.unknown', messages.userUnknown);
      given(blockDecider)
        .when({ ...block, blocker: { status } })
        .thenRefused('session.ended', messages.notSignedIn);
    }
  });

  test('is loaded without what came before', () => {
    expect(given(blockDecider, [blocked, unblocked, blocked]).loaded).toBe(1);
  });

  test('understands every version of its events', () => {
    const events = eventsOf<IdentityEvent>(readGoldenEvents('identity'));
    const begun = events.filter((event) => event.type === 'UserBlocked');
    const ended = events.filter((event) => event.type === 'UserUnblocked');
    expect(fold(blockDecider, begun)).toEqual({ isBlocked: true });
    expect(fold(blockDecider, [...begun, ...ended])).toEqual({ isBlocked: false });
  });
});
