import { KernelTables1795800000000 } from '@parlour/kernel/database/kernel-tables';
import type { Policy } from '@parlour/kernel/policy/policy';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { peopleView } from '@parlour/people/people-view';
import { type DeliveryConfig, type MailSettings, mailSettingsOf, pushSettingsOf } from './delivery-config.ts';
import { MailController, siteMailer } from './mail/mail.controller.ts';
import { MailRow } from './mail/mail.entity.ts';
import { Mailer } from './mail/mailer.ts';
import { accountMails, queueingPolicy, sendingPolicy, ServerRest } from './mail/sending.ts';
import { Mails1796100000000 } from './migrations/1796100000000-mails.migrations.ts';
import { Notices1796200000000 } from './migrations/1796200000000-notices.migrations.ts';
import { Push1796300000000 } from './migrations/1796300000000-push.migrations.ts';
import { noticeMails } from './notice/notice-mails.ts';
import { NoticeRow } from './notice/notice.entity.ts';
import { queueingPolicies } from './notice/queueing-notices.ts';
import { Outgoing } from './outgoing/outgoing.ts';
import { endingPolicy } from './push/ending.ts';
import { PushController, sitePusher } from './push/push.controller.ts';
import { PushSubscriptionRow } from './push/push.entity.ts';
import { Pusher } from './push/pusher.ts';
import { pushingPolicy } from './push/pushing.ts';

/** The tables of this service, oldest migration first. */
export const deliveryMigrations = [
  KernelTables1795800000000,
  Mails1796100000000,
  Notices1796200000000,
  Push1796300000000,
];

/**
 * With an account goes what waits for its owner, and where they get it. A restored mail may have
 * been sent since, and restored browsers subscribe again.
 */
const fleetingTables = ['mails', 'notices', 'push_subscriptions'];

/** What is sent to people; it follows other services' logs and has no events of its own. */
export function deliveryDefinition(config: DeliveryConfig, now: () => number = Date.now): ServiceDefinition {
  const settings = mailSettingsOf(config);
  const mailer = settings && new Mailer(settings);
  const pushSettings = pushSettingsOf(config);
  const outgoing = new Outgoing(pushSettings?.services ?? []);
  const pusher = pushSettings && new Pusher(pushSettings, outgoing);
  return {
    source: 'delivery',
    database: { entities: [MailRow, NoticeRow, PushSubscriptionRow], migrations: deliveryMigrations },
    views: [peopleView('delivery', fleetingTables)],
    live: () => Promise.resolve({ liveMessages: [], endedSessions: [] }),
    controllers: [MailController, PushController],
    providers: [
      { provide: siteMailer, useValue: mailer },
      { provide: sitePusher, useValue: pusher },
      { provide: Outgoing, useValue: outgoing },
    ],
    policies: [
      queueingPolicy(mailer),
      endingPolicy,
      ...queueingPolicies({ mailMinutes: settings?.noticeMinutes ?? null, push: pusher !== null }),
      ...(settings && mailer ? sending(settings, mailer, now) : []),
      ...(pusher ? [pushingPolicy(pusher)] : []),
    ],
    fleetingTables,
  };
}

/** Both wait together while the server is away. */
function sending(settings: MailSettings, mailer: Mailer, now: () => number): readonly Policy[] {
  const rest = new ServerRest(now);
  return [sendingPolicy(accountMails, mailer, rest), sendingPolicy(noticeMails(settings), mailer, rest)];
}
