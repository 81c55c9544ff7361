import { lazy, memo, Suspense, type ReactNode } from 'react';
import { hasNamedCode } from '../../../shared/text/code-blocks.ts';
import { idInAddress } from '@parlour/contracts/files/file-id';
import { isCostlyMarkdown } from '@parlour/contracts/markdown/costly-markdown';
import { usesGitHubMarkdown } from '@parlour/contracts/markdown/github-markdown';
import { siteLanguage } from '../../../shared/state/site.ts';
import { layoutOf } from './picture-layout.ts';
import { PlainOnFailure } from './plain-on-failure.tsx';
import classes from './post-text.module.css';

const loadMarkdown = () => import('./markdown.tsx');
const Markdown = lazy(loadMarkdown);
const GitHubMarkdown = lazy(() => import('./github-markdown.tsx'));
const HighlightedMarkdown = lazy(() => import('./highlighted-markdown.tsx'));

/**
 * Preloads the renderer when a page that will show texts is opened, in parallel with the call that
 * loads them.
 */
export function expectPostText(): void {
  // Its users handle the failure and show texts without it.
  loadMarkdown().catch(() => undefined);
}

/**
 * A post as Markdown without raw HTML; plain until the renderer has loaded. Rendering takes long,
 * so a text that stays the same is not rendered again.
 */
export const PostText = memo(function PostText({ text }: { readonly text: string }) {
  const plain = <p className={classes.plain}>{text}</p>;
  // Each text's direction follows from its own first letter.
  const isPlain = isCostlyMarkdown(text);
  return (
    <div className={classes.text} dir="auto" lang={siteLanguage()} data-post data-text>
      {isPlain ? plain : <Rendered text={text} plain={plain} waiting={<Waiting text={text} />} />}
    </div>
  );
});

/** A picture of this site, whose words have no brackets. */
const picture = /!\[[^[\]]*\]\((\/file\/[\da-f-]{36})\)/i;

/**
 * Avoids a flash of markup; if loading takes longer, the text is shown with it. Pictures have their
 * room, so that what is below stays where it is.
 */
function Waiting({ text }: { readonly text: string }) {
  return text.split(picture).map((piece, at) => {
    // Every other piece is an address.
    const { width, height } = at % 2 === 1 ? layoutOf(idInAddress(piece) ?? '') : {};
    if (width === undefined && piece.trim() === '') return null;
    return (
      <p key={at} className={classes.plain} data-waiting>
        {width === undefined ? (
          piece.trim()
        ) : (
          <span className={classes.room} style={{ width, aspectRatio: `${width} / ${height}` }} />
        )}
      </p>
    );
  });
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
    <PlainOnFailure text={text} plain={plain}>
      <Suspense fallback={waiting}>
        <InItsForm text={text} />
      </Suspense>
    </PlainOnFailure>
  );
}

/** As plain Markdown until what the text needs beyond it has loaded, and if that fails to. */
function InItsForm({ text }: { readonly text: string }) {
  const simple = <Markdown text={text} />;
  const Form = hasNamedCode(text) ? HighlightedMarkdown : usesGitHubMarkdown(text) ? GitHubMarkdown : undefined;
  if (!Form) return simple;
  return (
    <PlainOnFailure text={text} plain={simple}>
      <Suspense fallback={simple}>
        <Form text={text} />
      </Suspense>
    </PlainOnFailure>
  );
}
