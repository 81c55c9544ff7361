import { describe, expect, test } from '@jest/globals';
import type { ModerationAct } from '@parlour/contracts/communities/communities';
import type { Place } from '../membership/membership-status.ts';
import { undoOf } from './undo.ts';

const places: readonly Place[] = ['owner', 'moderator', 'member', 'banned', 'pending', 'none'];

function undone(act: ModerationAct, viewer: 1 | 2): string[] {
  return places.map((target) => {
    const undo = undoOf(act, { viewer, visibility: 'public', target });
    return undo && 'list' in undo ? `${undo.list} ${undo.action}` : '-';
  });
}

describe('undo', () => {
  const [remove, ban, unban] = ['members remove', 'bannedMembers add', 'bannedMembers remove'];
  // For owner, moderator, member, banned, pending, none.
  test.each([
    ['approved', 1, ['-', remove, remove, '-', '-', '-']],
    ['approved', 2, ['-', '-', remove, '-', '-', '-']],
    ['banned', 2, ['-', '-', '-', unban, '-', '-']],
    ['unbanned', 1, ['-', ban, ban, '-', ban, ban]],
    ['unbanned', 2, ['-', '-', ban, '-', ban, ban]],
    ['moderatorAdded', 1, ['-', 'moderators remove', '-', '-', '-', '-']],
    ['moderatorAdded', 2, ['-', '-', '-', '-', '-', '-']],
    ['moderatorRemoved', 1, ['-', '-', 'moderators add', '-', '-', '-']],
    ['moderatorRemoved', 2, ['-', '-', '-', '-', '-', '-']],
    ['denied', 1, ['-', '-', '-', '-', '-', '-']],
    ['removed', 1, ['-', '-', '-', '-', '-', '-']],
    ['ownerChanged', 1, ['-', '-', '-', '-', '-', '-']],
  ] as const)('%s, seen from position %d', (act, viewer, wanted) => {
    expect(undone(act, viewer)).toEqual(wanted);
  });

  test('a visibility, while it is still in effect', () => {
    const none = { viewer: 2, target: 'none' } as const;
    expect(undoOf('madePublic', { ...none, visibility: 'public' })).toEqual({ visibility: 'private' });
    expect(undoOf('madePublic', { ...none, visibility: 'private' })).toBeUndefined();
    const owner = { viewer: 1, target: 'none', visibility: 'private' } as const;
    expect(undoOf('madePrivate', owner)).toEqual({ visibility: 'public' });
    // Source: decisions C-3.
    expect(undoOf('madePrivate', { ...none, visibility: 'private' })).toBeUndefined();
    expect(undoOf('madePrivate', { ...none, visibility: 'public' })).toBeUndefined();
  });

  test('nothing for deleted accounts', () => {
    for (const act of ['approved', 'banned', 'unbanned', 'moderatorAdded', 'moderatorRemoved'] as const) {
      expect(undoOf(act, { viewer: 1, visibility: 'public', target: undefined })).toBeUndefined();
    }
  });
});
