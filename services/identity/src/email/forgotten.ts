import { doneAfter } from '@parlour/kernel/log/reply';
import type { Policy } from '@parlour/kernel/policy/policy';
import { forgottenDecider, forgottenStream, type RequestReset } from './email.decider.ts';
import {
  dropForgotten,
  eraseFormer,
  type ForgottenMatch,
  noteAsked,
  readForgotten,
  readFormer,
} from './email.queries.ts';

/**
 * Looks up what was typed by people who forgot their password. The call that took it has answered
 * long before, so neither its text nor its time tells who is here. Source: specification ML-3.
 */
export const forgottenPolicy: Policy<ForgottenMatch> = {
  name: 'forgotten passwords',
  reactions: {},
  async due(database, limit) {
    const met = new Set<string>();
    return (await readForgotten(database, limit)).flatMap((match) => {
      const { id, emailId } = match;
      // Typed twice at once: the next look finds that the account was asked.
      if (emailId !== null && met.has(emailId)) return [];
      if (emailId !== null) met.add(emailId);
      return [{ id: `${id} ${emailId ?? ''}`, command: match }];
    });
  },
  async execute({ id, userId, emailId }, origin, { commands, database }) {
    // Nobody, or everybody has been asked.
    if (userId === null || emailId === null) return dropForgotten(database, id);
    return commands.execute(origin, {
      streamId: forgottenStream(userId),
      orderingKey: userId,
      decider: forgottenDecider,
      command: (): RequestReset => ({ userId, emailId }),
      reply: doneAfter((tx) => noteAsked(tx, emailId)),
    });
  },
};

/** Erases replaced addresses, some days after they were told. */
export const formerEmailPolicy: Policy<{ readonly emailId: string }> = {
  name: 'former addresses',
  reactions: {},
  async due(database, limit) {
    return (await readFormer(database, limit)).map((emailId) => ({ id: emailId, command: { emailId } }));
  },
  execute: ({ emailId }, _, { database }) => eraseFormer(database, emailId),
};
