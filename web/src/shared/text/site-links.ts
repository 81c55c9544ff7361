import { checkHyperlinks } from '@parlour/contracts/checks';

/**
 * The path of an address on this site, whatever its scheme; undefined for another site's. Source:
 * decisions Q-34.
 */
export function sitePath(address: string | undefined): string | undefined {
  if (address === undefined || !/^(?:https?:\/\/|\/(?![/\\]))/.test(address)) return undefined;
  try {
    const url = new URL(address, window.location.origin);
    const isOwn = url.host === window.location.host && url.username === '' && url.password === '';
    return isOwn ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}

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
