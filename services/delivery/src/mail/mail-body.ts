import type { MailText } from './mail-texts.ts';

/** A mail as text. */
export function textOf({ before, link, after = [], foot }: MailText, origin: string): string {
  const spelled = ({ label, path }: NonNullable<MailText['link']>): string => `${label}:\n${origin}${path}`;
  const parts = [...before, ...(link ? [spelled(link)] : []), ...after];
  // By "-- " mail programs know what need not be quoted.
  return [...parts, ...(foot ? [`-- \n${foot.text}\n${spelled(foot.link)}`] : [])].join('\n\n') + '\n';
}

/**
 * The same as HTML, for dark and light, with nothing that is loaded from elsewhere. Mail programs
 * know little of CSS, so there is little.
 */
export function htmlOf({ subject, before, link, after = [], foot }: MailText, origin: string): string {
  const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${escaped(text)}</p>`).join('\n');
  const address = link ? escaped(origin + link.path) : '';
  const button = link ? `<p><a class="button" href="${address}">${escaped(link.label)}</a></p>` : '';
  const spelled = link ? `<p class="small">${address}</p>` : '';
  const end = foot
    ? `<p class="small">${escaped(foot.text)} <a href="${escaped(origin + foot.link.path)}">${escaped(foot.link.label)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${styles}</style>
</head>
<body>
<div class="mail">
${[paragraphs(before), button, paragraphs(after), spelled, end].filter((part) => part !== '').join('\n')}
</div>
</body>
</html>
`;
}

const styles = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 16px; background: #f6f3ec; color: #221d16; font: 16px/1.5 system-ui, sans-serif; }
.mail { max-width: 520px; margin: 0 auto; padding: 8px 24px; background: #fffdf8; border-radius: 12px; }
.button { display: inline-block; padding: 10px 18px; background: #1f6b4a; color: #ffffff; border-radius: 8px; font-weight: 600; text-decoration: none; }
.small { color: #6a6257; font-size: 13px; overflow-wrap: anywhere; }
.small a { color: inherit; }
p { overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
  body { background: #161310; color: #ece6dc; }
  .mail { background: #1f1b17; }
  .button { background: #7fcfa6; color: #10201a; }
  .small { color: #a59c8f; }
}
`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
