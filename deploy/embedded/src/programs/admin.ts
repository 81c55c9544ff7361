import { DomainError } from '@parlour/contracts/errors';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { migrate } from '@parlour/kernel/database/migrate';
import { carryOut } from '../admin/admin-tasks.ts';
import { type AdminTask, parseAdminWords } from '../admin/admin-words.ts';
import { withServices } from '../opened-services.ts';
import { serviceDefinitions } from '../service-definitions.ts';
import { callOf, parsedWords, runTool } from '../tool.ts';

// npm run admin -- …: manages accounts and posts, whether the site is running or not. Source:
// decisions O-1.

const usage = `${callOf('admin')} <command> …

  reset-password <username>                sets and prints a password that is valid for one day; the login page then asks for a new one
  end-delay <username>                     ends the sign-in delay that followed wrong passwords
  suspend <username>                       ends all sessions of an account and prevents new ones
  restore <username>                       lets a suspended account sign in again
  rename <username> <new name> [<reason>]  gives an account another name; the former one stays reserved for it
  make-operator <username>                 lets an account manage the site in the page, at /admin
  remove-operator <username>               takes that away; the last operator stays
  sessions <username>                      lists the sessions of an account
  end-sessions <username> [<session id>]   ends one session, or all of them
  export-files <username> <folder>         copies the files of an account into a new folder, with a list
  posts <username>                         lists the latest posts of an account, with their ids
  blank <id> …                             erases the text of questions, answers, comments, messages, reports or descriptions of tags for good
  lookalikes                               lists accounts whose names look like other ones`;

const task = parsedWords(usage, parseAdminWords);

await runTool(async ({ connections, dataDir, files }) =>
  withServices(definitionsFor(task), connections, async (services) => {
    await Promise.all(services.map(({ database }) => migrate(database)));
    try {
      return await carryOut(task, services, files);
    } catch (failure) {
      if (!(failure instanceof DomainError && failure.code === 'user.unknown' && 'username' in task)) throw failure;
      const where = dataDir === undefined ? 'on this site' : `on the site in ${dataDir}`;
      console.error(`There is no account "${task.username}" ${where}.`);
      return 1;
    }
  }),
);

/** Accounts belong to identity; posts may be stored by any service. */
function definitionsFor({ what }: AdminTask): readonly ServiceDefinition[] {
  const all = serviceDefinitions();
  if (what === 'blank' || what === 'posts') return all;
  return all.filter(({ source }) => source === 'identity' || (what === 'export-files' && source === 'files'));
}
