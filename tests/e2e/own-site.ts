import { afterAll, beforeAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser, openBrowser, type PersonalBrowser } from './browsers.ts';
import type { Person } from './person.ts';
import { makeDataFolder, removeDataFolder, startProduct } from './product.ts';
import type { Product } from './running-product.ts';

/** The site of one test file, which may stop it and knows everybody on it. */
export class OwnSite {
  #dataDir = '';
  #product: Product | undefined;
  #browser: Promise<Browser> | undefined;

  get dataDir(): string {
    return this.#dataDir;
  }

  /** As it was started last. */
  get product(): Product {
    if (this.#product === undefined) throw new Error('The site starts before the first test of its file.');
    return this.#product;
  }

  get url(): string {
    return this.product.url;
  }

  async begin(environment: Record<string, string>): Promise<void> {
    this.#dataDir = await makeDataFolder();
    this.#product = await startProduct(this.#dataDir, environment);
  }

  /** Starts the product, which has ended, at the same address. */
  async startAgain(): Promise<void> {
    this.#product = await startProduct(this.#dataDir, { PORT: new URL(this.url).port });
  }

  /** A window of a person who is signed in, or of nobody. */
  async open(person?: Person, ...how: [width?: number, serviceWorkers?: 'allow' | 'block']): Promise<PersonalBrowser> {
    const opened = await openBrowser(await (this.#browser ??= launchBrowser()), this.url, ...how);
    if (person) await opened.context.addCookies(person.cookiesFor(this.url));
    return opened;
  }

  async end(): Promise<void> {
    await (await this.#browser)?.close();
    await this.#product?.end();
    await removeDataFolder(this.#dataDir);
  }
}

/**
 * A site from before the first test of a file until after its last one.
 * @param environmentOf - called when the site starts
 */
export function ownSite(environmentOf: () => Record<string, string> = () => ({})): OwnSite {
  const site = new OwnSite();
  beforeAll(() => site.begin(environmentOf()));
  afterAll(() => site.end());
  return site;
}
