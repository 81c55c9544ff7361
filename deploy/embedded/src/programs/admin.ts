import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { migrate } from '@parlour/kernel/database/migrate';
import { carryOut } from '../admin-tasks.ts';
import { type AdminTask, parseAdminWords } from '../admin-words.ts';
import { withServices } from '../opened-services.ts';
import { serviceDefinitions } from '../service-definitions.ts';
import { runTool, wordsOf } from '../tool.ts';

// npm run admin -- …: manages accounts and posts, whether the site is running or not. Source:
// decisions O-1.

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

/** Accounts belong to identity; posts may be stored by any service. */
function definitionsFor(wanted: AdminTask | undefined): readonly ServiceDefinition[] {
  const all = serviceDefinitions();
  return wanted?.what === 'blank' || wanted?.what === 'posts' ? all : all.filter(({ source }) => source === 'identity');
}
