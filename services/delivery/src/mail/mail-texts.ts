import type { Addressed, MailKind } from '@parlour/contracts/delivery/delivery';
import { memberLimits } from '@parlour/contracts/identity/members';
import { limits } from '@parlour/contracts/limits';

/** A link; its path is below the site's address. */
interface MailLink {
  readonly label: string;
  readonly path: string;
}

/** What a mail says: paragraphs, a link between them, and paragraphs after it. */
export interface MailText {
  readonly subject: string;
  readonly before: readonly string[];
  readonly link?: MailLink;
  readonly after?: readonly string[];
  /** At its end, small. */
  readonly foot?: { readonly text: string; readonly link: MailLink };
}

/** The texts of mails about accounts. Names of people and sites are plain text. */
export const mailTexts: Readonly<Record<MailKind, (to: Addressed) => MailText>> = {
  confirm: ({ username, siteName, token }) => ({
    subject: `Confirm your e-mail address for ${siteName}`,
    before: [`Hello ${username},`, `you have given ${siteName} this e-mail address. Please confirm that it is yours.`],
    link: { label: 'Confirm address', path: `/confirm/${token}` },
    after: [
      `The link works for ${limits.confirmLinkHours} hours. If you have no account there, ignore this mail: nothing else will be sent to you.`,
    ],
  }),
  account: ({ username, siteName, token }) => ({
    subject: `Your account on ${siteName}`,
    before: [
      `Hello ${username},`,
      `an operator of ${siteName} has made an account for you. Your username is ${username}. Choose a password to begin.`,
    ],
    link: { label: 'Choose a password', path: `/reset/${token}` },
    after: [
      `The link works once, within ${memberLimits.days} days. If you do not want the account, ignore this mail: nothing else will be sent to you.`,
    ],
  }),
  reset: ({ username, siteName, token }) =>
    token === null
      ? {
          subject: `Signing in to ${siteName}`,
          before: [
            `Hello ${username},`,
            `somebody, probably you, asked for a new password for your account on ${siteName}. It has no password: you sign in with Google.`,
          ],
          link: { label: 'Sign in', path: '/' },
        }
      : {
          subject: `Choose a new password for ${siteName}`,
          before: [
            `Hello ${username},`,
            `somebody, probably you, asked for a new password for your account on ${siteName}.`,
          ],
          link: { label: 'Choose a new password', path: `/reset/${token}` },
          after: [
            `The link works once, within ${limits.resetLinkMinutes} minutes. If it was not you, ignore this mail: your password stays as it is.`,
          ],
        },
  passwordChanged: ({ username, siteName }) => ({
    subject: `Your password for ${siteName} was changed`,
    before: [
      `Hello ${username},`,
      `the password of your account on ${siteName} was changed, and all other devices were signed out.`,
      'If it was not you, ask for a new password now, and tell the people who run the site.',
    ],
    link: { label: 'Ask for a new password', path: '/forgot' },
  }),
  emailChanged: ({ username, siteName }) => ({
    subject: `Your e-mail address for ${siteName} was changed`,
    before: [
      `Hello ${username},`,
      `your account on ${siteName} does not use this e-mail address any more. This is the last mail to it.`,
      'If it was not you, sign in, change your password, and tell the people who run the site.',
    ],
    link: { label: 'Sign in', path: '/' },
  }),
  test: ({ username, siteName }) => ({
    subject: `Mail from ${siteName} works`,
    before: [`Hello ${username},`, `this is the test mail that you asked for. ${siteName} can send mail.`],
  }),
};
