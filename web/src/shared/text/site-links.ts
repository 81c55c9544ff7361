import { checkHyperlinks } from '@parlour/contracts/checks';

/**
 * A text whose links to this site would be refused for their scheme, with their paths instead;
 * every other text as it is.
 */
export function withSitePaths(text: string): string {
  if (!checkHyperlinks(text)) return text;
  const { host } = window.location;
  const relative = text.replaceAll(`](http://${host}/`, '](/');
  return checkHyperlinks(relative) ? text : relative;
}
