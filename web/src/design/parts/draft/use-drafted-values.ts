import { postedText } from '@parlour/contracts/text/checks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Draft } from '../../../shared/drafts/drafts.ts';
import { draftAt, FormDraft } from '../../../shared/drafts/form-draft.ts';
import { useViewerId } from '../../../shared/state/hooks/use-viewer.ts';

export type Values<Name extends string> = Readonly<Record<Name, string>>;

type Texts = Draft['values'];

/** The values that differ from those before. */
export function changesOf(before: Texts, now: Texts): Texts {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== before[name]));
}

/** Whether values differ from those before by more than a post loses. */
function isOther(before: Texts, now: Texts): boolean {
  return Object.entries(before).some(([name, value]) => postedText(value) !== postedText(now[name] ?? ''));
}

/** The values of a form; with a place, kept in the browser as a draft until they are posted. */
export function useDraftedValues<Name extends string>({
  initial,
  place,
  versionOf,
  onPosted,
}: {
  readonly initial: Values<Name>;
  readonly place: string | undefined;
  readonly versionOf?: (() => number) | undefined;
  /** Called when a form that was left has posted the same draft. */
  readonly onPosted: () => void;
}) {
  const viewerId = useViewerId();
  const [stored] = useState(() => (place === undefined ? undefined : new FormDraft(viewerId, place)));
  const isOlder = (of: Draft | undefined) => of !== undefined && (of.version ?? 0) < (versionOf?.() ?? 0);
  const [found] = useState(() => {
    const draftFound = stored?.found;
    // It was saved, and only the answer was lost.
    const isSaved = isOlder(draftFound) && !isOther(initial, { ...initial, ...draftFound?.values });
    return isSaved ? undefined : draftFound;
  });
  const [isOld] = useState(() => isOlder(found));
  const [isLosable, setLosable] = useState(false);
  const [restored, setRestored] = useState(found !== undefined);
  const [values, setValues] = useState<Values<Name>>(() => ({ ...initial, ...found?.values }));
  // A ref, because a browser may fill in several fields before a render.
  const current = useRef(values);
  /** What it begins with: first, and after it was sent or its draft was discarded. */
  const start = useRef(initial);
  const [isChanged, setChanged] = useState(() => isOther(initial, values));
  const postedElsewhere = useEffectEvent(onPosted);
  useEffect(() => stored?.show(() => postedElsewhere()), [stored]);

  function show(next: Values<Name>): void {
    current.current = next;
    setValues(next);
    setChanged(isOther(start.current, next));
  }

  return {
    values,
    current,
    start,
    isChanged,
    /** Whether it began with a draft that is based on an older version. */
    isOld,
    isLosable,
    restored,
    /** The attempt that the draft it began with was sent by. */
    foundSubmission: found?.submission,
    isStored: () => place !== undefined && draftAt(viewerId, place) !== undefined,
    show,
    /** Makes these the values that drafts are compared with. */
    startFrom: (saved: Values<Name>): void => {
      start.current = saved;
    },
    keep: (submission?: Draft['submission']): void => {
      const isOwn = isOther(start.current, current.current);
      if (!isOwn) stored?.forget();
      const draft = { values: changesOf(start.current, current.current), submission, version: versionOf?.() };
      setLosable(isOwn && stored?.keep(draft) === false);
    },
    clear: (to: Values<Name>): void => {
      setRestored(false);
      setLosable(false);
      show(to);
    },
    forget: () => stored?.forget(),
  };
}
