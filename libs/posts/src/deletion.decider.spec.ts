import { describe, expect, test } from '@jest/globals';
import type { Deleter } from '@parlour/contracts/posts/editable';
import { messages } from '@parlour/contracts/messages';
import { type DeletablePost, type Deleting, deletionOf, restorationOf } from './deletion.decider.ts';

const now = '2026-02-01T10:00:00.000Z';
const post: DeletablePost = { author: 'ann', deleted: null };
const facts = { now, communityId: 'c1', leads: false, isOperator: false, reason: ' Off topic ' };
const author: Deleting = { ...facts, actorId: 'ann' };
const moderator: Deleting = { ...facts, actorId: 'mia', leads: true };
const operator: Deleting = { ...facts, actorId: 'olga', isOperator: true };
const other: Deleting = { ...facts, actorId: 'ben' };

const removedBy = (by: Deleter): DeletablePost => ({
  author: 'ann',
  deleted: { by, deletedAt: now },
});
const notAllowed = { code: 'edit.notAuthor' };

describe('[BE-4, Q-30] removing', () => {
  test.each([
    ['moderator', moderator],
    ['operator', operator],
  ] as const)('%s: with a reason, and whose post it was', (by, deleting) => {
    const deletion = {
      ...{ by, deletedBy: deleting.actorId, reason: 'Off topic', deletedAt: now },
      moderated: { by, author: 'ann', communityId: 'c1' },
    };
    expect(deletionOf(post, deleting)).toEqual([deletion]);
    const restoration = { restoredBy: deleting.actorId };
    const later = { ...deleting, now: '2026-03-03T09:59:59.999Z' };
    expect(deletionOf(removedBy('author'), later)).toEqual([restoration, { ...deletion, authorToo: true }]);
    // It is erased now.
    expect(deletionOf(removedBy('author'), { ...deleting, now: '2026-03-03T10:00:00.000Z' })).toEqual([]);
    const ofModerator = by === 'operator' ? [restoration, deletion] : [];
    expect(deletionOf(removedBy('moderator'), later)).toEqual(ofModerator);
    expect(deletionOf(removedBy('operator'), later)).toEqual([]);
  });

  test('needs a reason that says something', () => {
    const given = (reason: string) => () => deletionOf(post, { ...moderator, reason });
    const refused = (text: string) => expect.objectContaining({ code: 'delete.reason', message: text });
    expect(given(' \u200b')).toThrow(refused(messages.deleteReasonMissing));
    expect(given('x'.repeat(201))).toThrow(refused(messages.deleteReasonTooLong));
    expect(given('x'.repeat(200))).not.toThrow();
  });

  test('one’s own post is deleting it, without a reason', () => {
    for (const own of [author, { ...author, leads: true }, { ...author, isOperator: true }]) {
      expect(deletionOf(post, own)).toEqual([{ by: 'author', deletedBy: 'ann', reason: null, deletedAt: now }]);
      for (const by of ['author', 'moderator', 'operator'] as const) expect(deletionOf(removedBy(by), own)).toEqual([]);
    }
  });

  test('is for nobody else', () => {
    expect(() => deletionOf(post, other)).toThrow(expect.objectContaining(notAllowed));
  });
});

describe('[BE-4, Q-30] restoring is for whoever could delete it so', () => {
  test.each<[Deleter, readonly string[]]>([
    ['author', ['ann']],
    ['moderator', ['mia', 'olga']],
    ['operator', ['olga']],
  ])('what was deleted by %s', (by, may) => {
    const restores = [author, moderator, operator, other].filter((who) => {
      try {
        return restorationOf(removedBy(by), who).length > 0;
      } catch (refusal) {
        expect(refusal).toMatchObject(notAllowed);
        return false;
      }
    });
    expect(restores.map(({ actorId }) => actorId)).toEqual(may);
  });

  test('says who did it', () => {
    expect(restorationOf(removedBy('author'), author)).toEqual([{ restoredBy: 'ann' }]);
    const moderated = { by: 'operator', author: 'ann', communityId: 'c1' };
    expect(restorationOf(removedBy('moderator'), operator)).toEqual([{ restoredBy: 'olga', moderated }]);
    expect(restorationOf(post, moderator)).toEqual([]);
    expect(() => restorationOf(post, other)).toThrow(expect.objectContaining(notAllowed));
  });

  test('and leaves the deletion by its author that was there before', () => {
    for (const [by, restoring] of [
      ['moderator', moderator],
      ['operator', operator],
    ] as const) {
      const deleted = { ...removedBy(by).deleted!, authorToo: true } as const;
      expect(restorationOf({ ...post, deleted }, restoring)).toEqual([
        { restoredBy: restoring.actorId, moderated: { by, author: 'ann', communityId: 'c1' } },
        { by: 'author', deletedBy: 'ann', reason: null, deletedAt: now },
      ]);
    }
  });
});
