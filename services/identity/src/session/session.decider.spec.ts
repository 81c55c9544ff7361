import { describe, expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent, SessionEnded } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { type EndSession, sessionDecider } from './session.decider.ts';

const logout: EndSession = { type: 'EndSession', sessionId: 's1', userId: 'ann', by: 'ann', reason: 'logout' };
const ended: SessionEnded = { type: 'SessionEnded', data: { sessionId: 's1', userId: 'ann', reason: 'logout' } };

describe('ending a session', () => {
  test('ends it', () => {
    given(sessionDecider).when(logout).then(ended);
  });

  test('is done by the system without an actor', () => {
    given(sessionDecider)
      .when({ ...logout, by: null, reason: 'reuse' })
      .then({ type: 'SessionEnded', data: { sessionId: 's1', userId: 'ann', reason: 'reuse' } });
  });

  test("refuses another person's session, ended or not", () => {
    given(sessionDecider)
      .when({ ...logout, by: 'ben' })
      .thenRefused('actor.other', messages.notYou);
    given(sessionDecider, [ended])
      .when({ ...logout, by: 'ben' })
      .thenRefused('actor.other', messages.notYou);
  });

  test('changes nothing if it has ended', () => {
    given(sessionDecider, [ended])
      .when({ ...logout, reason: 'expired' })
      .thenNothing();
  });

  test('understands every version of its events', () => {
    const events = eventsOf<IdentityEvent>(readGoldenEvents('identity')).filter(
      (event) => event.type === 'SessionEnded',
    );
    expect(fold(sessionDecider, events)).toEqual({ status: 'ended' });
  });
});
