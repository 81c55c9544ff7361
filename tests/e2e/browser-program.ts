import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LaunchOptions } from 'playwright-core';

const tests = fileURLToPath(new URL('..', import.meta.url));
const modules = join(tests, '..', 'node_modules');

/**
 * The tests' browser: that of CHROMIUM_PATH if it is set; otherwise, on Linux, the headless
 * Chromium from npm with its libraries and fonts, so that only Node is needed and every machine has
 * the same; elsewhere an installed Chrome.
 */
export async function browserProgram(): Promise<LaunchOptions> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return { executablePath: given };
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  const folder = await unpacked();
  await writeFontSettings(folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      FONTCONFIG_PATH: join(folder, 'fonts'),
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    },
  };
}

/** One with notifications too, which that from npm lacks: on Linux, of the package `chromium`. */
export function wholeBrowserProgram(): LaunchOptions {
  const given = process.env['CHROMIUM_PATH'] ?? (process.platform === 'linux' ? '/usr/bin/chromium' : undefined);
  return given ? { executablePath: given } : { channel: 'chrome' };
}

/** Unpacked once per version, atomically, because several test files may need it at once. */
async function unpacked(): Promise<string> {
  const manifest = await readFile(join(modules, '@sparticuz', 'chromium', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string }; // as npm wants it
  const folder = join(modules, '.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const unpacking = `${folder}.${process.pid}`;
  await mkdir(unpacking, { recursive: true });
  // It unpacks into the temporary folder, and its libraries only if it believes that they are
  // missing.
  const env = { ...process.env, NODE_OPTIONS: '', TMPDIR: unpacking, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  const program = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`;
  await promisify(execFile)(process.execPath, ['-e', program], { cwd: tests, env });
  await rename(unpacking, folder).catch(async (failure: unknown) => {
    // Another process was first.
    await rm(unpacking, { recursive: true });
    if (!existsSync(folder)) throw failure;
  });
  return folder;
}

/**
 * Its settings name folders of AWS Lambda; without any font Chromium crashes at the first text. It
 * brings Open Sans. Code, Arabic, Hebrew and signs come from DejaVu, and emoji from Noto, so that
 * pictures show what people will see.
 */
async function writeFontSettings(folder: string): Promise<void> {
  const file = join(folder, 'fonts', 'fonts.conf');
  const folders = [
    join(folder, 'fonts', 'fonts'),
    join(modules, 'dejavu-fonts-ttf', 'ttf'),
    join(modules, '@expo-google-fonts', 'noto-color-emoji', '400Regular'),
  ];
  const prefer = (family: string, font: string) =>
    `<alias><family>${family}</family><prefer><family>${font}</family></prefer></alias>`;
  const settings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${folders.map((each) => `<dir>${each}</dir>`).join('\n  ')}
  ${prefer('sans-serif', 'Open Sans')}
  ${prefer('serif', 'Open Sans')}
  ${prefer('monospace', 'DejaVu Sans Mono')}
  <cachedir>${join(folder, 'fonts', 'cache')}</cachedir>
</fontconfig>
`;
  if ((await readFile(file, 'utf8')) === settings) return;
  // At once, because other processes may read it.
  await writeFile(`${file}.${process.pid}`, settings);
  await rename(`${file}.${process.pid}`, file);
}
