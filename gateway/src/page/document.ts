import { defaultSiteName } from '@parlour/contracts/limits';
import { siteDefaults, type SiteWire } from '@parlour/contracts/site';

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
export function documentOf(html: string, { name, description, language, colour }: SiteWire): string {
  const named = places.reduce(
    (text, [before, after]) =>
      // A function, because `$` in a replacement text is a pattern.
      text.replaceAll(before + defaultSiteName + after, () => before + escaped(name) + after),
    html,
  );
  const marks = [
    ...(colour === siteDefaults.colour ? [] : [` data-accent="${colour}"`]),
    ...(language === siteDefaults.language ? [] : [` data-language="${language}"`]),
  ];
  // The page's own texts are in English.
  const marked = marks.length === 0 ? named : named.replace('<html lang="en"', (tag) => tag + marks.join(''));
  if (description === '') return marked;
  return marked.replace(
    /(<meta name="description" content=")[^"]*/,
    (_, start: string) => start + escaped(description),
  );
}

/** The manifest of the installed page with the site's name and description. */
export function manifestOf(json: string, { name, description }: SiteWire): string {
  const manifest = JSON.parse(json) as object; // the page's own
  return JSON.stringify({ ...manifest, name, short_name: name, ...(description !== '' && { description }) });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
