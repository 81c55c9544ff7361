import { describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type {
  AnswerDeleted,
  AnswerEdited,
  AnswerPosted,
  CommentDeleted,
  CommentEdited,
  CommentPosted,
  QaEvent,
  QuestionAsked,
  QuestionDeleted,
} from '@parlour/contracts/qa.events';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { answerEditingDecider, type EditAnswer } from '../answer/answer-editing.decider.ts';
import { commentEditingDecider, type EditComment } from '../comment/comment-editing.decider.ts';
import { type EditQuestion, questionEditingDecider } from '../question/question-editing.decider.ts';

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
const edit: EditQuestion = {
  type: 'EditQuestion',
  title: ' Why not? ',
  text: 'Well?',
  tags: [{ name: 'Sea' }, { name: 'moon' }],
  version: 1,
  editedBy: 'ann',
  visible: true,
  isBlanked: false,
};
const edited = {
  type: 'QuestionEdited',
  data: {
    questionId: 'q1',
    askedBy: 'ann',
    onlyFollowers: true,
    communityId: 'c1',
    editedBy: 'ann',
    version: 2,
    title: 'Why not?',
    text: 'Well?',
    tags: [
      { name: 'Sea', description: 'user added tag' },
      { name: 'moon', description: 'user added tag' },
    ],
    tagsBefore: ['Sea', 'salt'],
  },
} as const;
const answered: AnswerPosted = {
  type: 'AnswerPosted',
  data: { answerId: 'a1', questionId: 'q1', answeredBy: 'ben', text: 'So.' },
};
const editAnswer: EditAnswer = {
  ...{ type: 'EditAnswer', answerId: 'a1', questionId: 'q1', text: ' \n    So it is. ', version: 1 },
  ...{ editedBy: 'ben', isBlanked: false },
};
const answerEdited: AnswerEdited = {
  type: 'AnswerEdited',
  data: { answerId: 'a1', questionId: 'q1', editedBy: 'ben', version: 2, text: '    So it is.' },
};
const commented: CommentPosted = {
  type: 'CommentPosted',
  data: { commentId: 'c1', questionId: 'q1', answerId: 'a1', commentedBy: 'cay', text: 'Oh?' },
};
const editComment: EditComment = {
  ...{ type: 'EditComment', commentId: 'c1', target: { questionId: 'q1', answerId: 'a1' }, text: 'Ah!', version: 1 },
  ...{ editedBy: 'cay', isBlanked: false },
};

describe('[BE-1, Q-18] editing a question', () => {
  test('stores the new content with the tags before, and who may see it', () => {
    given(questionEditingDecider, [asked]).when(edit).then(edited);
  });

  test('changes nothing if the content is equal, whatever it is based on', () => {
    const same = { ...edit, title: 'Why?', tags: [{ name: 'SEA' }, { name: 'salt' }] };
    given(questionEditingDecider, [asked]).when(same).thenNothing();
    given(questionEditingDecider, [asked, edited]).when(edit).thenNothing();
  });

  test.each<[Partial<EditQuestion>, ErrorCode, string]>([
    [{ visible: false }, 'question.unknown', messages.questionUnknown],
    [{ editedBy: 'ben' }, 'edit.notAuthor', messages.editNotAuthor],
    [{ isBlanked: true }, 'edit.deleted', messages.editDeleted],
    [{ title: ' ' }, 'title.empty', messages.titleEmpty],
    [{ text: 'x'.repeat(30_001) }, 'text.tooLong', messages.questionTextTooLong],
    [{ tags: [] }, 'tags.missing', messages.tagsMissing],
    [{ version: 2 }, 'edit.stale', messages.editStale],
  ])('refuses %j', (fault, code, text) => {
    given(questionEditingDecider, [asked])
      .when({ ...edit, ...fault })
      .thenRefused(code, text);
  });

  test('refuses one that is based on an older version', () => {
    const other = { ...edit, text: 'Other' };
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

  test.each<[Partial<EditAnswer>, ErrorCode]>([
    [{ questionId: null }, 'answer.unknown'],
    [{ editedBy: 'ann' }, 'edit.notAuthor'],
    [{ isBlanked: true }, 'edit.deleted'],
    [{ text: ' ' }, 'text.empty'],
    [{ version: 3 }, 'edit.stale'],
  ])('refuses %j with %s', (fault, code) => {
    given(answerEditingDecider, [answered])
      .when({ ...editAnswer, ...fault })
      .thenRefused(code);
  });
});

describe('[BE-1] editing a comment', () => {
  test('stores the new text', () => {
    given(commentEditingDecider, [commented])
      .when(editComment)
      .then({
        type: 'CommentEdited',
        data: { commentId: 'c1', questionId: 'q1', answerId: 'a1', editedBy: 'cay', version: 2, text: 'Ah!' },
      });
  });

  test.each<[Partial<EditComment>, ErrorCode]>([
    [{ target: null }, 'comment.unknown'],
    [{ editedBy: 'ann' }, 'edit.notAuthor'],
    [{ isBlanked: true }, 'edit.deleted'],
    [{ text: 'x'.repeat(2_001) }, 'text.tooLong'],
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
  const remove = { type: 'DeleteQuestion', actorId: 'ann', ...facts, visible: true } as const;
  const deletion = { by: 'author', deletedBy: 'ann', reason: null, deletedAt: now } as const;
  const counted = { questionId: 'q1', askedBy: 'ann', onlyFollowers: true, communityId: 'c1', tags: ['Sea', 'salt'] };
  const deleted: QuestionDeleted = { type: 'QuestionDeleted', data: { ...counted, ...deletion } };
  const restored = { type: 'QuestionRestored', data: { ...counted, restoredBy: 'ann' } } as const;
  const restore = (ms: number) => ({ ...remove, type: 'RestoreQuestion', now: after(ms) }) as const;

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
    const removed = { ...deleted, data: { ...counted, ...deletion, by: 'moderator', reason: 'Rude' } } as const;
    given(questionEditingDecider, [asked, removed])
      .whenFull({ ...restore(0), actorId: 'oda', isOperator: true })
      .then({
        ...restored,
        data: { ...counted, restoredBy: 'oda', moderated: { author: 'ann', by: 'operator', communityId: 'c1' } },
      });
  });

  test('answers and comments goes the same way', () => {
    const ofAnswer = { answerId: 'a1', questionId: 'q1' };
    const answerGone: AnswerDeleted = {
      type: 'AnswerDeleted',
      data: { ...ofAnswer, answeredBy: 'ben', ...deletion, deletedBy: 'ben' },
    };
    given(answerEditingDecider, [answered])
      .when({ type: 'DeleteAnswer', ...ofAnswer, isAccepted: false, actorId: 'ben', ...facts })
      .then(answerGone);
    given(answerEditingDecider, [answered])
      .whenFull({ type: 'DeleteAnswer', ...ofAnswer, isAccepted: false, actorId: 'ben', ...facts })
      .then(answerGone);
    given(answerEditingDecider, [answered, answerGone])
      .when({ type: 'RestoreAnswer', ...ofAnswer, isAccepted: false, actorId: 'ben', ...facts })
      .then({ type: 'AnswerRestored', data: { ...ofAnswer, answeredBy: 'ben', restoredBy: 'ben' } });
    given(answerEditingDecider, [answered])
      .when({ type: 'DeleteAnswer', ...ofAnswer, isAccepted: true, actorId: 'ben', ...facts })
      .thenRefused('delete.accepted');
    const target = { questionId: 'q1', answerId: 'a1' };
    const commentGone: CommentDeleted = {
      type: 'CommentDeleted',
      data: { commentId: 'c1', ...target, ...deletion, deletedBy: 'cay' },
    };
    given(commentEditingDecider, [commented])
      .when({ type: 'DeleteComment', commentId: 'c1', target, actorId: 'cay', ...facts })
      .then(commentGone);
    given(commentEditingDecider, [commented])
      .whenFull({ type: 'DeleteComment', commentId: 'c1', target, actorId: 'cay', ...facts })
      .then(commentGone);
    given(commentEditingDecider, [commented, commentGone])
      .when({ type: 'RestoreComment', commentId: 'c1', target, actorId: 'cay', ...facts })
      .then({ type: 'CommentRestored', data: { commentId: 'c1', ...target, restoredBy: 'cay' } });
  });
});

describe('a post that was edited often', () => {
  const nth = (version: number) => ({ ...answerEdited, data: { ...answerEdited.data, version } });

  test('is loaded from its last version on', () => {
    const third = { ...edited, data: { ...edited.data, version: 3 } };
    expect(given(questionEditingDecider, [asked, edited, third]).loaded).toBe(1);
    expect(given(answerEditingDecider, [answered, nth(2), nth(3)]).loaded).toBe(1);
    const commentEdited: CommentEdited = {
      type: 'CommentEdited',
      data: { commentId: 'c1', questionId: 'q1', answerId: 'a1', editedBy: 'cay', version: 2, text: 'Ah!' },
    };
    expect(given(commentEditingDecider, [commented, commentEdited]).loaded).toBe(1);
  });

  test('[LI-21, E-4] has so many versions at most', () => {
    const at = (version: number) =>
      given(answerEditingDecider, [answered, nth(version)]).when({ ...editAnswer, text: 'No', version });
    at(limits.versions - 1).then({
      ...answerEdited,
      data: { ...answerEdited.data, version: limits.versions, text: 'No' },
    });
    at(limits.versions).thenRefused('changes.full', messages.changesFull);
  });
});

test('every version of the events is folded', () => {
  const golden = readGoldenEvents('qa') as unknown as readonly QaEvent[]; // the log of qa
  const of = <Type extends QaEvent['type']>(...types: Type[]) =>
    types.flatMap((type) => golden.filter((event): event is Extract<QaEvent, { type: Type }> => event.type === type));
  expect(fold(questionEditingDecider, of('QuestionAsked', 'QuestionEdited', 'QuestionDeleted'))).toMatchObject({
    version: 2,
    deleted: { by: 'author' },
  });
  expect(fold(questionEditingDecider, of('QuestionAsked', 'QuestionDeleted', 'QuestionRestored'))?.deleted).toBeNull();
  expect(
    fold(answerEditingDecider, of('AnswerPosted', 'AnswerEdited', 'AnswerDeleted', 'AnswerRestored')),
  ).toMatchObject({
    version: 2,
    deleted: null,
  });
  expect(
    fold(commentEditingDecider, of('CommentPosted', 'CommentEdited', 'CommentDeleted', 'CommentRestored')),
  ).toMatchObject({
    version: 2,
    deleted: null,
  });
});
