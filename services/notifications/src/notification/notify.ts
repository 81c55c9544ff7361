import { v5 as uuidv5 } from 'uuid';
import { type Envelope, operator } from '@parlour/contracts/envelope';
import { unavailable } from '@parlour/contracts/errors';
import { type Notified, siteTarget } from '@parlour/contracts/notifications/notifications';
import { statement } from '@parlour/kernel/database/database';
import type { CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import { doneReply } from '@parlour/kernel/log/reply';
import { tooOldToNotify } from '@parlour/kernel/metrics/metrics';
import type { Policy, PolicyService } from '@parlour/kernel/policy/policy';
import { notificationDecider, notificationStream, type Notify } from './notification.decider.ts';
import { aboutOf, notifications, type Notice, type NotifyOf, type NotifyOfReport, postOf } from './notify.policy.ts';
import { awaitsName, readRecipients } from './recipients.queries.ts';

/**
 * The namespace of notification ids: one per event and recipient, so that nobody is notified twice.
 */
const namespace = '5b0d8a3e-6f4c-5d0e-9a57-3f1c1d2b7e90';

/** The logs that decide whom something concerns. */
const rightsFrom = ['identity', 'communities'] as const;

/** How many people are notified at a time: as many as one transaction of the log takes. */
const batchSize = 100;

const dayMs = 24 * 3_600_000;

const look = statement(
  'notify.look',
  `select exists (select from people p where p.id = $1) or $2::timestamptz < now() - interval '1 minute' as introduced`,
);

/** Notifies people of what concerns them. Source: decisions N-2. */
export function notifyPolicy(): Policy<NotifyOf> {
  const isTooOld = ageCheck();
  return {
    name: 'notifying',
    reactions: notifications,
    async execute(command, origin, { commands, database, caughtUp, hasRead, newestOf }) {
      // Before any query: there may be a history of years.
      if (await isTooOld(command, newestOf)) {
        tooOldToNotify.inc({ source: command.source });
        return;
      }
      const [seen] = await database.query<{ introduced: boolean }>(look, [command.actorId, command.occurredAt]);
      // The actor's name comes from identity's log, at its own pace. It is retried. On the server,
      // the operator is nobody with a name.
      if (!seen?.introduced && command.actorId !== operator.id) throw unavailable();
      // Whom it concerns is decided once, by who follows, blocks and is a member. After a stop, the
      // copies of that may be far behind: it is retried.
      if (hasRead && !rightsFrom.every(hasRead)) throw unavailable();
      // Nor is the name of a newcomer known at once; any other unknown one is nobody's.
      if ('names' in command && (await awaitsName(database, command))) await caughtUp?.('identity');
      const userIds = await readRecipients(database, command);
      // Dated by the event, not by when this service handled it.
      const dated = { ...origin, occurredAt: command.occurredAt };
      for (let from = 0; from < userIds.length; from += batchSize) {
        const batch = userIds.slice(from, from + batchSize);
        await Promise.all(batch.map((userId) => notify(commands, notificationOf(command, userId), dated)));
      }
    },
  };
}

/**
 * Whether an event is more than a day older than the newest of its log: a service that starts on a
 * site with a history must not send years of it. Events are compared with each other, because a
 * clock that was wrong must not silence those that come after it. The clock only says which events
 * need no comparison. Source: decisions N-19.
 */
function ageCheck(): (notice: Notice, newestOf: PolicyService['newestOf']) => Promise<boolean> {
  /** By log, the newest event when it was asked for: it stays newer than all those before it. */
  const newest = new Map<string, Pick<Envelope, 'position' | 'occurredAt'>>();
  return async ({ source, position, occurredAt }, newestOf) => {
    const now = Date.now();
    if (Math.abs(now - Date.parse(occurredAt)) < dayMs) return false;
    let later = newest.get(source);
    if (newestOf && (later?.position ?? 0) < position) {
      later = await newestOf(source);
      if (later) newest.set(source, later);
    }
    const latest = newestOf ? later && Date.parse(later.occurredAt) : now;
    return latest !== undefined && latest - Date.parse(occurredAt) > dayMs;
  };
}

function notificationOf(command: NotifyOf, userId: string): Notified['data'] {
  const notificationId = uuidv5(`${causeOf(command)} ${userId}`, namespace);
  const common = { notificationId, userId, about: aboutOf[command.type], actorId: command.actorId, gameType: null };
  switch (command.type) {
    case 'NotifyOfAnswer':
    case 'NotifyOfAcceptance':
      return { ...common, targetId: command.questionId, answerId: command.answerId };
    case 'NotifyOfModeration': {
      const { answerId, moderated } = command;
      return { ...common, targetId: command.questionId, ...(answerId !== null && { answerId }), moderated };
    }
    case 'NotifyOfPoll':
      return { ...common, targetId: command.communityId, moderated: command.moderated };
    case 'NotifyOfComment':
      return { ...common, targetId: command.questionId, commentId: command.commentId };
    case 'NotifyOfMention': {
      const { questionId, answerId, commentId } = command;
      const post = commentId === null ? { ...(answerId !== null && { answerId }) } : { commentId };
      return { ...common, targetId: questionId, ...post };
    }
    case 'NotifyOfMentionInChat':
      return { ...common, targetId: command.chatId, messageId: command.messageId };
    case 'NotifyOfWarning':
      return {
        ...{ ...common, ...placeOf(command) },
        moderated: { act: 'warned', kind: command.thing.type, reason: command.text },
      };
    case 'NotifyOfRename':
      // Neither names nor the reason: the text has the name of today, and copies would have to be
      // erased with the account.
      return {
        ...{ ...common, targetId: command.userId },
        moderated: { act: 'renamed', kind: 'person', reason: null },
      };
    case 'NotifyOfReport':
      return { ...common, ...placeOf(command), report: { type: command.thing.type, action: command.action } };
    case 'NotifyOfFollower':
      return { ...common, targetId: command.actorId };
    case 'NotifyOfNewcomer':
      return { ...common, targetId: siteTarget };
    case 'NotifyOfInvitation':
      return { ...common, targetId: command.gameId, gameType: command.gameType };
    case 'NotifyOfRequest':
    case 'NotifyOfDecision':
    case 'NotifyOfOwnership':
      return { ...common, targetId: command.communityId, news: { what: command.what, name: command.name } };
  }
}

/** Where a reported thing is. */
function placeOf({ thing: { type, id }, placeId: targetId }: NotifyOfReport) {
  const key = { answer: 'answerId', comment: 'commentId', message: 'messageId' } as const;
  return type in key ? { targetId, [key[type as keyof typeof key]]: id } : { targetId }; // as just checked
}

/** Whoever was notified of the same cause is not notified again. */
function causeOf(command: NotifyOf): string {
  // However often an answer is accepted, its author is notified once. Source: decisions Q-27.
  if (command.type === 'NotifyOfAcceptance') return `accepted ${command.answerId}`;
  // However often a post is edited. Source: decisions U-13.
  if (command.type === 'NotifyOfMention') return `mentioned ${postOf(command)}`;
  if (command.type === 'NotifyOfMentionInChat') return `mentioned ${command.messageId}`;
  return command.eventId;
}

function notify(commands: Commands, notification: Notified['data'], origin: CommandOrigin): Promise<unknown> {
  // Without a key: its stream ensures that a notification is created once, however late its cause
  // is repeated.
  return commands.execute(
    { ...origin, key: null },
    {
      streamId: notificationStream(notification.notificationId),
      orderingKey: notification.userId,
      decider: notificationDecider,
      command: (): Notify => ({ type: 'Notify', notification }),
      reply: doneReply,
    },
  );
}
