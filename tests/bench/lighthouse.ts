import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

// Lighthouse is 13,000 files, and only this benchmark needs it: it is fetched once, instead of
// being installed with each clone.

const version = '12.8.2';
const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

/** What Lighthouse found about one load of a page. */
export interface PageLoad {
  /** Milliseconds until the largest text or image was there. */
  readonly lcp: number;
  /** Milliseconds until anything was there. */
  readonly fcp: number;
  /** Milliseconds for which tasks of more than 50 ms blocked the page. */
  readonly tbt: number;
  /** Layout shift, without unit. */
  readonly cls: number;
  readonly bytes: number;
  readonly requests: number;
}

/** The part of Lighthouse that is used here. */
type Lighthouse = (
  url: string,
  flags: {
    readonly port: number;
    readonly onlyCategories: readonly string[];
    readonly logLevel: string;
  },
) => Promise<
  | {
      readonly lhr: {
        readonly runtimeError?: { readonly message: string };
        readonly audits: Readonly<
          Record<string, { readonly numericValue?: number; readonly details?: { readonly items: readonly unknown[] } }>
        >;
      };
    }
  | undefined
>;

/**
 * Loads a page with Lighthouse's defaults: an empty cache, a phone, slow 4G and a CPU of a quarter
 * of the speed.
 * @param port the debugging port of a browser, whose cookies are used
 */
export async function loadPage(url: string, port: number): Promise<PageLoad> {
  const { default: lighthouse } = (await import(await fetched())) as { default: Lighthouse }; // as its version has it
  const found = await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'error' });
  if (!found || found.lhr.runtimeError) throw new Error(`${url}: ${found?.lhr.runtimeError?.message}`);
  const { audits } = found.lhr;
  const of = (name: string): number => audits[name]?.numericValue ?? NaN;
  return {
    lcp: of('largest-contentful-paint'),
    fcp: of('first-contentful-paint'),
    tbt: of('total-blocking-time'),
    cls: of('cumulative-layout-shift'),
    bytes: of('total-byte-weight'),
    requests: audits['network-requests']?.details?.items.length ?? NaN,
  };
}

/** The address of Lighthouse's module. */
async function fetched(): Promise<string> {
  const folder = join(cache, `lighthouse-${version}`);
  if (!existsSync(folder)) {
    const making = `${folder}.${process.pid}`;
    await mkdir(making, { recursive: true });
    await writeFile(join(making, 'package.json'), JSON.stringify({ private: true }));
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', `lighthouse@${version}`];
    await promisify(execFile)('npm', words, { cwd: making, shell: process.platform === 'win32' });
    await rename(making, folder).catch(() => rm(making, { recursive: true }));
  }
  return pathToFileURL(join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')).href;
}
