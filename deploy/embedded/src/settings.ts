import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The process's address and data folder. */
export interface Settings {
  /** The address to listen on: 127.0.0.1 unless HOST is set. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Whether this is the demonstration. */
  readonly demo: boolean;
}

/** The option of `npm start --` for the demonstration. Source: decisions O-3. */
const demoWord = '--demo';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Reads HOST, PORT and DATA_DIR. Blank counts as absent. Among `words`, the program's arguments,
 * `--demo` selects the demonstration, which has its own data folder. Also returns every fault, one
 * line each, to report with those of the rest.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  words: readonly string[] = [],
): {
  readonly settings: Settings;
  readonly faults: readonly string[];
} {
  const host = environment['HOST']?.trim() || '127.0.0.1';
  const port = environment['PORT']?.trim() || '3000';
  const demo = words.includes(demoWord);
  const dataDir = environment['DATA_DIR']?.trim() || join(root, demo ? '.data-demo' : '.data');
  const faults: string[] = [];
  if (!/^[A-Za-z0-9.:_-]+$/.test(host)) faults.push(`HOST: must be an address or a host name, not "${host}"`);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    faults.push(`PORT: must be a number from 0 to 65535, not "${port}"`);
  // Served on 127.0.0.1; that it is a port at all is validated with the rest.
  const metricsPort = environment['METRICS_PORT']?.trim() || '0';
  const isShared = Number(metricsPort) === Number(port) && Number(port) !== 0;
  if (isShared && ['127.0.0.1', 'localhost', '0.0.0.0', '::'].includes(host))
    faults.push(`METRICS_PORT: must be another port than PORT, not "${metricsPort}"`);
  const folder = isAbsolute(dataDir) ? resolve(dataDir) : resolve(process.cwd(), dataDir);
  return { settings: { host, port: Number(port), dataDir: folder, demo }, faults };
}
