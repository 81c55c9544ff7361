import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { isComposing } from '../../../design/parts/form/is-composing.ts';
import { isCommand, latinKey } from '../../../design/parts/page/keys.ts';
import { stepThroughRows } from '../sidebar/rows.ts';
import { shortcutsOn } from './shortcut-setting.ts';

/** How long the second key of two may take. */
const secondKeyMs = 1_500;

/** Where `g` and a second key lead. */
export const places = [
  { key: 'q', label: 'Questions', to: '/home' },
  { key: 't', label: 'Tags', to: '/tags' },
  { key: 'm', label: 'Messages', to: '/messaging' },
  { key: 'u', label: 'Users', to: '/users' },
  { key: 'g', label: 'Games', to: '/games' },
  { key: 'c', label: 'Communities', to: '/community' },
] as const;

function isWithin({ target }: KeyboardEvent, places: string): boolean {
  return target instanceof Element && target.closest(places) !== null;
}

/** Whether a dialog is open, or a menu has the focus. */
function isElsewhere(event: KeyboardEvent): boolean {
  return document.querySelector('[aria-modal=true]') !== null || isWithin(event, '[role=dialog], [role=menu]');
}

/** Whether single keys are for what is typed or chosen there. */
function isTaken(event: KeyboardEvent): boolean {
  return isElsewhere(event) || isWithin(event, 'input, textarea, select, [contenteditable], [role=listbox]');
}

/** Focuses the search box; returns whether there is room for one. */
function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('header input[name=search]');
  box?.focus();
  box?.select();
  return document.activeElement === box;
}

/**
 * The keys of the whole page. Those without a modifier can be switched off, and rest while somebody
 * types or a dialog is open.
 */
export function useShortcuts({
  onJump,
  onSheet,
  isResting = () => false,
}: {
  readonly onJump: () => void;
  readonly onSheet: () => void;
  /** Whether keys do nothing at the moment. */
  readonly isResting?: () => boolean;
}): void {
  const navigate = useNavigate();
  const press = useEffectEvent((event: KeyboardEvent, begun: boolean): boolean => {
    const key = latinKey(event);
    const place = begun ? places.find((each) => each.key === key) : undefined;
    if (place) void navigate(place.to);
    else if (key === '/') {
      if (!focusSearch()) onJump();
    } else if (key === 'c') void navigate('/new/question');
    else if (key === 'j') stepThroughRows(1);
    else if (key === 'k') stepThroughRows(-1);
    else if (key === '?') onSheet();
    else return false;
    event.preventDefault();
    return true;
  });
  const jump = useEffectEvent(onJump);
  const rests = useEffectEvent(isResting);

  useEffect(() => {
    let begunAt = -secondKeyMs;
    const onKeyDown = (event: KeyboardEvent) => {
      // An editor's own use of a key comes first.
      if (event.defaultPrevented || isComposing(event)) return;
      if (isCommand(event) && latinKey(event).toLowerCase() === 'k') {
        event.preventDefault();
        if (!isElsewhere(event)) jump();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event) || !shortcutsOn() || rests()) return;
      // Only steps through rows repeat while a key is held down.
      if (event.repeat && !['j', 'k'].includes(latinKey(event))) return;
      const begun = event.timeStamp - begunAt < secondKeyMs;
      const done = press(event, begun);
      begunAt = !done && latinKey(event) === 'g' ? event.timeStamp : -secondKeyMs;
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
