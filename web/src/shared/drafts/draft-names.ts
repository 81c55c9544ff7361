import type { PlacedDraft } from './drafts.ts';

const kinds: Readonly<Record<string, string>> = {
  question: 'Question',
  answer: 'Answer',
  comment: 'Comment',
  poll: 'Poll',
  community: 'Community',
  biography: 'Biography',
  edit: 'Edit',
  site: 'Site settings',
  message: 'Message',
  unsent: 'Message that was not sent',
};

/** Enough of a text to recognize it by. */
const shownCharacters = 60;

/** A draft's name for people: its kind, and how it starts. */
export function nameOfDraft({ place, values }: PlacedDraft): string {
  const kind = kinds[place.split(':', 1)[0] ?? ''] ?? 'Draft';
  const { title, questionText, text, name, description, biography } = values;
  const words = [title, questionText, text, name, description, biography]
    .map((value) => value?.trim() ?? '')
    .find((value) => value !== '');
  if (words === undefined) return kind;
  const characters = Array.from(words.replace(/\s+/g, ' '));
  const cut = characters.length > shownCharacters;
  return `${kind}: ${characters.slice(0, shownCharacters).join('')}${cut ? '…' : ''}`;
}
