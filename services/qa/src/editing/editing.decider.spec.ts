import { describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type {
  AnswerPosted,
  CommentPosted,
  PostChanged,
  QaEvent,
  QuestionAsked,
  QuestionPlace,
} from '@parlour/contracts/qa/qa.events';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { answerEditingDecider } from '../answer/answer-editing.decider.ts';
import { commentEditingDecider } from '../comment/comment-editing.decider.ts';
import { questionEditingDecider } from '../question/question-editing.decider.ts';

const asked: QuestionAsked = {
  type: 'QuestionAsked',
  data: {
    questionId: 'q1',
    askedBy: 'ann',
    title: 'Why?',
    text: 'Well?',
    tags: [
      { name: 'Sea', description: 'user added tag' },
      { name: 'salt', description: 'user added tag' },
    ],
    onlyFollowers: true,
    communityId: 'c1',
  },
};
const question: QuestionPlace = {
  ...{ kind: 'question', id: 'q1', questionId: 'q1', answerId: null, author: 'ann' },
  ...{ onlyFollowers: true, communityId: 'c1', tagsBefore: ['Sea', 'salt'] },
};
const answer = { kind: 'answer', id: 'a1', questionId: 'q1', answerId: 'a1', author: 'ben' } as const;
const comment = { kind: 'comment', id: 'c1', questionId: 'q1', answerId: 'a1', author: 'cay' } as const;
const typed = { title: ' Why not? ', text: 'Well?', tags: [{ name: 'Sea' }, { name: 'moon' }] };
const based = { type: 'EditPost', version: 1, isErased: false } as const;
const edit = { ...based, actorId: 'ann', texts: typed, visible: true };
const editTo = (texts: Partial<typeof typed>) => ({ ...edit, texts: { ...typed, ...texts } });
const edited = {
  type: 'PostEdited',
  data: {
    ...question,
    editedBy: 'ann',
    version: 2,
    title: 'Why not?',
    text: 'Well?',
    tags: [
      { name: 'Sea', description: 'user added tag' },
      { name: 'moon', description: 'user added tag' },
    ],
  },
} as const;
const answered: AnswerPosted = {
  type: 'AnswerPosted',
  data: { answerId: 'a1', questionId: 'q1', answeredBy: 'ben', text: 'So.' },
};
const ofAnswer = { answerId: 'a1', questionId: 'q1' };
const editAnswer = { ...based, ...ofAnswer, actorId: 'ben', texts: { text: ' \n    So it is. ' } };
const answerEdited: PostChanged<'answer'> = {
  type: 'PostEdited',
  data: { ...answer, editedBy: 'ben', version: 2, text: '    So it is.' },
};
const commented: CommentPosted = {
  type: 'CommentPosted',
  data: { commentId: 'c1', questionId: 'q1', answerId: 'a1', commentedBy: 'cay', text: 'Oh?' },
};
const ofComment = { commentId: 'c1', target: { questionId: 'q1', answerId: 'a1' } };
const editComment = { ...based, ...ofComment, actorId: 'cay', texts: { text: 'Ah!' } };
const commentEdited: PostChanged<'comment'> = {
  type: 'PostEdited',
  data: { ...comment, editedBy: 'cay', version: 2, text: 'Ah!' },
};

describe('[BE-1, Q-18] editing a question', () => {
  test('stores the new content with the tags before, and who may see it', () => {
    given(questionEditingDecider, [asked]).when(edit).then(edited);
  });

  test('changes nothing if the content is equal, whatever it is based on', () => {
    const same = editTo({ title: 'Why?', tags: [{ name: 'SEA' }, { name: 'salt' }] });
    given(questionEditingDecider, [asked]).when(same).thenNothing();
    given(questionEditingDecider, [asked, edited]).when(edit).thenNothing();
  });

  test.each<[Partial<typeof edit>, ErrorCode, string]>([
    [{ visible: false }, 'question.unknown', messages.questionUnknown],
    [{ actorId: 'ben' }, 'edit.notAuthor', messages.editNotAuthor],
    [{ ...edit, isErased: true } as never, 'edit.deleted', messages.editDeleted],
    [editTo({ title: ' ' }), 'title.empty', messages.titleEmpty],
    [editTo({ text: 'x'.repeat(30_001) }), 'text.tooLong', messages.questionTextTooLong],
    [editTo({ tags: [] }), 'tags.missing', messages.tagsMissing],
    [{ version: 2 } as never, 'edit.stale', messages.editStale],
  ])('refuses %j', (fault, code, text) => {
    given(questionEditingDecider, [asked])
      .when({ ...edit, ...fault })
      .thenRefused(code, text);
  });

  test('refuses one that is based on an older version', () => {
    const other = editTo({ text: 'Other' });
    given(questionEditingDecider, [asked, edited]).when(other).thenRefused('edit.stale');
    given(questionEditingDecider, [asked, edited])
      .when({ ...other, version: 2 })
      .then({
        ...edited,
        data: { ...edited.data, text: 'Other', version: 3, tagsBefore: ['Sea', 'moon'] },
      });
    given(questionEditingDecider, []).when(edit).thenRefused('question.unknown');
  });
});

describe('[BE-1] editing an answer', () => {
  test('stores the new text, once', () => {
    given(answerEditingDecider, [answered]).when(editAnswer).then(answerEdited);
    given(answerEditingDecider, [answered, answerEdited]).when(editAnswer).thenNothing();
  });

  test.each<[object, ErrorCode]>([
    [{ questionId: null }, 'answer.unknown'],
    [{ actorId: 'ann' }, 'edit.notAuthor'],
    [{ isErased: true }, 'edit.deleted'],
    [{ texts: { text: ' ' } }, 'text.empty'],
    [{ version: 3 }, 'edit.stale'],
  ])('refuses %j with %s', (fault, code) => {
    given(answerEditingDecider, [answered])
      .when({ ...editAnswer, ...fault })
      .thenRefused(code);
  });
});

describe('[BE-1] editing a comment', () => {
  test('stores the new text', () => {
    given(commentEditingDecider, [commented]).when(editComment).then(commentEdited);
  });

  test.each<[object, ErrorCode]>([
    [{ target: null }, 'comment.unknown'],
    [{ actorId: 'ann' }, 'edit.notAuthor'],
    [{ isErased: true }, 'edit.deleted'],
    [{ texts: { text: 'x'.repeat(2_001) } }, 'text.tooLong'],
    [{ version: 3 }, 'edit.stale'],
  ])('refuses %j with %s', (fault, code) => {
    given(commentEditingDecider, [commented])
      .when({ ...editComment, ...fault })
      .thenRefused(code);
  });
});

describe('[BE-3, Q-20] deleting', () => {
  const day = 24 * 60 * 60 * 1_000;
  const now = '2026-02-01T10:00:00.000Z';
  const after = (ms: number): string => new Date(Date.parse(now) + ms).toISOString();
  const facts = { now, communityId: 'c1', leads: false, isOperator: false, reason: '' } as const;
  const remove = { type: 'DeletePost', actorId: 'ann', ...facts, visible: true } as const;
  const deletion = { by: 'author', deletedBy: 'ann', reason: null, deletedAt: now } as const;
  const deleted = { type: 'PostDeleted', data: { ...question, ...deletion } } as const;
  const restored = { type: 'PostRestored', data: { ...question, restoredBy: 'ann' } } as const;
  const restore = (ms: number) => ({ ...remove, type: 'RestorePost', now: after(ms) }) as const;

  test('a question names what it counted in, and happens once', () => {
    given(questionEditingDecider, [asked]).when(remove).then(deleted);
    given(questionEditingDecider, [asked, deleted]).when(remove).thenNothing();
    given(questionEditingDecider, [asked, deleted, restored]).when(remove).then(deleted);
  });

  test('can be undone for 30 days', () => {
    given(questionEditingDecider, [asked, deleted])
      .when(restore(30 * day - 1))
      .then(restored);
    given(questionEditingDecider, [asked, deleted])
      .when(restore(30 * day))
      .thenRefused('restore.late');
    given(questionEditingDecider, [asked]).when(restore(0)).thenNothing();
  });

  test('ends editing', () => {
    given(questionEditingDecider, [asked, deleted]).when(edit).thenRefused('edit.deleted');
  });

  test('is for its author', () => {
    const by = (actorId: string) => ({ ...remove, actorId });
    given(questionEditingDecider, [asked]).when(by('ben')).thenRefused('edit.notAuthor');
    given(questionEditingDecider, [asked, deleted])
      .when({ ...restore(0), actorId: 'ben' })
      .thenRefused('edit.notAuthor');
    given(questionEditingDecider, [asked])
      .when({ ...remove, visible: false })
      .thenRefused('question.unknown');
  });

  test('is always possible, restoring is not', () => {
    given(questionEditingDecider, [asked]).whenFull(remove).then(deleted);
    given(questionEditingDecider, [asked, deleted]).whenFull(restore(0)).thenRefused('changes.full');
    const removed = { ...deleted, data: { ...question, ...deletion, by: 'moderator', reason: 'Rude' } } as const;
    given(questionEditingDecider, [asked, removed])
      .whenFull({ ...restore(0), actorId: 'oda', isOperator: true })
      .then({
        ...restored,
        data: { ...question, restoredBy: 'oda', moderated: { author: 'ann', by: 'operator', communityId: 'c1' } },
      });
  });

  test('answers and comments goes the same way', () => {
    const own = { ...facts, ...ofAnswer, actorId: 'ben' };
    const answerGone = { type: 'PostDeleted', data: { ...answer, ...deletion, deletedBy: 'ben' } } as const;
    given(answerEditingDecider, [answered])
      .when({ type: 'DeletePost', ...own })
      .then(answerGone);
    given(answerEditingDecider, [answered])
      .whenFull({ type: 'DeletePost', ...own })
      .then(answerGone);
    given(answerEditingDecider, [answered, answerGone])
      .when({ type: 'RestorePost', ...own })
      .then({ type: 'PostRestored', data: { ...answer, restoredBy: 'ben' } });
    given(answerEditingDecider, [answered])
      .when({ type: 'DeletePost', ...own, isAccepted: true })
      .thenRefused('delete.accepted');
    const caysOwn = { ...facts, ...ofComment, actorId: 'cay' };
    const commentGone = { type: 'PostDeleted', data: { ...comment, ...deletion, deletedBy: 'cay' } } as const;
    given(commentEditingDecider, [commented])
      .when({ type: 'DeletePost', ...caysOwn })
      .then(commentGone);
    given(commentEditingDecider, [commented])
      .whenFull({ type: 'DeletePost', ...caysOwn })
      .then(commentGone);
    given(commentEditingDecider, [commented, commentGone])
      .when({ type: 'RestorePost', ...caysOwn })
      .then({ type: 'PostRestored', data: { ...comment, restoredBy: 'cay' } });
  });
});

describe('a post that was edited often', () => {
  const nth = (version: number, text = '    So it is.'): PostChanged<'answer'> => ({
    type: 'PostEdited',
    data: { ...answer, editedBy: 'ben', version, text },
  });

  test('is loaded from its last version on', () => {
    const third = { ...edited, data: { ...edited.data, version: 3 } };
    expect(given(questionEditingDecider, [asked, edited, third]).loaded).toBe(1);
    expect(given(answerEditingDecider, [answered, nth(2), nth(3)]).loaded).toBe(1);
    expect(given(commentEditingDecider, [commented, commentEdited]).loaded).toBe(1);
  });

  test('[LI-21, E-4] has so many versions at most', () => {
    const at = (version: number) =>
      given(answerEditingDecider, [answered, nth(version)]).when({ ...editAnswer, texts: { text: 'No' }, version });
    at(limits.versions - 1).then(nth(limits.versions, 'No'));
    at(limits.versions).thenRefused('changes.full', messages.changesFull);
  });
});

test('every version of the events is folded', () => {
  const golden = readGoldenEvents('qa') as unknown as readonly QaEvent[]; // the log of qa
  const of = (kind: 'question' | 'answer' | 'comment', ...types: QaEvent['type'][]) =>
    types.flatMap((type) =>
      golden.filter((event) => event.type === type && (!('kind' in event.data) || event.data.kind === kind)),
    ) as never[]; // of the stream of one post
  expect(fold(questionEditingDecider, of('question', 'QuestionAsked', 'PostEdited', 'PostDeleted'))).toMatchObject({
    version: 2,
    deleted: { by: 'author' },
  });
  const whole = ['PostEdited', 'PostDeleted', 'PostRestored'] as const;
  for (const state of [
    fold(questionEditingDecider, of('question', 'QuestionAsked', ...whole)),
    fold(answerEditingDecider, of('answer', 'AnswerPosted', ...whole)),
    fold(commentEditingDecider, of('comment', 'CommentPosted', ...whole)),
  ]) {
    expect(state).toMatchObject({ version: 2, deleted: null });
  }
});
