import { Component, lazy, Suspense, type ReactNode } from 'react';
import { isTangled } from '../text/tangled-text.ts';
import classes from './post-text.module.css';

const Markdown = lazy(() => import('./markdown.tsx'));

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
          <Markdown text={text} />
        </Suspense>
      </PlainOnFailure>
    </div>
  );
}
