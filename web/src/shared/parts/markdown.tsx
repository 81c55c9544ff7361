import type { ReactNode } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import { safeLink } from '../text/safe-link.ts';

function OutsideLink({ address, children }: { readonly address: string | undefined; readonly children: ReactNode }) {
  const href = safeLink(address);
  if (href === undefined) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="nofollow ugc noopener noreferrer">
      {children}
    </a>
  );
}

const components: Components = {
  a: ({ href, children }) => <OutsideLink address={href}>{children}</OutsideLink>,
  // Shown as a link: a picture from elsewhere would tell its host who reads this, and when.
  img: ({ src, alt }) => (
    <OutsideLink address={typeof src === 'string' ? src : undefined}>{alt === '' || !alt ? src : alt}</OutsideLink>
  ),
  // The page's own headings stand above those of a text.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
};

/** Renders Markdown; raw HTML stays the text it is. */
export function MarkdownText({ text, rehypePlugins }: { readonly text: string } & Pick<Options, 'rehypePlugins'>) {
  return (
    <ReactMarkdown components={components} urlTransform={(address) => address} rehypePlugins={rehypePlugins ?? []}>
      {text}
    </ReactMarkdown>
  );
}

/** Markdown as most texts need it. Loaded apart, for it is the page's heaviest part. */
export default function Markdown({ text }: { readonly text: string }) {
  return <MarkdownText text={text} />;
}
