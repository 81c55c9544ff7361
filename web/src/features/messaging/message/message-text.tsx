import { lazy, Suspense } from 'react';
import { siteLanguage } from '../../../shared/state/site.ts';
import { isCostlyMarkdown } from '@parlour/contracts/markdown/costly-markdown';
import { PlainOnFailure } from '../../../design/parts/text/plain-on-failure.tsx';
import classes from './message-text.module.css';

const loadMarkdown = () => import('./message-markdown.tsx');
const MessageMarkdown = lazy(loadMarkdown);

/** Without one of these signs, a message has nothing to render. */
const mark = /[*_`[<\\@]|https:\/\/|^ {0,3}(?:>|~~~)/m;

/**
 * A message: emphasis, code, links and quotes as Markdown, everything else as it was written.
 * Source: decisions M-7.
 */
export function MessageText({ text }: { readonly text: string }) {
  const plain = <p className={classes.plain}>{text}</p>;
  return (
    <div className={classes.text} dir="auto" lang={siteLanguage()} data-text>
      {!mark.test(text) || isCostlyMarkdown(text) ? (
        plain
      ) : (
        <PlainOnFailure text={text} plain={plain}>
          <Suspense fallback={plain}>
            <MessageMarkdown text={text} />
          </Suspense>
        </PlainOnFailure>
      )}
    </div>
  );
}
