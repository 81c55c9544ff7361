import { defaultSiteName } from '@parlour/contracts/limits';
import type { SiteWire } from '@parlour/contracts/site';

/** The places of the site's name in the page's document, before and after it. */
const places = [
  ['<title>', '</title>'],
  ['<meta name="application-name" content="', '"'],
  ['data-site-name="true">', '<'],
] as const;

/**
 * The page's document with the site's name and description, where the page, browsers and previews
 * of links read them.
 */
export function documentOf(html: string, { name, description }: SiteWire): string {
  const named = places.reduce(
    (text, [before, after]) =>
      // A function, because `$` in a replacement text is a pattern.
      text.replaceAll(before + defaultSiteName + after, () => before + escaped(name) + after),
    html,
  );
  if (description === '') return named;
  return named.replace(/(<meta name="description" content=")[^"]*/, (_, start: string) => start + escaped(description));
}

/** The manifest of the installed page with the site's name and description. */
export function manifestOf(json: string, { name, description }: SiteWire): string {
  const manifest = JSON.parse(json) as object; // the page's own
  return JSON.stringify({ ...manifest, name, short_name: name, ...(description !== '' && { description }) });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
