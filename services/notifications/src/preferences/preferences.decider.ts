import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import {
  defaultChoice,
  noticeKinds,
  type NoticeLevels,
  type NoticesWire,
} from '@parlour/contracts/notifications/notices';
import {
  type NoticeChoice,
  type NoticeKind,
  type NotificationPreferencesChanged,
  notificationTypes,
  type NotificationType,
  type QuietHours,
} from '@parlour/contracts/notifications/notifications';
import type { Decider } from '@parlour/kernel/log/decider';
import { areHours, timeOf } from './quiet-hours.ts';

/** What a person wants on the page and, once they have chosen, away from it. */
export interface PreferencesState {
  readonly wanted: readonly NotificationType[];
  readonly choice: NoticeChoice | null;
}

/** Choose the notification types from now on. */
export interface ChangePreferences {
  readonly type: 'ChangePreferences';
  readonly userId: string;
  /** The whole choice, in any order. */
  readonly wanted: readonly string[];
}

/** Choose what reaches one, on the page and away from it; what is left out stays as it is. */
export interface ChangeNotices {
  readonly type: 'ChangeNotices';
  readonly userId: string;
  /** As it was sent. */
  readonly kinds?: Readonly<Record<string, unknown>>;
  readonly quiet?: QuietHours | null;
  readonly until?: string | null;
}

/** Get no mail of a kind any more. */
export interface Unsubscribe {
  readonly type: 'Unsubscribe';
  readonly userId: string;
  readonly kind: NoticeKind;
}

/** The stream of one person's preferences. */
export function preferencesStream(userId: string): string {
  return `notificationpreferences/${userId}`;
}

const known: readonly string[] = noticeKinds;
const types: readonly string[] = notificationTypes;

/** The table of what a person wants. */
export function tableOf({ wanted, choice }: PreferencesState): NoticesWire {
  const { push, mail, quiet, until } = choice ?? defaultChoice;
  const pages: readonly string[] = wanted;
  const levels = noticeKinds.map((kind): [NoticeKind, NoticeLevels] => {
    const page = !types.includes(kind) || pages.includes(kind);
    // Who turns off notifications that are also sent is sent none, and gets them back as they were.
    return [kind, { page, push: page && push.includes(kind), mail: page && mail.includes(kind) }];
  });
  return { kinds: Object.fromEntries(levels) as NoticesWire['kinds'], quiet: quiet && hoursIn(quiet), until }; // of each kind
}

/**
 * The rules of choosing: known types, each once, everything on the page by default, and an event
 * only for a change.
 */
export const preferencesDecider: Decider<
  PreferencesState,
  ChangePreferences | ChangeNotices | Unsubscribe,
  NotificationPreferencesChanged
> = {
  initial: { wanted: notificationTypes, choice: null },
  snapshots: 'all',

  decide(command, state) {
    const chosen = chosenBy(command, state);
    if (JSON.stringify(tableOf(chosen)) === JSON.stringify(tableOf(state))) return [];
    const { wanted, choice } = chosen;
    return [{ type: 'NotificationPreferencesChanged', data: { userId: command.userId, wanted, ...choice } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'NotificationPreferencesChanged':
        return chosenIn(event.data);
      default:
        event.type satisfies never;
        return state;
    }
  },
};

/** What an event says. */
export function chosenIn({
  wanted,
  push,
  mail,
  quiet = null,
  until = null,
}: NotificationPreferencesChanged['data']): PreferencesState {
  return { wanted, choice: push && mail ? { push, mail, quiet, until } : null };
}

function chosenBy(
  command: ChangePreferences | ChangeNotices | Unsubscribe,
  { wanted, choice }: PreferencesState,
): PreferencesState {
  switch (command.type) {
    case 'ChangePreferences': {
      if (command.wanted.some((type) => !types.includes(type))) throw unknownKind();
      return { wanted: notificationTypes.filter((type) => command.wanted.includes(type)), choice };
    }
    case 'Unsubscribe': {
      const before = choice ?? defaultChoice;
      return { wanted, choice: { ...before, mail: before.mail.filter((kind) => kind !== command.kind) } };
    }
    case 'ChangeNotices': {
      const before = tableOf({ wanted, choice });
      const { kinds: given = {}, quiet = before.quiet, until = before.until } = command;
      if (Object.keys(given).some((kind) => !known.includes(kind))) throw unknownKind();
      const time = until === null ? null : timeOf(until);
      if ((quiet && !areHours(quiet)) || time === undefined) throw invalid();
      const kinds = { ...before.kinds, ...levelsIn(given) };
      const those = (level: (of: NoticeLevels) => boolean) => noticeKinds.filter((kind) => level(kinds[kind]));
      const sent = those(({ page, push, mail }) => page || push || mail);
      return {
        wanted: notificationTypes.filter((type) => sent.includes(type)),
        choice: {
          push: those(({ push }) => push),
          mail: those(({ mail }) => mail),
          quiet: quiet && hoursIn(quiet),
          until: time,
        },
      };
    }
  }
}

/** @throws {DomainError} `request.invalid` for what are no levels */
function levelsIn(kinds: Readonly<Record<string, unknown>>): Readonly<Record<string, NoticeLevels>> {
  const levels = Object.entries(kinds).map(([kind, sent]) => {
    const { page, push, mail } = Object(sent) as Record<keyof NoticeLevels, unknown>; // checked here
    if (typeof page !== 'boolean' || typeof push !== 'boolean' || typeof mail !== 'boolean') throw invalid();
    return [kind, { page, push, mail }];
  });
  return Object.fromEntries(levels) as Record<string, NoticeLevels>; // as just made
}

/** Hours whose fields have one order, to be compared as text. */
function hoursIn({ from, to, zone }: QuietHours): QuietHours {
  return { from, to, zone };
}

function unknownKind(): DomainError {
  return new DomainError('notification.type', messages.notificationTypeInvalid);
}

function invalid(): DomainError {
  return new DomainError('request.invalid', messages.requestInvalid);
}
