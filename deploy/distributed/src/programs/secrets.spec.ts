import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { secretNames } from '../secret-shares.ts';

describe('the files of secrets.js', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'parlour-secrets-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const files = (...path: string[]): string => join(folder, 'all', ...path);
  const program = fileURLToPath(new URL('secrets.ts', import.meta.url));
  const asSources = ['--import', 'tsx', '--conditions=@parlour/source', '--no-warnings'];
  const make = (): string =>
    execFileSync(process.execPath, [...asSources, program, files(), join(folder, 'shares')], { encoding: 'utf8' });
  const secrets = (): Record<string, string> =>
    Object.fromEntries(readdirSync(files()).map((name) => [name, readFileSync(files(name), 'utf8')]));

  it('have nothing but the secret: CloudNativePG would take a line feed for a part of it', () => {
    make();
    expect(Object.keys(secrets()).sort()).toEqual([...secretNames].sort());
    for (const secret of Object.values(secrets())) expect(secret).toMatch(/^[\w-]{43}$/);
  });

  it('are made again where one is empty, as a full disk leaves it', () => {
    make();
    const made = secrets();
    truncateSync(files('qa-password'));
    expect(make()).toBe('Made: qa-password.\n');
    expect(secrets()).toEqual({ ...made, 'qa-password': expect.stringMatching(/^[\w-]{43}$/) });
  });

  it('stay the same once they are there', () => {
    make();
    const made = secrets();
    chmodSync(files('actor-secret'), 0o600);
    expect(make()).toBe('All secrets are there.\n');
    expect(secrets()).toEqual(made);
    expect(statSync(files('actor-secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'shares', 'qa', 'qa-password'), 'utf8')).toBe(made['qa-password']);
  });
});
