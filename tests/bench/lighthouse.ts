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
  /** Lighthouse's verdicts, of 100. */
  readonly performance: number;
  readonly accessibility: number;
  readonly practices: number;
}

/** A phone with Lighthouse's defaults, or a computer as Lighthouse imagines it. */
export type Device = 'phone' | 'desktop';

const categories = { performance: 'performance', accessibility: 'accessibility', practices: 'best-practices' } as const;

/** The part of Lighthouse that is used here. */
type Lighthouse = (
  url: string,
  flags: {
    readonly port: number;
    readonly onlyCategories: readonly string[];
    readonly logLevel: string;
  },
  config?: object,
) => Promise<
  | {
      readonly lhr: {
        readonly runtimeError?: { readonly message: string };
        readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
        readonly audits: Readonly<
          Record<string, { readonly numericValue?: number; readonly details?: { readonly items: readonly unknown[] } }>
        >;
      };
    }
  | undefined
>;

/**
 * Loads a page with an empty cache. A phone has slow 4G and a CPU of a quarter of the speed.
 * @param port the debugging port of a browser, whose cookies are used
 */
export async function loadPage(url: string, port: number, device: Device): Promise<PageLoad> {
  const { default: lighthouse } = await moduleOf<Lighthouse>('index.js');
  const flags = { port, onlyCategories: Object.values(categories), logLevel: 'error' };
  const config = device === 'desktop' ? (await moduleOf<object>('config/desktop-config.js')).default : undefined;
  const found = await lighthouse(url, flags, config);
  if (!found || found.lhr.runtimeError) throw new Error(`${url}: ${found?.lhr.runtimeError?.message}`);
  const { audits } = found.lhr;
  const of = (name: string): number => audits[name]?.numericValue ?? NaN;
  const scored = (category: keyof typeof categories): number =>
    Math.round((found.lhr.categories[categories[category]]?.score ?? NaN) * 100);
  return {
    lcp: of('largest-contentful-paint'),
    fcp: of('first-contentful-paint'),
    tbt: of('total-blocking-time'),
    cls: of('cumulative-layout-shift'),
    bytes: of('total-byte-weight'),
    requests: audits['network-requests']?.details?.items.length ?? NaN,
    performance: scored('performance'),
    accessibility: scored('accessibility'),
    practices: scored('practices'),
  };
}

async function moduleOf<Default>(path: string): Promise<{ readonly default: Default }> {
  // as its version has it
  return (await import(pathToFileURL(join(await fetched(), path)).href)) as { readonly default: Default };
}

/** The folder of Lighthouse's modules. */
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
  return join(folder, 'node_modules', 'lighthouse', 'core');
}
