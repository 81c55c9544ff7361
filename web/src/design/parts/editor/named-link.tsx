import { postedText } from '@parlour/contracts/text/checks';
import { faultyLink } from '@parlour/contracts/posts/post-checks';
import { looksLikeCode } from '@parlour/contracts/text/faulty-links';
import { sitePathsIn } from '../../../shared/text/site-links.ts';

/** Longer links are cut. */
const shownCharacters = 80;

/** Names the faulty link of a text, and says what is wrong with it. */
export function NamedLink({ text }: { readonly text: string }) {
  // Where links to this site are posted with their paths, they are not what is wrong.
  const faulty = faultyLink(sitePathsIn(postedText(text))) ?? faultyLink(postedText(text));
  if (!faulty) return null;
  const characters = Array.from(faulty.link);
  const isLong = characters.length > shownCharacters;
  const named = isLong ? `${characters.slice(0, shownCharacters).join('')}…` : faulty.link;
  const rule = 'needs a text between its brackets, and an address that begins with https:// or, on this site, with /.';
  return (
    <span>
      {' '}
      {named} {looksLikeCode(faulty) ? 'looks like code: put it between backticks.' : rule}
    </span>
  );
}
