import { limits } from '@parlour/contracts/limits';
import { Operator } from '@parlour/identity/account/operator';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { migrate } from '@parlour/kernel/database/migrate';
import { blank, commandsOf, readWritten, serviceOf } from '../admin-posts.ts';
import { type AdminTask, parseAdminWords } from '../admin-words.ts';
import { type OpenedService, withServices } from '../opened-services.ts';
import { serviceDefinitions } from '../service-definitions.ts';
import { runTool, wordsOf } from '../tool.ts';

// npm run admin -- …: what whoever runs the site does with accounts and posts, while it runs or when it does not. Source: decisions O-1.

/** How much is shown of what somebody has written. */
const shownLength = 80;

const usage = `npm run admin -- <what> …

  reset-password <username>                a password for a day in place of a forgotten one, printed once; the page asks for a new one
  end-delay <username>                     lets somebody sign in who has to wait because others guessed at the password
  suspend <username>                       keeps somebody out: his sessions end, none begins
  restore <username>                       lets him in again
  sessions <username>                      lists his sessions
  end-sessions <username> [<session id>]   ends one of them, or all
  posts <username>                         lists what he has written last, with its ids
  blank <id> …                             removes the texts of questions, answers, comments or messages for good`;

const task = parseAdminWords(wordsOf(usage, (words) => parseAdminWords(words) !== undefined));

await runTool(async (_, connections) =>
  withServices(definitionsFor(task), connections, async (services) => {
    await Promise.all(services.map(({ database }) => migrate(database)));
    return task ? carryOut(task, services) : 70;
  }),
);

/** Accounts are identity's alone; what was written may stand with any service. */
function definitionsFor(wanted: AdminTask | undefined): readonly ServiceDefinition[] {
  const all = serviceDefinitions();
  return wanted?.what === 'blank' || wanted?.what === 'posts' ? all : all.filter(({ source }) => source === 'identity');
}

async function carryOut(task: AdminTask, services: readonly OpenedService[]): Promise<number> {
  if (task.what === 'blank') return remove(task.ids, services);
  const { what, username, sessionId } = task;
  const operator = operatorOf(services);
  switch (what) {
    case 'reset-password':
      console.log(`The new password of ${username}, shown this once: ${await operator.resetPassword(username)}`);
      console.log('It is good for a day; the page asks for a new one. All sessions of the account have ended.');
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
    case 'end-delay':
      await operator.endDelay(username);
      console.log(`${username} can sign in without a delay within ten seconds.`);
      return 0;
    case 'posts':
      return show(username, services);
    default:
      what satisfies never;
      return 64;
  }
}

function operatorOf(services: readonly OpenedService[]): Operator {
  const identity = serviceOf(services, 'identity');
  return new Operator(commandsOf(identity), identity.database);
}

async function list(username: string, operator: Operator): Promise<number> {
  const sessions = await operator.sessions(username);
  for (const { _id, userAgent, address, createdAt, lastUsedAt } of sessions) {
    console.log(`${_id}  begun ${createdAt}, last used ${lastUsedAt}, from ${address}  ${printable(userAgent)}`);
  }
  console.log(`${sessions.length} of ${username}.`);
  return 0;
}

async function show(username: string, services: readonly OpenedService[]): Promise<number> {
  const written = await readWritten(username, services);
  for (const { id, kind, at, text } of written) {
    console.log(`${id}  ${kind}  ${at.toISOString()}  ${printable([...text].slice(0, shownLength).join(''))}`);
  }
  console.log(`${written.length} of ${username}, the latest ${limits.page.greatest} at most.`);
  return 0;
}

async function remove(ids: readonly string[], services: readonly OpenedService[]): Promise<number> {
  let code = 0;
  for (const id of ids) {
    const outcome = await blank(id, services);
    if (outcome === 'unknown') code = 1;
    if (outcome === 'unknown') console.error(`There is no post and no message ${id}.`);
    else console.log(outcome === 'blanked' ? `${id} is blanked.` : `${id} was blanked before.`);
  }
  return code;
}

/** A browser may call itself anything, and people write what they like: also what would move the cursor of a terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '·');
}
