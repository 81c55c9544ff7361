import { defaultSiteName } from '@parlour/contracts/limits';
import { signsIn } from '@parlour/contracts/files/file-id';
import { siteDefaults, type SiteWire } from '@parlour/contracts/site';
import { withLogo } from './logo.ts';

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
export function documentOf(html: string, site: SiteWire): string {
  const { name, description, language, colour } = site;
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
  const shown = withLogo(withIcon(marked, site), site, escaped(name));
  if (description === '') return shown;
  return shown.replace(/(<meta name="description" content=")[^"]*/, (_, start: string) => start + escaped(description));
}

function withIcon(html: string, { icon }: SiteWire): string {
  if (icon === null) return html;
  return html.replaceAll(/<link rel="(icon|apple-touch-icon)" [^<>]*>/g, `<link rel="$1" href="${icon}">`);
}

/** The manifest of the installed page with the site's name, description and icon. */
export function manifestOf(json: string, { name, description, icon }: SiteWire): string {
  const manifest = JSON.parse(json) as object; // the page's own
  const icons = icon === null ? undefined : iconsOf(icon);
  return JSON.stringify({
    ...manifest,
    name,
    short_name: name,
    ...(description !== '' && { description }),
    ...(icons && { icons }),
  });
}

/** Undefined for one so small that browsers would not offer to install the page. */
function iconsOf(src: string): readonly object[] | undefined {
  const signs = signsIn(src);
  if (!signs || Math.min(signs.width, signs.height) < 192) return undefined;
  return [{ src, sizes: `${signs.width}x${signs.height}`, type: signs.kind.type }];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
