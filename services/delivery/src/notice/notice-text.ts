import type { Addressed } from '@parlour/contracts/delivery/delivery';
import type { NoticeRow } from '@parlour/contracts/notifications/notices';
import type { MailText } from '../mail/mail-texts.ts';

const names = new Intl.ListFormat('en');

/** The mail of a notice: what happened, who did it and when, and where it is. */
export function noticeText(to: Addressed, rows: readonly [NoticeRow, ...NoticeRow[]], zone: string | null): MailText {
  const [first] = rows;
  const clock = new Intl.DateTimeFormat('en-US', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
    timeZone: zone ?? 'UTC',
  });
  return {
    subject: first.text,
    before: rows.flatMap(({ text, actors, at }) => [text, `${names.format(actors)}, ${clock.format(new Date(at))}`]),
    link: { label: `Open on ${to.siteName}`, path: first.path },
    foot: {
      text: `You get this mail because you have an account on ${to.siteName}.`,
      link: { label: 'No more mails like this', path: unsubscribePathOf(to) },
    },
  };
}

/** The path of the link that ends mails like this one. */
export function unsubscribePathOf({ token }: Addressed): string {
  return `/unsubscribe/${token}`;
}
