import { Operator } from '@parlour/identity/account/operator';
import { Commands } from '@parlour/kernel/log/commands';
import { type AdminTask, parseAdminWords } from './admin-words.ts';
import { withServices } from './opened-services.ts';
import { serviceDefinitions } from './service-definitions.ts';
import { runTool, wordsOf } from './tool.ts';

// npm run admin -- …: what whoever runs the site does with accounts, while it runs or when it does not. Source: decisions O-1.

const usage = `npm run admin -- <what> …

  reset-password <username>                a new password in place of a forgotten one, printed once
  suspend <username>                       keeps somebody out: his sessions end, none begins
  restore <username>                       lets him in again
  sessions <username>                      lists his sessions
  end-sessions <username> [<session id>]   ends one of them, or all`;

const task = parseAdminWords(wordsOf(usage, (words) => parseAdminWords(words) !== undefined));

await runTool(async (_, connections) =>
  withServices(
    serviceDefinitions().filter(({ source }) => source === 'identity'),
    connections,
    async ([identity]) => {
      if (!identity || !task) return 70;
      const { database, log } = identity;
      await database.dataSource.runMigrations();
      return carryOut(task, new Operator(new Commands(log, database, log.types), database));
    },
  ),
);

async function carryOut({ what, username, sessionId }: AdminTask, operator: Operator): Promise<number> {
  switch (what) {
    case 'reset-password':
      console.log(`The new password of ${username}, shown this once: ${await operator.resetPassword(username)}`);
      console.log('All sessions of the account have ended.');
      return 0;
    case 'suspend':
      console.log(
        (await operator.suspend(username)) ? `${username} is suspended.` : `${username} was suspended before.`,
      );
      return 0;
    case 'restore':
      console.log((await operator.restore(username)) ? `${username} is restored.` : `${username} was not suspended.`);
      return 0;
    case 'sessions':
      return list(username, operator);
    case 'end-sessions': {
      const ended = await operator.endSessions(username, sessionId);
      console.log(`${ended} ended.`);
      return ended === 0 && sessionId !== undefined ? 1 : 0;
    }
    default:
      what satisfies never;
      return 64;
  }
}

async function list(username: string, operator: Operator): Promise<number> {
  const sessions = await operator.sessions(username);
  for (const { _id, userAgent, address, createdAt, lastUsedAt } of sessions) {
    console.log(`${_id}  begun ${createdAt}, last used ${lastUsedAt}, from ${address}  ${printable(userAgent)}`);
  }
  console.log(`${sessions.length} of ${username}.`);
  return 0;
}

/** A browser may call itself anything, also what would move the cursor of a terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '·');
}
