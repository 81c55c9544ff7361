import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
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

/** Code scrolls if it is wider than the page. Only then is it focusable, for the keyboard. */
function CodeBlock({ children }: { readonly children: ReactNode }) {
  const block = useRef<HTMLPreElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const measure = () => {
      const { scrollWidth = 0, clientWidth = 0 } = block.current ?? {};
      setScrolls(scrollWidth > clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (block.current) observer.observe(block.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  return (
    <pre ref={block} dir="ltr" {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': 'Code' })}>
      {children}
    </pre>
  );
}

const components: Components = {
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  a: ({ href, children }) => <OutsideLink address={href}>{children}</OutsideLink>,
  // An image becomes a link: loading it would tell its host who reads this, and when.
  img: ({ src, alt }) => (
    <OutsideLink address={typeof src === 'string' ? src : undefined}>{alt === '' || !alt ? src : alt}</OutsideLink>
  ),
  // Headings in a text rank below the page's own.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
};

/** Renders Markdown; raw HTML stays text. */
export function MarkdownText({ text, rehypePlugins }: { readonly text: string } & Pick<Options, 'rehypePlugins'>) {
  return (
    <ReactMarkdown components={components} urlTransform={(address) => address} rehypePlugins={rehypePlugins ?? []}>
      {text}
    </ReactMarkdown>
  );
}

/** Markdown without highlighting. A chunk of its own, because it is the page's heaviest part. */
export default function Markdown({ text }: { readonly text: string }) {
  return <MarkdownText text={text} />;
}
