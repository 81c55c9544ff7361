import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { describeViewContract } from '@parlour/kernel/testing/view-contract';
import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import type { PostPlace, QaEvent } from '@parlour/contracts/qa/qa.events';
import { fileView } from './file/file.projection.ts';
import { filesMigrations } from './files.module.ts';
import { communityUseView, messageUseView, personUseView, postUseView } from './use/use.view.ts';
import { fileOf } from './testing/files-world.ts';
import type { FilesEvent } from '@parlour/contracts/files/files';

const [one, other] = [fileOf('1'.repeat(64)), fileOf('2'.repeat(64))];
const uploaded = (file: typeof one): FilesEvent => ({ type: 'FileUploaded', data: { ...file, by: 'ann' } });

describeViewContract(fileView, filesMigrations, [
  ...readGoldenEvents('files'),
  uploaded(one),
  uploaded(other),
  { type: 'FileDescribed', data: { fileId: one.fileId, by: 'ann', alt: 'A boat' } },
  {
    type: 'FileDeleted',
    data: { fileId: one.fileId, by: 'ann', deletedBy: null, bytes: 100, objects: [one.hash] },
  },
]);

const text = ({ fileId }: typeof one) => `![a](/file/${fileId})`;
const place: PostPlace<'comment'> = { kind: 'comment', id: 'c', questionId: 'q', answerId: null, author: 'ann' };
const commented: QaEvent = {
  type: 'CommentPosted',
  data: { commentId: 'c', questionId: 'q', answerId: null, commentedBy: 'ann', text: text(one) },
};
const edited = (version: number, to: string): QaEvent => ({
  type: 'PostEdited',
  data: { ...place, text: to, editedBy: 'ann', version },
});

describeViewContract(postUseView, filesMigrations, [
  ...[commented, edited(2, text(other)), edited(3, ''), edited(4, text(one) + text(other)), edited(5, text(one))],
  ...readGoldenEvents('qa'),
  { type: 'PostErased', data: place } satisfies QaEvent,
]);

describeViewContract(messageUseView, filesMigrations, [
  ...readGoldenEvents('messaging'),
  { type: 'MessagePosted', data: { messageId: 'm', from: 'ann', text: text(one) } } satisfies MessagingEvent,
  {
    type: 'PostEdited',
    data: { messageId: 'm', chatId: null, text: text(other), editedBy: 'ann', version: 2 },
  } satisfies MessagingEvent,
  { type: 'PostErased', data: { messageId: 'm', chatId: null } } satisfies MessagingEvent,
]);

const chosen = (userId: string, file: typeof one | null): IdentityEvent => ({
  type: 'PictureChosen',
  data: { userId, fileId: file?.fileId ?? null },
});

describeViewContract(personUseView, filesMigrations, [
  ...readGoldenEvents('identity'),
  ...[chosen('ann', one), chosen('ben', one), chosen('ann', other), chosen('ann', null), chosen('ann', one)],
  { type: 'UserDeleted', data: { userId: 'ben' } } satisfies IdentityEvent,
]);

const shown = (place: 'picture' | 'banner', file: typeof one | null, by: string): CommunitiesEvent => ({
  type: 'CommunityPictureChosen',
  data: { communityId: 'c', place, fileId: file?.fileId ?? null, by },
});

const reportMade = (reportId: string): CommunitiesEvent => ({
  type: 'ReportMade',
  data: {
    ...{ reportId, caseId: 'r1', thing: { type: 'answer', id: 'a' }, placeId: 'q', personId: 'ben' },
    ...{ communityId: null, version: 1, by: 'ann', reason: 'spam', text: text(one) },
  },
});

describeViewContract(communityUseView, filesMigrations, [
  ...readGoldenEvents('communities'),
  ...[shown('picture', one, 'ann'), shown('banner', one, 'ann'), shown('picture', null, 'ben')],
  ...[shown('picture', one, 'ben'), shown('banner', other, 'ben')],
  ...[reportMade('r1'), reportMade('r2')],
  { type: 'ReportBlanked', data: { reportId: 'r1', communityId: null } } satisfies CommunitiesEvent,
]);
