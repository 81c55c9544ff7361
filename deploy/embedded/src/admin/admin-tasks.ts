import { resolve } from 'node:path';
import { limits } from '@parlour/contracts/limits';
import { readLookAlikes } from '@parlour/identity/account/signup/look-alikes';
import { Operator } from '@parlour/identity/account/operator';
import type { FileStore } from '@parlour/deployment/files/file-store';
import { codeOf } from '@parlour/kernel/process/error-code';
import { exportFiles } from './admin-files.ts';
import { blank, commandsOf, readWritten } from './admin-posts.ts';
import type { AdminTask } from './admin-words.ts';
import { type OpenedService, serviceOf } from '../opened-services.ts';
import { callersFolder } from '../tool.ts';

/** How many characters of a post are shown. */
const shownLength = 80;

/** Runs an operator's command, prints the result, and returns the exit code. */
export async function carryOut(
  task: AdminTask,
  services: readonly OpenedService[],
  store: FileStore | null = null,
): Promise<number> {
  if (task.what === 'blank') return blankAll(task.ids, services);
  if (task.what === 'lookalikes') return nameLookAlikes(services);
  if (task.what === 'export-files') return copyFiles(task, services, store);
  const operator = operatorOf(services);
  if (task.what === 'rename') return rename(task, operator);
  const { what, username, sessionId } = task;
  switch (what) {
    case 'reset-password':
      console.log(`The new password of ${username}, shown only this once: ${await operator.resetPassword(username)}`);
      console.log('It works for a day, and the page then asks for a new one. All sessions of the account have ended.');
      return 0;
    case 'suspend':
      console.log(
        (await operator.suspend(username)) ? `${username} is suspended.` : `${username} was suspended before.`,
      );
      return 0;
    case 'restore':
      console.log((await operator.restore(username)) ? `${username} is restored.` : `${username} was not suspended.`);
      return 0;
    case 'make-operator':
      console.log(
        (await operator.makeOperator(username))
          ? `${username} is now an operator.`
          : `${username} was an operator before.`,
      );
      return 0;
    case 'remove-operator':
      console.log(
        (await operator.removeOperator(username))
          ? `${username} is no longer an operator.`
          : `${username} was not an operator.`,
      );
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

async function rename(
  { username, name, reason }: Extract<AdminTask, { what: 'rename' }>,
  operator: Operator,
): Promise<number> {
  const isNew = await operator.rename(username, name, reason);
  console.log(isNew ? `${username} is called ${name.trim()} now.` : `${username} had this name before.`);
  return 0;
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

async function copyFiles(
  { username, folder }: Extract<AdminTask, { what: 'export-files' }>,
  services: readonly OpenedService[],
  store: FileStore | null,
): Promise<number> {
  try {
    const exported = await exportFiles(username, resolve(callersFolder(), folder), services, store);
    const faulty = exported.filter(({ state }) => state !== 'whole');
    for (const { id, state } of faulty) console.error(`The file ${id} is ${state}.`);
    console.log(`${exported.length - faulty.length} of ${exported.length} files of ${username} are in ${folder}.`);
    return faulty.length === 0 ? 0 : 1;
  } catch (failure) {
    if (codeOf(failure) !== 'EEXIST') throw failure;
    console.error(`${folder} is there already: choose another name.`);
    return 1;
  }
}

async function blankAll(ids: readonly string[], services: readonly OpenedService[]): Promise<number> {
  let code = 0;
  for (const id of ids) {
    const outcome = await blank(id, services);
    if (outcome === 'unknown') code = 1;
    if (outcome === 'unknown') console.error(`There is no text with the id ${id}.`);
    else console.log(outcome === 'blanked' ? `${id} is blanked.` : `${id} was blanked before.`);
  }
  return code;
}

async function nameLookAlikes(services: readonly OpenedService[]): Promise<number> {
  const { groups, reserved } = await readLookAlikes(serviceOf(services, 'identity').database);
  for (const names of groups) console.log(`These look alike, the oldest first: ${names.map(quoted).join(', ')}`);
  for (const name of reserved) console.log(`This looks like a reserved name: ${quoted(name)}`);
  if (groups.length === 0 && reserved.length === 0) console.log('No name looks like another one.');
  return 0;
}

/** With the code points that cannot be told apart, or not be seen. */
function quoted(name: string): string {
  const unusual = name.replaceAll(/[^\x20-\x7e]/gu, (letter) => `\\u{${letter.codePointAt(0)?.toString(16) ?? ''}}`);
  return unusual === name ? `"${name}"` : `"${printable(name)}" ("${unusual}")`;
}

/** User-Agents and texts may contain anything, including terminal control characters. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '·');
}
