import { expect, it } from '@jest/globals';
import type { Session } from '../../session/session.ts';
import { OwnWrites } from './own-writes.ts';

const sessionOf = (id: string): Session => ({ id, user: { id, name: id }, authenticatedAt: 0, expiresAt: 0 });
const ann = sessionOf('ann');

it('remembers the highest position per service, in whichever order the replies come', () => {
  const own = new OwnWrites();
  for (const positions of [{ qa: 2 }, { qa: 1, identity: 4 }]) own.add(ann, positions);
  expect(own.of(ann)).toEqual({ qa: 2, identity: 4 });
  expect(own.of(sessionOf('bea'))).toEqual({});
});

it('forgets the people who have not written for the longest time', () => {
  const own = new OwnWrites();
  own.add(ann, { qa: 1 });
  for (let other = 0; other < 10_000; other++) {
    if (other === 5_000) own.add(ann, { qa: 2 });
    own.add(sessionOf(String(other)), { qa: 1 });
  }
  expect(own.of(ann)).toEqual({ qa: 2 });
  expect(own.of(sessionOf('0'))).toEqual({});
});
