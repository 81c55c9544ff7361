import { idInAddress, pictureIn } from '@parlour/contracts/files/file-id';
import { postSyntax, type Syntax } from '@parlour/contracts/markdown/markdown-syntax';
import { createContext, type ReactNode, type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react';
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown';
import { Link } from 'react-router';
import { safeLink, sitePath } from '../../../shared/text/safe-link.ts';
import classes from './markdown.module.css';
import { FileChip } from './file-chip.tsx';
import { linkedMentions } from './linked-mentions.ts';
import { Picture, WithViewer } from './picture.tsx';
import { copyText } from '../page/share.ts';

const InLink = createContext(false);

/** A link in a text, to another site or to this one. */
function TextLink({ address, children }: { readonly address: string | undefined; readonly children: ReactNode }) {
  const path = sitePath(address);
  const file = idInAddress(path ?? '');
  if (file !== undefined) return <FileChip id={file}>{children}</FileChip>;
  const within = <InLink value>{children}</InLink>;
  if (path !== undefined) return <Link to={path}>{within}</Link>;
  const href = safeLink(address);
  if (href === undefined) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="nofollow ugc noopener noreferrer">
      {within}
    </a>
  );
}

/**
 * An image of another site becomes a link: loading it would tell its host who reads this, and when.
 * In a link it is words of that.
 */
function TextImage({ src, alt = '' }: { readonly src?: unknown; readonly alt?: string | undefined }) {
  const isInLink = useContext(InLink);
  const address = typeof src === 'string' ? src : undefined;
  const picture = pictureIn(sitePath(address));
  if (picture !== undefined) return <Picture key={picture} id={picture} alt={alt} isInLink={isInLink} />;
  const words = alt === '' ? address : alt;
  return isInLink ? <>{words}</> : <TextLink address={address}>{words}</TextLink>;
}

/**
 * Thousands of blocks fit into a text, each with a button: blocks of fewer characters have none, so
 * that the page stays as long as the text.
 */
const copiedFrom = 8;

/** The characters around a block of code. */
const fences = 8;

/** Shorter code is read without line numbers. */
const numberedFrom = 10;

/** Whether something is wider than its place, so that it scrolls. */
function useScrolls(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const measure = () => {
      const { scrollWidth = 0, clientWidth = 0 } = element.current ?? {};
      setScrolls(scrollWidth > clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return scrolls;
}

/** Makes a scrolling region reachable by the keyboard. */
const focusable = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': label });

type Part = NonNullable<ExtraProps['node']>;

/** The language that a block of code names. */
function languageOf({ children: [code] }: Part): string | undefined {
  const classesOf = code?.type === 'element' ? [code.properties['className']].flat() : [];
  return classesOf.map((name) => /^language-(\S{1,20})$/.exec(String(name))?.[1]).find((name) => name !== undefined);
}

function textOf({ children }: Part): string {
  return children.map((part) => (part.type === 'element' ? textOf(part) : 'value' in part ? part.value : '')).join('');
}

/** Code can be copied. It scrolls if it is wider than the page. */
function CodeBlock({
  copied,
  language,
  lines,
  children,
}: {
  readonly copied: boolean;
  readonly language: string | undefined;
  readonly lines: number;
  readonly children: ReactNode;
}) {
  const block = useRef<HTMLPreElement>(null);
  const scrolls = useScrolls(block);
  const code = () => block.current?.textContent.replace(/\n$/, '') ?? '';
  return (
    <div
      className={classes.block}
      dir="ltr"
      data-language={language}
      data-numbered={lines >= numberedFrom ? '' : undefined}
    >
      <pre ref={block} {...(scrolls && focusable('Code'))}>
        {children}
      </pre>
      {lines >= numberedFrom && (
        <span className={classes.numbers} aria-hidden>
          {Array.from({ length: lines }, (_, at) => at + 1).join('\n')}
        </span>
      )}
      {copied && (
        <div className={classes.corner}>
          <button type="button" className={classes.copy} onClick={() => void copyText(code(), 'Code copied.')}>
            Copy code
          </button>
          {language}
        </div>
      )}
    </div>
  );
}

/** A table, which scrolls if it is wider than the page. */
function Table({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(place);
  return (
    <div ref={place} className={classes.table} {...(scrolls && focusable('Table'))}>
      <table>{children}</table>
    </div>
  );
}

const components: Components = {
  table: ({ children }) => <Table>{children}</Table>,
  // Of a list of tasks; what is done is changed by editing the text.
  input: ({ checked }) => (
    <input type="checkbox" checked={checked === true} readOnly disabled aria-label={checked ? 'Done' : 'To do'} />
  ),
  pre: ({ node, children }) => {
    const { start, end } = node?.position ?? {};
    const length = (end?.offset ?? 0) - (start?.offset ?? 0);
    return (
      <CodeBlock
        copied={length >= copiedFrom + fences}
        language={node && languageOf(node)}
        lines={node ? textOf(node).replace(/\n$/, '').split('\n').length : 0}
      >
        {children}
      </CodeBlock>
    );
  },
  a: ({ node, href, children }) => {
    const mentioned = node?.properties['data-mention'];
    return typeof mentioned === 'string' ? (
      <Link to={`/user/${encodeURIComponent(mentioned)}`} className={classes.mention ?? ''}>
        <bdi>{children}</bdi>
      </Link>
    ) : (
      <TextLink address={href}>{children}</TextLink>
    );
  },
  img: ({ src, alt }) => <TextImage src={src} alt={alt} />,
  // Headings in a text rank below the page's own.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
};

/** A plugin that makes the renderer read a text as the server does. */
function reading(forms: readonly Syntax[]) {
  return function read(this: { readonly data: () => object }): void {
    Object.assign(this.data(), {
      micromarkExtensions: forms.flatMap(({ micromark }) => micromark),
      fromMarkdownExtensions: forms.flatMap(({ tree }) => tree),
    });
  };
}

/** Renders Markdown; raw HTML stays text. */
export function MarkdownText({
  text,
  syntax = [postSyntax],
  rehypePlugins = [],
}: { readonly text: string; readonly syntax?: readonly Syntax[] } & Pick<Options, 'rehypePlugins'>) {
  return (
    <WithViewer>
      <ReactMarkdown
        components={components}
        urlTransform={(address) => address}
        remarkPlugins={[reading(syntax), linkedMentions]}
        rehypePlugins={rehypePlugins ?? []}
      >
        {text}
      </ReactMarkdown>
    </WithViewer>
  );
}

/** Markdown without highlighting. A chunk of its own, because it is the page's heaviest part. */
export default function Markdown({ text }: { readonly text: string }) {
  return <MarkdownText text={text} />;
}
