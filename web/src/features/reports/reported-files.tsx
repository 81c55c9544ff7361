import { addressOfFile, pictureIn, signsOf } from '@parlour/contracts/files/file-id';
import { lazyPart } from '../../design/parts/feedback/lazy-part.tsx';

const Markdown = lazyPart(
  async () => (await import('../../design/parts/text/markdown.tsx')).default,
  ({ text }) => text,
);

/** What somebody wrote about a report. It is short: no text needs more than the plain renderer. */
export function ReportText({ text }: { readonly text: string }) {
  return (
    <div dir="auto" data-text>
      <Markdown text={text} />
    </div>
  );
}

/** The files of a text that is reported. */
export function ReportedFiles({ ids }: { readonly ids: readonly string[] }) {
  const links = ids.filter(signsOf).map((id, at) => {
    const address = addressOfFile(id);
    return pictureIn(address) === undefined
      ? `[Reported file ${at + 1}](${address})`
      : `![Reported picture ${at + 1}](${address})`;
  });
  return links.length > 0 && <ReportText text={links.join('\n')} />;
}
