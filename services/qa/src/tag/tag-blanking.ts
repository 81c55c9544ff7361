import type { Blanked, Written } from '@parlour/contracts/posts/blanking';
import { idForm } from '@parlour/contracts/fields';
import { limits } from '@parlour/contracts/limits';
import type { TagBlanked } from '@parlour/contracts/qa/tag.events';
import { eraseTexts } from '@parlour/kernel/log/erase-texts';
import { type Database, statement } from '@parlour/kernel/database/database';
import type { CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import { once } from '@parlour/kernel/log/decider';
import { doneAfter } from '@parlour/kernel/log/reply';
import { blankingStream } from '@parlour/posts/erasing.decider';
import { tagStream } from './describing.decider.ts';

/** A description that somebody gave to a tag. */
interface Described {
  /** The canonical name. */
  readonly key: string;
  readonly version: number;
}

/** Blank a tag's description. */
export interface BlankTag extends Described {
  readonly type: 'BlankTag';
}

/** The rule of blanking descriptions: each once. Source: decisions M-34. */
export const tagBlankingDecider = once<BlankTag, TagBlanked>(({ key, version }) => [
  { type: 'TagBlanked', data: { key, version } },
]);

// A description has no id but that of its event. Rare, and only for operators.
const find = statement(
  'tags.toBlank',
  `select position, data ->> 'key' as key, (data ->> 'version')::int as version, data ->> 'text' as text
     from events where event_id = $1::uuid and type = 'TagDescribed'`,
);

const ofAuthor = statement(
  'tags.describedBy',
  `select 'tag description' as kind, event_id as id, occurred_at as at, data ->> 'text' as text from events
    where stream_id >= 'tag/' and stream_id < 'tag0' and type = 'TagDescribed' and data ->> 'describedBy' = $1 and data ->> 'text' <> ''
    order by occurred_at desc limit ${limits.page.greatest}`,
);

const given = statement(
  'tags.describedIn',
  `select distinct tag ->> 'description' as text from events, jsonb_array_elements(data -> 'tags') tag
    where stream_id = $1 and data ? 'tags'`,
);

async function findDescription(
  database: Database,
  eventId: string,
): Promise<(Described & { readonly position: number; readonly text: string }) | undefined> {
  // Whoever uses the tool may name anything.
  if (!idForm.test(eventId)) return undefined;
  return (await database.query<Described & { position: number; text: string }>(find, [eventId]))[0];
}

/** Reads the text of a description; undefined when no event that gave one has this id. */
export async function readDescription(database: Database, eventId: string): Promise<string | undefined> {
  return (await findDescription(database, eventId))?.text;
}

/**
 * Reads the descriptions that a question gave to its tags, which it no longer has once it is
 * blanked.
 */
export async function readDescriptionsIn(database: Database, questionId: string): Promise<string[]> {
  return (await database.query<{ text: string }>(given, [`question/${questionId}`])).map(({ text }) => text);
}

/**
 * Blanks a description that somebody gave to a tag, in its row and its event. Undefined when no
 * event that gave one has this id.
 */
export async function blankDescription(
  commands: Commands,
  database: Database,
  origin: CommandOrigin,
  eventId: string,
): Promise<Blanked | undefined> {
  const found = await findDescription(database, eventId);
  if (!found) return undefined;
  const { key, version, position } = found;
  const blanking = blankingStream(eventId.toLowerCase());
  const { positions } = await commands.execute(origin, {
    streamId: blanking,
    orderingKey: tagStream(key),
    decider: tagBlankingDecider,
    command: (): BlankTag => ({ type: 'BlankTag', key, version }),
    reply: doneAfter((tx) => eraseTexts(tx, 'qa', { blanking, positions: [position] })),
  });
  return { changed: positions.qa !== undefined };
}

/** Reads the latest descriptions of tags by a person, the newest first. */
export function readDescriptionsOf(database: Database, userId: string): Promise<Written[]> {
  return database.query<Written>(ofAuthor, [userId]);
}
