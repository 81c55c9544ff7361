import type { NoticeKind } from '@parlour/contracts/notifications/notifications';

/** What each kind of notice is called, in the order in which people choose them. */
export const noticeLabels: Readonly<Record<NoticeKind, string>> = {
  answer: 'New answers',
  accepted: 'Accepted answers',
  comment: 'New comments',
  mention: 'Mentions of you',
  message: 'Messages to you',
  follower: 'New followers',
  gameInvite: 'Game invitations',
  turn: 'Your turn in a game',
  request: 'Requests to join',
  decision: 'Decisions on your requests',
  ownership: 'Communities handed over',
  moderated: 'Posts removed by moderators',
  report: 'Outcomes of your reports',
};
