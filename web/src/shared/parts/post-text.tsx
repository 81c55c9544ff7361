import { Component, lazy, Suspense, type ReactNode } from 'react';
import { hasNamedCode } from '../text/code-blocks.ts';
import { isTangled } from '../text/tangled-text.ts';
import classes from './post-text.module.css';

const loadMarkdown = () => import('./markdown.tsx');
const Markdown = lazy(loadMarkdown);
const HighlightedMarkdown = lazy(() => import('./highlighted-markdown.tsx'));

/** Asks for the renderer as soon as there is a page that will show texts, which come by another call: so it does not wait for them. */
export function expectPostText(): void {
  // Whoever needs it is told of its failure, and shows texts without it.
  loadMarkdown().catch(() => undefined);
}

/** A text that makes the renderer fail is still readable as it was written. */
class PlainOnFailure extends Component<{ readonly plain: ReactNode; readonly children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.plain : this.props.children;
  }
}

/** What somebody wrote, as Markdown without raw HTML; plain until the renderer is there. */
export function PostText({ text }: { readonly text: string }) {
  const plain = <p className={classes.plain}>{text}</p>;
  // Marks that turn into something else the next moment would only flicker; a text that waits longer is shown with them.
  const waiting = (
    <p className={classes.plain} data-waiting>
      {text}
    </p>
  );
  // Each text has the direction of its own first letter.
  const isPlain = isTangled(text);
  return (
    <div className={classes.text} dir="auto">
      {isPlain ? plain : <Rendered text={text} plain={plain} waiting={waiting} />}
    </div>
  );
}

function Rendered({
  text,
  plain,
  waiting,
}: {
  readonly text: string;
  readonly plain: ReactNode;
  readonly waiting: ReactNode;
}) {
  return (
    <PlainOnFailure key={text} plain={plain}>
      <Suspense fallback={waiting}>
        {hasNamedCode(text) ? <WithHighlightedCode text={text} /> : <Markdown text={text} />}
      </Suspense>
    </PlainOnFailure>
  );
}

/** Without colours until the highlighter is there, and if it never comes. */
function WithHighlightedCode({ text }: { readonly text: string }) {
  const colourless = <Markdown text={text} />;
  return (
    <PlainOnFailure plain={colourless}>
      <Suspense fallback={colourless}>
        <HighlightedMarkdown text={text} />
      </Suspense>
    </PlainOnFailure>
  );
}
