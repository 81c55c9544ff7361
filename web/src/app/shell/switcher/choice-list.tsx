import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAriaOfList } from '../../../design/parts/editor/use-completed-field.ts';
import { isComposing } from '../../../design/parts/form/is-composing.ts';
import { hasModifier } from '../../../design/parts/page/keys.ts';
import { count } from '../../../shared/text/count.ts';
import { type ChoiceGroup, useChoices, useNoteChosen } from './switcher-choices.tsx';
import classes from './switcher.module.css';

/**
 * Where what is typed in a field may lead. The field keeps the focus: arrow keys choose, Enter
 * goes there. The pointer moves the same choice, so that there is only one.
 */
export function ChoiceList({
  field,
  text,
  takesFirst = false,
  onClose,
}: {
  readonly field: RefObject<HTMLInputElement | null>;
  /** What is typed in the field. */
  readonly text: string;
  /** Whether Enter takes the first one; otherwise it is the field's own until somebody chooses. */
  readonly takesFirst?: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const typed = text.trim();
  const navigate = useNavigate();
  const note = useNoteChosen();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // By its key: later results don't move whoever has stepped to a choice.
  const [stepped, setStepped] = useState({ typed, key: '' });
  const { groups, pending, failed } = useChoices(typed);
  const shown = groups.filter(({ choices }) => choices.length > 0);
  const options = shown.flatMap((group) => group.choices.map(({ to }) => ({ group, to, key: keyOf(group, to) })));
  const place = stepped.typed === typed ? options.findIndex(({ key }) => key === stepped.key) : -1;
  const active = place < 0 && takesFirst ? 0 : place;
  const step = (next: number) => setStepped({ typed, key: options[next]?.key ?? '' });

  function go(group: ChoiceGroup, to: string): void {
    note(group, to);
    onClose();
    void navigate(to);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event) || hasModifier(event)) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = options[active];
    if (by !== undefined) {
      const next = active < 0 && by < 0 ? options.length - 1 : (active + by + options.length) % options.length;
      step(next);
      list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen) go(chosen.group, chosen.to);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const { current } = field;
    const listener = (event: KeyboardEvent) => onKey(event);
    current?.addEventListener('keydown', listener);
    current?.setAttribute('aria-expanded', 'true');
    return () => {
      current?.removeEventListener('keydown', listener);
      current?.setAttribute('aria-expanded', 'false');
    };
  }, [field]);
  useAriaOfList(field, id, active < 0 ? undefined : `${id}-${active}`);

  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Places"
        aria-busy={pending}
        className={classes.options}
        // The field keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
      >
        {shown.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={classes.title} aria-hidden>
              {group.title}
            </div>
            {group.choices.map(({ to, label, note, picture }) => {
              const key = keyOf(group, to);
              const index = options.findIndex((option) => option.key === key);
              return (
                <div
                  key={key}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  className={classes.option}
                  onMouseMove={() => {
                    if (index !== active) step(index);
                  }}
                  onClick={() => go(group, to)}
                >
                  <span className={classes.picture}>{picture}</span>
                  <bdi className={classes.label}>{label}</bdi>
                  {note !== undefined && <span className={classes.note}>{note}</span>}
                  <span className={classes.enter} aria-hidden>
                    Enter
                  </span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className={classes.status}>
        {failed
          ? 'Some results could not be loaded.'
          : pending
            ? 'Searching…'
            : typed === ''
              ? ''
              : count(options.length, 'result')}
      </p>
    </>
  );
}

/** A chat may be where an action leads too. */
function keyOf({ title }: ChoiceGroup, to: string): string {
  return `${title} ${to}`;
}
