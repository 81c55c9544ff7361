import { useDebouncedValue } from '@mantine/hooks';
import { canonicalName } from '@parlour/contracts/text/checks';
import { useContext, type ReactNode } from 'react';
import { useCompleteTagsQuery } from '../../../shared/tag-names.api.ts';
import { useGetNamesLikeQuery } from '../../../shared/users.api.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { count } from '../../../shared/text/count.ts';
import { Avatar } from '../person/avatar.tsx';
import { CompletedAmong } from './completed-among.ts';
import type { TypedWord } from './completed-word.ts';
import classes from './completion.module.css';

const typingMs = 120;

export interface Suggestion {
  readonly name: string;
  readonly view: ReactNode;
}

/** People who can read what is written and tags, whose names begin with a word. */
export function useSuggestions(typed: TypedWord | undefined): readonly Suggestion[] {
  const viewer = useViewer();
  const among = useContext(CompletedAmong);
  const [prefix] = useDebouncedValue(typed?.kind === 'person' ? typed.word : '', typingMs);
  const [begun] = useDebouncedValue(typed?.kind === 'tag' ? typed.word : '', typingMs);
  // A sign alone offers the people of a conversation; of all people it would say nothing.
  const isOffered = prefix !== '' || 'qid' in among || 'chatId' in among;
  const isWanted = typed?.kind === 'person' && prefix === typed.word && isOffered;
  const people = useGetNamesLikeQuery({ prefix, ...among }, { skip: !isWanted });
  const tags = useCompleteTagsQuery({ prefix: begun, viewer }, { skip: begun === '' });
  if (!typed) return [];
  if (typed.kind === 'person') {
    // Those of a word typed before are no suggestions for this one.
    const rows = isWanted ? (people.currentData ?? []) : [];
    return rows.map(({ username }) => ({
      name: username,
      view: (
        <>
          <Avatar username={username} size="s" />
          <bdi>{username}</bdi>
        </>
      ),
    }));
  }
  const word = canonicalName(typed.word);
  const like = (tags.data ?? []).filter(({ name }) => canonicalName(name).startsWith(word));
  // Nothing to complete.
  if (like.length === 1 && like[0]?.name === typed.word) return [];
  return like.map(({ name, qcnt }) => ({
    name,
    view: (
      <>
        <bdi>{name}</bdi>
        <span className={classes.note}>{count(qcnt, 'question')}</span>
      </>
    ),
  }));
}

/** Whether a tag is typed in full: more popular ones may go on from it, and stand before it. */
export function isWholeTag(typed: TypedWord | undefined, found: readonly Suggestion[]): boolean {
  if (typed?.kind !== 'tag') return false;
  const word = canonicalName(typed.word);
  return found.some(({ name }) => canonicalName(name) === word);
}
