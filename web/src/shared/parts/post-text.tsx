import { Component, lazy, Suspense, type ReactNode } from 'react';
import { hasNamedCode } from '../text/code-blocks.ts';
import { isTangled } from '../text/tangled-text.ts';
import classes from './post-text.module.css';

const Markdown = lazy(() => import('./markdown.tsx'));
const HighlightedMarkdown = lazy(() => import('./highlighted-markdown.tsx'));

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
  if (isTangled(text)) return <div className={classes.text}>{plain}</div>;
  return (
    <div className={classes.text}>
      <PlainOnFailure key={text} plain={plain}>
        <Suspense fallback={plain}>
          {hasNamedCode(text) ? <WithHighlightedCode text={text} /> : <Markdown text={text} />}
        </Suspense>
      </PlainOnFailure>
    </div>
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
