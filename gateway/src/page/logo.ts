import { signsIn } from '@parlour/contracts/files/file-id';
import type { SiteWire } from '@parlour/contracts/site';

// The page shows the logo in `web/src/app/shell/brand.tsx`, beside its own mark and the name, which
// these styles hide. Only the document of a site with a logo has them: the page's own styles are no
// larger by them.

/** The name in the brand; the pictures stand behind it. */
const name = 'span[data-site-name]';
const [light, dark] = [`${name}+img`, `${name}+img+img`];

const inLight = '--logo:block;--logo-dark:none';
const inDark = '--logo:none;--logo-dark:block';

/** A wide logo becomes lower instead of pushing others away. */
const styles = `
:has(>${name})>:not(img){display:none}
${name}~img{height:2.25rem;min-width:0;max-width:100%;object-fit:contain;object-position:0}
@media (max-width:640px){${name}~img{max-width:6rem}}`;

/** The login is on cloth in both themes: a card lies there, with the light one on it. */
const onCard = `
header>:has(>${name}){${inLight}}
header>span>${name}~img{height:6rem;max-width:min(100%,22rem);padding:var(--space-5) var(--space-6);border-radius:var(--radius-l);background:var(--card-paper);box-shadow:var(--shadow-2);object-position:50%}
@media (max-width:900px){header>span>${name}~img{height:4rem;padding:var(--space-3) var(--space-5)}}`;

/** Until its script is there, the document has only what the person or the system has chosen. */
const byTheme = `
:root{${inLight}}
@media (prefers-color-scheme:dark){:root{${inDark}}}
:root[data-mantine-color-scheme=light]{${inLight}}
:root[data-mantine-color-scheme=dark]{${inDark}}
${light}{display:var(--logo)}
${dark}{display:var(--logo-dark)}`;

/** The page's document with the site's logo; its name is escaped. A dark one alone is not shown. */
export function withLogo(html: string, { logo, logoDark }: SiteWire, siteName: string): string {
  if (logo === null) return html;
  const logos = logoDark === null ? [logo] : [logo, logoDark];
  const images = logos.map((address) => `<img src="${address}" alt="${siteName}"/>`).join('');
  const ratios = logos.map((address, place) => `\n${place === 0 ? light : dark}{aspect-ratio:${ratioOf(address)}}`);
  const rules = styles + onCard + ratios.join('') + (logoDark === null ? '' : byTheme);
  return html
    .replace('</head>', `<meta name="logo" content="${logos.join(' ')}"><style>${rules}</style></head>`)
    .replace(`data-site-name="true">${siteName}</span>`, (span) => span + images);
}

/** Its width by its height, so that nothing moves when it comes. */
function ratioOf(address: string): string {
  const { width = 1, height = 1 } = signsIn(address) ?? {};
  return `${width}/${height}`;
}
