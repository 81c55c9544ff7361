import { Component, lazy, Suspense, type ReactNode } from 'react';
import { hasNamedCode } from '../text/code-blocks.ts';
import { isTangled } from '../text/tangled-text.ts';
import classes from './post-text.module.css';

const loadMarkdown = () => import('./markdown.tsx');
const Markdown = lazy(loadMarkdown);
const HighlightedMarkdown = lazy(() => import('./highlighted-markdown.tsx'));

/**
 * Preloads the renderer when a page that will show texts is opened, in parallel with the call that
 * loads them.
 */
export function expectPostText(): void {
  // Its users handle the failure and show texts without it.
  loadMarkdown().catch(() => undefined);
}

/** A text that makes the renderer fail is shown unrendered. */
class PlainOnFailure extends Component<{ readonly plain: ReactNode; readonly children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.plain : this.props.children;
  }
}

/** A post as Markdown without raw HTML; plain until the renderer has loaded. */
export function PostText({ text }: { readonly text: string }) {
  const plain = <p className={classes.plain}>{text}</p>;
  // Avoids a flash of markup; if loading takes longer, the text is shown with it.
  const waiting = (
    <p className={classes.plain} data-waiting>
      {text}
    </p>
  );
  // Each text's direction follows from its own first letter.
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

/** Without highlighting until the highlighter has loaded, and if it fails to. */
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
