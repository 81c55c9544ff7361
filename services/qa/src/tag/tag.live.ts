import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { LiveMessage } from '@parlour/contracts/live';
import type { TagBlanked, TagDescribed } from '@parlour/contracts/qa/tag.events';
import type { Rooms } from '@parlour/people/audience-rooms';

/** A tag with a new description, and the rooms of those who may see it. */
export interface ChangedTag {
  readonly name: string;
  readonly rooms: readonly Rooms[];
}

/** The live messages of new or blanked descriptions, one for each tag: open pages read it again. */
export function tagMessages(
  events: readonly EnvelopeOf<TagBlanked | TagDescribed>[],
  tags: ReadonlyMap<string, ChangedTag>,
): readonly LiveMessage[] {
  const positions = new Map(events.map(({ data, position }) => [data.key, position]));
  return [...positions].flatMap(([key, position]) => {
    const { name, rooms } = tags.get(key) ?? { name: '', rooms: [] };
    return rooms.map((each): LiveMessage => ({ ...each, event: 'tagUpdate', payload: { name }, position }));
  });
}
