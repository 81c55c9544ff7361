import { limits } from '@parlour/contracts/limits';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { PushOutcome, Subscription } from './pusher.ts';

/**
 * SQL: whether the subscription `s` counts: each load of the page renews it, and a session that is
 * not used ends without an event.
 */
const isCurrent = `s.at > now() - interval '${limits.sessionIdleDays} days'`;

// A browser has one address, whoever uses it: only the latest session gets what is sent there.
const subscribe = statement(
  'push_subscriptions.subscribe',
  `with other as (delete from push_subscriptions where endpoint = $3 and session_id <> $1),
     more as (delete from push_subscriptions where session_id in (
       select session_id from push_subscriptions where user_id = $2 and session_id <> $1
        order by at desc, session_id offset ${limits.pushSubscriptions - 1})),
     old as (delete from push_subscriptions s where user_id = $2 and session_id <> $1 and not ${isCurrent})
   insert into push_subscriptions as s (session_id, user_id, endpoint, p256dh, auth) values ($1, $2, $3, $4, $5)
   on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
     at = now(), failures = 0, rests_until = now()`,
);

/** Stores the subscription of a session, in place of an earlier one; a person's oldest ones end. */
export async function subscribePush(
  tx: Tx,
  userId: string,
  { sessionId, endpoint, keys: { p256dh, auth } }: Subscription,
): Promise<void> {
  await tx.query(subscribe, [sessionId, userId, endpoint, p256dh, auth]);
}

const unsubscribe = statement('push_subscriptions.unsubscribe', 'delete from push_subscriptions where session_id = $1');

/** Ends the subscription of a session, if it has one. */
export async function unsubscribePush(tx: Tx, sessionId: string): Promise<void> {
  await tx.query(unsubscribe, [sessionId]);
}

/** SQL: whether the notice `n` is still to be pushed to the subscription `s`. */
const isWaitedFor = `s.user_id = n.user_id and s.session_id <> all(n.sent_to) and ${isCurrent}`;

const subscriptions = statement(
  'push_subscriptions.ofNotice',
  `select s.session_id as "sessionId", s.endpoint, json_build_object('p256dh', s.p256dh, 'auth', s.auth) as keys
     from notices n join push_subscriptions s on ${isWaitedFor}
    where n.id = $1 and s.rests_until <= clock_timestamp()`,
);

/** Where a notice is to be pushed now: not where it was taken, nor where a push service fails. */
export function readSubscriptions(tx: Tx, noticeId: string): Promise<Subscription[]> {
  return tx.query<Subscription>(subscriptions, [noticeId]);
}

const done = statement(
  'push_subscriptions.done',
  `with well as (
     update push_subscriptions set failures = 0 where session_id = $2 and endpoint = $3 and failures > 0)
   update notices set sent_to = sent_to || $2 where id = $1`,
);

const end = statement(
  'push_subscriptions.end',
  'delete from push_subscriptions where session_id = $1 and endpoint = $2',
);

// From a minute to six hours. Several notices that fail at once count once.
const rest = statement(
  'push_subscriptions.rest',
  `update push_subscriptions
      set failures = failures + 1,
          rests_until = clock_timestamp() + make_interval(secs => greatest($3, least(60 * 2 ^ least(failures, 9), 21600)))
    where session_id = $1 and endpoint = $2 and rests_until <= clock_timestamp()`,
);

/** Notes what a push service did with a notice. A subscription that it does not know ends. */
export async function noteOutcome(
  tx: Tx,
  noticeId: string,
  { sessionId, endpoint }: Subscription,
  outcome: PushOutcome,
): Promise<void> {
  if (outcome.what === 'gone') await tx.query(end, [sessionId, endpoint]);
  else if (outcome.what !== 'later') await tx.query(done, [noticeId, sessionId, endpoint]);
  else await tx.query(rest, [sessionId, endpoint, Math.min(outcome.afterMs / 1_000, limits.pushHours * 3_600)]);
}

const wait = statement(
  'notices.waitForServices',
  `update notices n set next_at = (select min(s.rests_until) from push_subscriptions s where ${isWaitedFor})
    where n.id = $1 and n.at > now() - make_interval(hours => ${limits.pushHours})
      and exists (select from push_subscriptions s where ${isWaitedFor})
   returning n.id`,
);

/** Has a notice wait for the push services that failed; false if there is nothing to wait for. */
export async function waitForServices(tx: Tx, noticeId: string): Promise<boolean> {
  return (await tx.query(wait, [noticeId])).length > 0;
}

const subscribed = statement(
  'push_subscriptions.subscribed',
  `select distinct s.user_id as id from push_subscriptions s where s.user_id = any($1::text[]) and ${isCurrent}`,
);

/** Those of these people who have switched push on somewhere. */
export async function findSubscribed(tx: Tx, userIds: readonly string[]): Promise<readonly string[]> {
  return (await tx.query<{ id: string }>(subscribed, [userIds])).map(({ id }) => id);
}
