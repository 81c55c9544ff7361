import { checkHyperlinks } from '@parlour/contracts/posts/post-checks';

/** A text whose http links to this site have their paths instead. */
export function sitePathsIn(text: string): string {
  return text.replaceAll(`](http://${window.location.host}/`, '](/');
}

/**
 * A text whose links to this site would be refused for their scheme, with their paths instead;
 * every other text as it is.
 */
export function withSitePaths(text: string): string {
  if (!checkHyperlinks(text)) return text;
  const relative = sitePathsIn(text);
  return checkHyperlinks(relative) ? text : relative;
}
