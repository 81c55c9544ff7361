import { useSyncExternalStore } from 'react';
import { defaultSiteName } from '@parlour/contracts/limits';
import type { SiteWire } from '@parlour/contracts/site';

/** What the page's document says of the site. */
export interface SiteTexts {
  readonly name: string;
  readonly description: string;
  /** The addresses of the logo and, if there is one, the dark one, with a space between them. */
  readonly logos?: string | undefined;
}

const byDefault: SiteTexts = { name: defaultSiteName, description: '' };
const listeners = new Set<() => void>();
let current: SiteTexts | undefined;

function metaOf(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

/** The site's name, description and logo: the server writes them into the document. */
export function siteTexts(): SiteTexts {
  current ??= {
    name: metaOf('application-name') ?? defaultSiteName,
    description: metaOf('description') ?? '',
    logos: metaOf('logo'),
  };
  return current;
}

/** The operator has changed name or description, in this page. */
export function setSiteTexts({ name, description }: SiteTexts): void {
  current = { ...current, name, description };
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
