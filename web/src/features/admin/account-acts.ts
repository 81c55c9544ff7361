import type { AdminPersonWire } from '@parlour/contracts/site';
import type { AccountActName } from './admin.api.ts';
import { suspensionConsequence } from '../../design/parts/report/suspension-words.ts';

/** An operator's actions on an account. */
export interface AccountAct {
  readonly key: AccountActName;
  readonly label: string;
  /** Asked before it is done; without one, it is done at once. */
  readonly consequence?: string;
  /** The question of the dialog; the name follows it. */
  readonly question?: string;
  readonly isGrave?: boolean;
  readonly done: (username: string) => string;
}

const acts: readonly (AccountAct & { readonly suits: (person: AdminPersonWire) => boolean })[] = [
  {
    key: 'restore',
    label: 'Restore',
    done: (username) => `${username} can sign in again.`,
    suits: ({ suspended }) => suspended,
  },
  {
    key: 'resetPassword',
    label: 'Reset the password…',
    question: 'Reset the password of',
    consequence:
      'They are signed out everywhere. You get a temporary password that lets them choose a new one within a day.',
    done: (username) => `${username}’s password was reset.`,
    suits: ({ operator, isGoogleUser }) => !operator && !isGoogleUser,
  },
  {
    key: 'endSessions',
    label: 'Sign out everywhere…',
    question: 'Sign out everywhere:',
    consequence: 'They have to sign in again on every device.',
    done: (username) => `${username} is signed out everywhere.`,
    suits: ({ sessions, operator, own }) => sessions > 0 && !operator && !own,
  },
  {
    key: 'makeOperator',
    label: 'Make an operator…',
    question: 'Make an operator of',
    consequence: 'Operators can do everything you can, including removing you.',
    done: (username) => `${username} is now an operator.`,
    suits: ({ operator, suspended }) => !operator && !suspended,
  },
  {
    key: 'removeOperator',
    label: 'Remove as operator…',
    question: 'Remove as operator:',
    consequence: 'They keep their account but can no longer open these pages.',
    isGrave: true,
    done: (username) => `${username} is no longer an operator.`,
    suits: ({ operator }) => operator,
  },
  {
    key: 'suspend',
    label: 'Suspend…',
    question: 'Suspend',
    consequence: suspensionConsequence,
    isGrave: true,
    done: (username) => `${username} is suspended.`,
    suits: ({ operator, suspended }) => !operator && !suspended,
  },
];

/** The acts that are possible with an account. */
export function actsOn(person: AdminPersonWire): readonly AccountAct[] {
  return acts.filter(({ suits }) => suits(person));
}
