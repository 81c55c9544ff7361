import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react';
import { isComposing } from '../../../design/parts/form/is-composing.ts';
import { usePageState } from '../../../shared/navigation/use-page-state.ts';
import { ChoiceList } from './choice-list.tsx';
import classes from './switcher.module.css';

/**
 * The places that what is typed in the header's field may lead to, below it. Enter stays the
 * field's own until one is chosen.
 */
export default function HeaderHits({ field }: { readonly field: RefObject<HTMLInputElement | null> }): ReactNode {
  const [text, list, close] = usePageState<string>();
  const onInput = useEffectEvent(() => {
    const typed = field.current?.value ?? '';
    if (typed.trim() === '') close();
    else list(typed);
  });
  const onLeave = useEffectEvent(close);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown' && text === undefined) list(field.current?.value ?? '');
    else if (event.key === 'Escape' && text !== undefined) close();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const { current } = field;
    if (!current) return;
    const [input, leave, key] = [() => onInput(), () => onLeave(), (event: KeyboardEvent) => onKey(event)];
    current.addEventListener('input', input);
    current.addEventListener('blur', leave);
    current.addEventListener('keydown', key);
    // What was typed while this loaded.
    if (current.value !== current.defaultValue && document.activeElement === current) input();
    return () => {
      current.removeEventListener('input', input);
      current.removeEventListener('blur', leave);
      current.removeEventListener('keydown', key);
    };
  }, [field]);
  if (text === undefined) return null;
  return (
    <div className={classes.hits}>
      <ChoiceList field={field} text={text} onClose={close} />
    </div>
  );
}
