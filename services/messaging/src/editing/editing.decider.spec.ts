import { describe, expect, test } from '@jest/globals';
import type { TakenOver } from '@parlour/contracts/posts/editable';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { MessageChange, MessagePlace } from '@parlour/contracts/messaging/messaging';
import { given } from '@parlour/kernel/testing/given';
import { messageChangeDecider as decider } from './editing.decider.ts';

const now = '2026-01-31T10:00:00.000Z';
const inRoom: MessagePlace = { messageId: 'm1', chatId: null };
const own = { place: inRoom, author: 'ann', actorId: 'ann', chat: null, before: 'Old', isErased: false };
const rights = { communityId: null, leads: false, isOperator: false, now };
const chatOf = (...participants: string[]) => ({
  place: { messageId: 'm1', chatId: 'c1' },
  chat: { status: 'begun', participants, isGroup: true, name: null } as const,
});

const edit = { type: 'EditPost', ...own, texts: { text: '\n    New ' }, version: 1 } as const;
const remove = { type: 'DeletePost', ...own, ...rights, reason: '' } as const;
const restore = { type: 'RestorePost', ...own, ...rights, reason: '' } as const;

const edited = (version: number, text = '    New', place = inRoom): MessageChange => ({
  type: 'PostEdited',
  data: { ...place, text, editedBy: 'ann', version },
});
const deleted = (deletedAt = now, place = inRoom): MessageChange => ({
  type: 'PostDeleted',
  data: { ...place, by: 'author', deletedBy: 'ann', reason: null, deletedAt },
});
const moderated = { by: 'operator', author: 'ann', communityId: null } as const;
const removed = (deletedAt = now, before: TakenOver = {}): MessageChange => ({
  type: 'PostDeleted',
  data: { ...inRoom, by: 'operator', deletedBy: 'olga', reason: 'Spam', deletedAt, moderated, ...before },
});
const restored = (place = inRoom): MessageChange => ({ type: 'PostRestored', data: { ...place, restoredBy: 'ann' } });

test('[BM-20, M-16] no edit and no restoring carries a message past a block; deleting it and a group are free', () => {
  const blocked = { code: 'person.unavailable', text: messages.personUnavailable } as const;
  const pair = { ...chatOf(), chat: { ...chatOf('ann', 'ben').chat, isGroup: false } };
  given(decider)
    .when({ ...edit, ...pair, blocked })
    .thenRefused(blocked.code, blocked.text);
  given(decider)
    .when({ ...edit, ...chatOf('ann', 'ben'), blocked })
    .then(edited(2, '    New', pair.place));
  given(decider, [deleted()])
    .when({ ...restore, ...pair, blocked })
    .thenRefused(blocked.code, blocked.text);
  given(decider, [deleted()])
    .when({ ...restore, ...chatOf('ann', 'ben'), blocked })
    .then(restored(pair.place));
  given(decider)
    .when({ ...remove, ...pair })
    .then(deleted(now, pair.place));
});

describe('[BE-1, M-11] editing', () => {
  test('makes the next version, with the text without blank lines before it', () => {
    given(decider).when(edit).then(edited(2));
    given(decider, [edited(2), deleted(), restored()])
      .when({ ...edit, texts: { text: 'Newer' }, version: 2 })
      .then(edited(3, 'Newer'));
    given(decider)
      .when({ ...edit, ...chatOf('ben', 'ann') })
      .then(edited(2, '    New', chatOf().place));
  });

  test('the same text changes nothing, whatever version it is based on', () => {
    given(decider)
      .when({ ...edit, texts: { text: 'Old' } })
      .thenNothing();
    given(decider, [edited(2), deleted(), restored()])
      .when(edit)
      .thenNothing();
  });

  test('a version that is not the latest is stale', () => {
    // Also with the text that it had when it was read, before another tab changed it.
    for (const text of ['Other', own.before]) {
      given(decider, [edited(2)])
        .when({ ...edit, texts: { text } })
        .thenRefused('edit.stale', messages.editStale);
    }
    given(decider)
      .when({ ...edit, version: 2 })
      .thenRefused('edit.stale');
  });

  test.each([
    [' ', 'text.empty', messages.messageEmpty],
    ['x'.repeat(5_001), 'text.tooLong', messages.messageTooLong],
  ] as const)('has the checks of new messages: %j', (text, code, said) => {
    given(decider)
      .when({ ...edit, texts: { text } })
      .thenRefused(code, said);
  });

  test('[LI-21] is done so often at most, and loads the last version alone', () => {
    const at = (version: number) =>
      given(decider, [edited(2), edited(version)]).when({ ...edit, texts: { text: 'Newer' }, version });
    at(limits.versions - 1).then(edited(limits.versions, 'Newer'));
    at(limits.versions).thenRefused('changes.full', messages.changesFull);
    expect(given(decider, [edited(2), deleted(), restored(), edited(3), deleted()]).loaded).toBe(2);
  });

  test('is refused to others, and for what is deleted or blanked', () => {
    given(decider)
      .when({ ...edit, actorId: 'ben' })
      .thenRefused('edit.notAuthor', messages.editNotAuthor);
    given(decider, [deleted()]).when(edit).thenRefused('edit.deleted', messages.editDeleted);
    given(decider)
      .when({ ...edit, isErased: true })
      .thenRefused('edit.deleted');
  });
});

describe('[BE-3, M-12] deleting', () => {
  test('is always possible, restoring is not', () => {
    given(decider).whenFull(remove).then(deleted());
    given(decider, [deleted()]).whenFull(restore).thenRefused('changes.full');
    given(decider, [deleted()])
      .whenFull({ ...restore, isOperator: true })
      .then(restored());
  });

  test('one’s own message, once', () => {
    given(decider).when(remove).then(deleted());
    given(decider, [deleted()]).when(remove).thenNothing();
    given(decider, [deleted(), restored()]).when(remove).then(deleted());
  });

  test('operators need a reason, and only delete what is in the global room', () => {
    const operator = { ...remove, actorId: 'olga', isOperator: true, reason: ' Spam ' };
    given(decider).when(operator).then(removed());
    given(decider)
      .when({ ...operator, reason: ' ' })
      .thenRefused('delete.reason', messages.deleteReasonMissing);
    given(decider)
      .when({ ...operator, reason: 'x'.repeat(201) })
      .thenRefused('delete.reason', messages.deleteReasonTooLong);
    given(decider)
      .when({ ...operator, ...chatOf('olga', 'ann') })
      .thenRefused('edit.notAuthor', messages.deleteNotAllowed);
    // Their own they delete as everybody.
    given(decider)
      .when({ ...operator, author: 'olga' })
      .then({
        type: 'PostDeleted',
        data: { ...inRoom, by: 'author', deletedBy: 'olga', reason: null, deletedAt: now },
      });
  });

  test('operators remove also what its author has deleted, once, and as of then', () => {
    const operator = { ...remove, actorId: 'olga', isOperator: true, reason: 'Spam' };
    const first = '2026-01-02T10:00:00.000Z';
    const gone = [deleted(first), removed(first, { authorToo: true })];
    given(decider, gone.slice(0, 1))
      .when(operator)
      .then(removed(first, { authorToo: true }));
    for (const reason of ['Spam', ' ']) {
      given(decider, gone)
        .when({ ...operator, reason })
        .thenNothing();
    }
    given(decider, gone).when(remove).thenNothing();
    given(decider, gone).when(restore).thenRefused('edit.notAuthor', messages.restoreNotAllowed);
    // It is erased now.
    given(decider, [deleted('2026-01-01T10:00:00.000Z')])
      .when(operator)
      .thenNothing();
    // It is as its author left it, who alone can restore it.
    const undone = deleted(first);
    given(decider, gone)
      .when({ ...restore, actorId: 'olga', isOperator: true })
      .then(undone);
    given(decider, [...gone, undone])
      .when(restore)
      .then(restored());
    given(decider, [...gone, undone, restored()])
      .when(operator)
      .then(removed());
  });

  test('is refused to others, and for what is blanked', () => {
    given(decider)
      .when({ ...remove, actorId: 'ben', reason: 'Mine' })
      .thenRefused('edit.notAuthor', messages.deleteNotAllowed);
    given(decider)
      .when({ ...remove, isErased: true })
      .thenRefused('edit.deleted');
  });
});

describe('[BE-3, M-12] restoring', () => {
  test('works until it is too late', () => {
    given(decider, [deleted('2026-01-01T10:00:00.000Z')])
      .when({ ...restore, now: '2026-01-31T09:59:59.999Z' })
      .then(restored());
    given(decider, [deleted('2026-01-01T10:00:00.000Z')])
      .when({ ...restore, now: '2026-01-31T10:00:00.000Z' })
      .thenRefused('restore.late', messages.restoreLate);
    given(decider).when(restore).thenNothing();
  });

  test('is for those who could delete it so', () => {
    const operator = { ...restore, actorId: 'olga', isOperator: true };
    given(decider, [deleted()])
      .when({ ...restore, actorId: 'ben' })
      .thenRefused('edit.notAuthor', messages.restoreNotAllowed);
    for (const events of [[], [deleted()]]) given(decider, events).when(operator).thenRefused('edit.notAuthor');
    given(decider, [removed()]).when(restore).thenRefused('edit.notAuthor');
    given(decider, [removed()])
      .when(operator)
      .then({ type: 'PostRestored', data: { ...inRoom, restoredBy: 'olga', moderated } });
    given(decider, [deleted()])
      .when({ ...restore, isErased: true })
      .thenRefused('edit.deleted');
  });
});

test('[M-2, M-9] to people who are not in the chat, or have left it, its messages are unknown', () => {
  for (const chat of [chatOf('ben'), { ...chatOf(), chat: { status: 'unbegun' } as const }]) {
    for (const command of [edit, remove, restore]) {
      given(decider)
        .when({ ...command, ...chat, ...(command.type !== 'EditPost' && { isOperator: true }) })
        .thenRefused('message.unknown', messages.messageUnknown);
    }
  }
});
