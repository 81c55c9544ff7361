import { useSyncExternalStore } from 'react';
import { defaultSiteName } from '@parlour/contracts/limits';
import type { SiteWire } from '@parlour/contracts/site';

/** What the page's document says of the site. */
export interface SiteTexts {
  readonly name: string;
  readonly description: string;
}

/** The description of a site that has none of its own. */
export const defaultDescription = 'Questions, answers, chat and parlour games for your community.';

const byDefault: SiteTexts = { name: defaultSiteName, description: defaultDescription };
const listeners = new Set<() => void>();
let current: SiteTexts | undefined;

function metaOf(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

/** The site's name and description: the server writes them into the document. */
export function siteTexts(): SiteTexts {
  current ??= {
    name: metaOf('application-name') ?? byDefault.name,
    description: metaOf('description') ?? byDefault.description,
  };
  return current;
}

/** The operator has changed them, in this page. */
export function setSiteTexts({ name, description }: SiteTexts): void {
  current = { name, description: description === '' ? defaultDescription : description };
  for (const listener of listeners) listener();
}

/**
 * The language of what people write, for browsers and screen readers; undefined if the operator has
 * not said it. The server writes it into the document, like the site's colour.
 */
export function siteLanguage(): string | undefined {
  return document.documentElement.dataset['language'] || undefined;
}

/** The operator has changed them, in this page. */
export function setSiteLooks({ language, colour }: Pick<SiteWire, 'language' | 'colour'>): void {
  Object.assign(document.documentElement.dataset, { language, accent: colour });
}

/** Calls a listener when the operator has changed them. */
export function onSiteTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The site's name and description; in the build, where there is no document yet, the defaults. */
export function useSiteTexts(): SiteTexts {
  return useSyncExternalStore(onSiteTexts, siteTexts, () => byDefault);
}
