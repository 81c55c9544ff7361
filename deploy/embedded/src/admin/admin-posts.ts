import type { Written } from '@parlour/contracts/posts/blanking';
import { blankReport, readReportsOf } from '@parlour/communities/report/report-blanking';
import { limits } from '@parlour/contracts/limits';
import { idOfUser } from '@parlour/identity/user/user.queries';
import { Commands, operatorOrigin } from '@parlour/kernel/log/commands';
import { blankMessage, readMessagesOf } from '@parlour/messaging/erasing/erasing';
import { blankPost, readPostsOf } from '@parlour/qa/erasing/erasing';
import {
  blankDescription,
  readDescription,
  readDescriptionsIn,
  readDescriptionsOf,
} from '@parlour/qa/tag/tag-blanking';
import { blankCopies, blankDescriptionCopies } from './admin-copies.ts';
import { type OpenedService, serviceOf } from '../opened-services.ts';

/**
 * A person's last posts, messages, reports with a text and descriptions of tags that are not
 * blanked, newest first, with the ids that `blank` takes.
 */
export async function readWritten(username: string, services: readonly OpenedService[]): Promise<readonly Written[]> {
  const userId = await idOfUser(serviceOf(services, 'identity').database, username);
  const found = await Promise.all([
    readPostsOf(serviceOf(services, 'qa').database, userId),
    readDescriptionsOf(serviceOf(services, 'qa').database, userId),
    readReportsOf(serviceOf(services, 'communities').database, userId),
    readMessagesOf(serviceOf(services, 'messaging').database, userId),
  ]);
  const written = found.flat().sort((one, other) => other.at.getTime() - one.at.getTime());
  return written.slice(0, limits.page.greatest);
}

/**
 * Blanks a post, a message, the text of a report or a tag's description everywhere. Copies outside
 * of its commit are blanked again if it was already blanked: an interrupted first run then leaves
 * nothing. Source: decisions O-1, M-34.
 */
export async function blank(id: string, services: readonly OpenedService[]): Promise<'blanked' | 'before' | 'unknown'> {
  const [qa, messaging] = [serviceOf(services, 'qa'), serviceOf(services, 'messaging')];
  const communities = serviceOf(services, 'communities');
  // Stored replies have no id of a tag's description: its text is searched before it is gone, and
  // again when nothing can bring it back.
  const described = await readDescription(qa.database, id);
  const texts = described === undefined ? await readDescriptionsIn(qa.database, id) : [described];
  for (const text of texts) await blankDescriptionCopies(qa.database, text);
  // An id does not say what it is of, so each service is asked in turn.
  const blanked =
    (await blankPost(commandsOf(qa), qa.database, operatorOrigin('operator.BlankPost'), id)) ??
    (await blankMessage(commandsOf(messaging), messaging.database, operatorOrigin('operator.BlankMessage'), id)) ??
    (await blankReport(commandsOf(communities), communities.database, operatorOrigin('operator.BlankReport'), id)) ??
    (await blankDescription(commandsOf(qa), qa.database, operatorOrigin('operator.BlankTag'), id));
  if (!blanked) return 'unknown';
  for (const text of texts) await blankDescriptionCopies(qa.database, text);
  for (const { database } of services) await blankCopies(database, id);
  return blanked.changed ? 'blanked' : 'before';
}

/** Runs a service's commands as the tool. */
export function commandsOf({ log }: OpenedService): Commands {
  return new Commands(log);
}
