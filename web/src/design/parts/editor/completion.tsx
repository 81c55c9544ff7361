import getCaretCoordinates from '@koddsson/textarea-caret';
import { useDebouncedValue } from '@mantine/hooks';
import { canonicalName } from '@parlour/contracts/text/checks';
import { mentionOf } from '@parlour/contracts/text/mentions';
import { useContext, useEffect, useEffectEvent, useId, useState, type ReactNode, type RefObject } from 'react';
import { useCompleteTagsQuery } from '../../../shared/tag-names.api.ts';
import { useGetNamesLikeQuery } from '../../../shared/users.api.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { count } from '../../../shared/text/count.ts';
import { Avatar } from '../person/avatar.tsx';
import { CompletedAmong } from './completed-among.ts';
import { typedWord, type CompletedIn, type TypedWord } from './completed-word.ts';
import { isComposing } from '../form/is-composing.ts';
import { hasModifier } from '../page/keys.ts';
import { applyChange } from './markdown-edit.ts';
import classes from './completion.module.css';

const shownAtOnce = 6;
const typingMs = 120;

interface Suggestion {
  readonly name: string;
  readonly view: ReactNode;
}

/** People who can read what is written and tags, whose names begin with a word. */
function useSuggestions(typed: TypedWord | undefined): readonly Suggestion[] {
  const viewer = useViewer();
  const among = useContext(CompletedAmong);
  const [prefix] = useDebouncedValue(typed?.kind === 'person' ? typed.word : '', typingMs);
  const [begun] = useDebouncedValue(typed?.kind === 'tag' ? typed.word : '', typingMs);
  // A sign alone offers the people of a conversation; of all people it would say nothing.
  const isOffered = prefix !== '' || 'qid' in among || 'chatId' in among;
  const isAsked = typed?.kind === 'person' && prefix === typed.word && isOffered;
  const people = useGetNamesLikeQuery({ prefix, ...among }, { skip: !isAsked });
  const tags = useCompleteTagsQuery({ prefix: begun, viewer }, { skip: begun === '' });
  if (!typed) return [];
  if (typed.kind === 'person') {
    // Those of a word typed before are no suggestions for this one.
    const rows = isAsked ? (people.currentData ?? []) : [];
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

/**
 * Completes what is typed into a field, in a list at its caret: arrow keys, Enter or Tab, Escape.
 * The field stays a plain text field for everyone who does not care.
 */
export default function Completion({
  field,
  of,
}: {
  readonly field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>;
  readonly of: CompletedIn;
}): ReactNode {
  const [typed, setTyped] = useState<TypedWord>();
  const [active, setActive] = useState(-1);
  const found = useSuggestions(typed);
  const suggestions = found.slice(0, shownAtOnce);
  const id = useId();
  const open = suggestions.length > 0;
  // In a text, the first suggestion is the one to take. In a field for tags Enter posts the form,
  // and after a sign alone or a whole tag it ends the line.
  const takesFirst = active === -1 && of === 'text' && typed?.word !== '' && !isWholeTag(typed, found);
  const chosen = Math.min(takesFirst ? 0 : active, suggestions.length - 1);

  function close(): void {
    setTyped(undefined);
  }

  function look(): void {
    const { current } = field;
    if (!current || document.activeElement !== current || current.selectionStart !== current.selectionEnd)
      return close();
    setTyped(typedWord(current.value, current.selectionEnd ?? 0, of));
    setActive(-1);
  }

  function choose(name: string): void {
    if (!typed || !field.current) return;
    const by = `${of === 'tags' ? name : typed.kind === 'person' ? mentionOf(name) : `#${name}`} `;
    applyChange(field.current, { ...typed, by, select: [typed.from + by.length, typed.from + by.length] });
    close();
  }

  const onInput = useEffectEvent(look);
  const onLeave = useEffectEvent(close);
  const onMove = useEffectEvent(() => {
    if (typed && (field.current?.selectionStart !== typed.to || field.current.selectionEnd !== typed.to)) close();
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!open || isComposing(event)) return;
    const taken = suggestions[chosen];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // Up from none leads to the last one.
    const from = step === -1 ? Math.max(chosen, 0) : chosen;
    if (step !== undefined) setActive((from + step + suggestions.length) % suggestions.length);
    else if (event.key === 'Escape') close();
    else if ((event.key === 'Enter' || event.key === 'Tab') && taken && !hasModifier(event)) choose(taken.name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  useEffect(() => {
    const { current } = field;
    if (!current) return;
    // Keys on the field itself, before the page's own handlers; what was typed after them, because
    // they may take a part of it away.
    const [input, key, leave] = [() => onInput(), (event: Event) => onKey(event as KeyboardEvent), () => onLeave()];
    document.addEventListener('input', input);
    current.addEventListener('keydown', key);
    current.addEventListener('blur', leave);
    current.setAttribute('aria-autocomplete', 'list');
    const move = (): void => onMove();
    document.addEventListener('selectionchange', move);
    // It was loaded for a word that is there already.
    const first = requestAnimationFrame(input);
    return () => {
      cancelAnimationFrame(first);
      document.removeEventListener('selectionchange', move);
      document.removeEventListener('input', input);
      current.removeEventListener('keydown', key);
      current.removeEventListener('blur', leave);
      current.removeAttribute('aria-autocomplete');
    };
  }, [field]);

  useEffect(() => {
    const { current } = field;
    if (!open || !current) return;
    current.setAttribute('aria-controls', id);
    if (chosen >= 0) current.setAttribute('aria-activedescendant', `${id}-${chosen}`);
    return () => {
      current.removeAttribute('aria-controls');
      current.removeAttribute('aria-activedescendant');
    };
  }, [chosen, field, id, open]);

  return (
    <>
      <span role="status" className="visually-hidden">
        {open && count(suggestions.length, 'suggestion')}
      </span>
      {open && typed && field.current && (
        <ul
          id={id}
          role="listbox"
          aria-label="Suggestions"
          className={classes.list}
          style={placeIn(field.current, typed)}
        >
          {suggestions.map(({ name, view }, index) => (
            <li
              key={name}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={classes.suggestion}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(name)}
            >
              {view}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Whether a tag is typed in full: more popular ones may go on from it, and stand before it. */
function isWholeTag(typed: TypedWord | undefined, found: readonly Suggestion[]): boolean {
  if (typed?.kind !== 'tag') return false;
  const word = canonicalName(typed.word);
  return found.some(({ name }) => canonicalName(name) === word);
}

/** Below the word, or above the field, within the field's width. */
function placeIn(field: HTMLTextAreaElement | HTMLInputElement, { from }: TypedWord) {
  const caret = getCaretCoordinates(field, from);
  // Without a height if the line has none in pixels.
  const top = caret.top + (caret.height || 0) - field.scrollTop + field.getBoundingClientRect().top;
  const around = field.closest('[data-completed]')?.getBoundingClientRect();
  const indent = field.getBoundingClientRect().left - (around?.left ?? 0);
  const space = around?.width ?? field.clientWidth;
  const width = 256;
  const across = {
    left: Math.max(0, Math.min(caret.left + indent, space - width)),
    width: Math.min(width, space || width),
  };
  // Below the field of a chat, the screen ends.
  if (field.closest<HTMLElement>('[data-completed]')?.dataset['completed'] === 'above') {
    return { bottom: '100%', ...across };
  }
  return { top: top - (around?.top ?? 0) + 4, ...across };
}
