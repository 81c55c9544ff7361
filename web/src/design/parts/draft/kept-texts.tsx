import { Button, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import type { Draft } from '../../../shared/drafts/drafts.ts';
import { FormDraft } from '../../../shared/drafts/form-draft.ts';
import { useViewerId } from '../../../shared/state/hooks/use-viewer.ts';
import classes from './kept-texts.module.css';
import { moveFocus } from '../page/move-focus.ts';
import { copyText } from '../page/share.ts';

/** A place of a draft, and in a word what it would have become, such as `answer`. */
export interface KeptText {
  readonly place: string;
  readonly kind: string;
  /** The draft's values as people read them; as the form has them if not given. */
  readonly textsOf?: (values: Draft['values']) => readonly string[];
}

/** What the viewer wrote in forms that are gone with what they were about: to be copied. */
export function KeptTexts({ texts }: { readonly texts: readonly KeptText[] }) {
  const heading = useId();
  const viewerId = useViewerId();
  // Read once: later, none must go from under somebody who copies it.
  const [drafts, setDrafts] = useState(() =>
    texts.flatMap(({ place, kind, textsOf = Object.values<string> }) => {
      const draft = new FormDraft(viewerId, place);
      return draft.found ? [{ place, kind, draft, text: joined(textsOf(draft.found.values)) }] : [];
    }),
  );
  if (drafts.length === 0) return null;
  return (
    <section className={classes.kept} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title} tabIndex={-1}>
        What you wrote
      </h2>
      <p className="hint">It was not posted. To keep your text, copy it.</p>
      {drafts.map(({ place, kind, draft, text }) => (
        <div key={place} className={classes.text}>
          <Textarea label={`${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`} value={text} readOnly rows={8} />
          <div className="wrap">
            <Button variant="default" aria-label={`Copy ${kind}`} onClick={() => void copyText(text, 'Copied.')}>
              Copy
            </Button>
            <Button
              variant="subtle"
              color="danger"
              aria-label={`Discard ${kind}`}
              onClick={({ currentTarget }) => {
                draft.forget();
                moveFocus(currentTarget, document.getElementById(heading) ?? document.querySelector('h1'));
                setDrafts((all) => all.filter((other) => other.place !== place));
              }}
            >
              Discard
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}
