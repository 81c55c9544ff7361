import type { Source } from '@parlour/contracts/envelope';
import { eventTypes } from '@parlour/contracts/event-types';
import { statement, type Tx } from '../database/database.ts';
import { withEmptyTexts } from '../database/row-expressions.ts';
import type { ConsumerPart } from './consumer-part.ts';

// The events keep their shape. $1: a word in their types, $2: the field of the post's id.
const blank = statement(
  'dead.blank',
  `update dead_letters
      set envelope = jsonb_set(jsonb_set(jsonb_set(envelope, '{data,text}', '""', false), '{data,title}', '""', false), '{data,tags}', '[]', false)
    where envelope ->> 'source' = $4 and strpos(envelope ->> 'type', $1) > 0
      and envelope -> 'data' ->> $2 = $3 and envelope -> 'data' ? 'text'`,
);

// A poll's texts have other fields.
const blankOptions = statement(
  'dead.blankOptions',
  `update dead_letters
      set envelope = jsonb_set(jsonb_set(envelope, '{data,questionText}', '""'), '{data,options}',
        ${withEmptyTexts(`envelope #> '{data,options}'`)})
    where envelope ->> 'source' = $4 and strpos(envelope ->> 'type', $1) > 0
      and envelope -> 'data' ->> $2 = $3 and envelope -> 'data' ? 'questionText'`,
);

const blankNames = statement(
  'dead.blankNames',
  `update dead_letters
      set envelope = jsonb_set(jsonb_set(jsonb_set(envelope, '{data,name}', '""', false), '{data,formerName}', '""', false), '{data,reason}', '""', false)
    where envelope ->> 'source' = $2 and ordering_key = any($1::text[]) and envelope -> 'data' ? 'name'`,
);

/** Takes the names of people who are erased out of what was parked of the log that has them. */
export async function blankParkedNames(tx: Tx, userIds: readonly string[], source: Source): Promise<void> {
  if (userIds.length > 0) await tx.query(blankNames, [userIds, source]);
}

/**
 * Takes the texts of blanked posts out of what any part of a service has parked of a log, in which
 * they may lie for long. Nothing it does can fail for one event only, so it parks nothing itself.
 * Undefined for a log in which nothing is blanked.
 */
export function blankedLettersPart(source: Source): ConsumerPart | undefined {
  const handles = Object.keys(eventTypes[source].versions).filter((type) => type.endsWith('Blanked'));
  if (handles.length === 0) return undefined;
  return {
    name: `blanked:${source}`,
    handles,
    async handle(envelopes, tx) {
      for (const { type, data } of envelopes.filter((envelope) => handles.includes(envelope.type))) {
        // Changes of a chat's message are `MessageEdited`, as those of the room.
        const kind = type.slice(0, -'Blanked'.length).replace('ChatMessage', 'Message');
        const field = `${kind.toLowerCase()}Id`;
        const id = new Map<string, unknown>(Object.entries(data)).get(field);
        for (const each of [blank, blankOptions]) await tx.query(each, [kind, field, id, source]);
      }
    },
  };
}
