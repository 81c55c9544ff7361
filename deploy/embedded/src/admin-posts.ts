import { randomUUID } from 'node:crypto';
import type { Written } from '@parlour/contracts/blanking';
import { operator, type Source } from '@parlour/contracts/envelope';
import { limits } from '@parlour/contracts/limits';
import { idOfUser } from '@parlour/identity/user/user.queries';
import { type CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import { blankMessage, readMessagesOf } from '@parlour/messaging/blanking/blanking';
import { blankPost, readPostsOf } from '@parlour/qa/blanking/blanking';
import { blankCopies } from './admin-copies.ts';
import type { OpenedService } from './opened-services.ts';

/**
 * A person's last posts and messages that are not blanked, newest first, with the ids that `blank`
 * takes.
 */
export async function readWritten(username: string, services: readonly OpenedService[]): Promise<readonly Written[]> {
  const userId = await idOfUser(serviceOf(services, 'identity').database, username);
  const found = await Promise.all([
    readPostsOf(serviceOf(services, 'qa').database, userId),
    readMessagesOf(serviceOf(services, 'messaging').database, userId),
  ]);
  const written = found.flat().sort((one, other) => other.at.getTime() - one.at.getTime());
  return written.slice(0, limits.page.greatest);
}

/**
 * Blanks a post or a message everywhere. Copies outside of its commit are blanked again if it was
 * already blanked: an interrupted first run then leaves nothing. Source: decisions O-1.
 */
export async function blank(id: string, services: readonly OpenedService[]): Promise<'blanked' | 'before' | 'unknown'> {
  const [qa, messaging] = [serviceOf(services, 'qa'), serviceOf(services, 'messaging')];
  const blanked =
    (await blankPost(commandsOf(qa), qa.database, origin('operator.BlankPost'), id)) ??
    (await blankMessage(commandsOf(messaging), messaging.database, origin('operator.BlankMessage'), id));
  if (!blanked) return 'unknown';
  for (const { database } of services) await blankCopies(database, { id, eventId: blanked.eventId });
  return blanked.changed ? 'blanked' : 'before';
}

/** The opened service that owns this log. */
export function serviceOf(services: readonly OpenedService[], source: Source): OpenedService {
  const service = services.find(({ definition }) => definition.source === source);
  if (!service) throw new Error(`${source} is not opened`);
  return service;
}

/** Runs a service's commands as the tool. */
export function commandsOf({ log, database }: OpenedService): Commands {
  return new Commands(log, database, log.types);
}

function origin(route: string): CommandOrigin {
  const commandId = randomUUID();
  return { route, actor: operator, commandId, correlationId: commandId, causationId: null, key: null };
}
