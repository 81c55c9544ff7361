import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeAuthority } from '@parlour/kernel/testing/certificates';
import { commandsIn } from '../compose/documented.ts';
import { type Cluster, startCluster } from './api-server.ts';
import { Machines } from './machines.ts';

// The commands of docs/operations.md for Kubernetes, as they stand there, in order. No machine runs
// what `exec` asks for, but the server has found the pod then. Logs are empty.

const root = fileURLToPath(new URL('../../', import.meta.url));
const commands = commandsIn(readFileSync(`${root}docs/operations.md`, 'utf8'), 'sh kubernetes');
/** What kubectl says of its own version and the server's; that of the machine may be any. */
const otherVersion = /^WARNING: version difference between client .*$/m;
const needsMachine = (command: string): boolean => /^kubectl -n parlour exec\b/.test(command);

let cluster: Cluster;
let machines: Machines;

beforeAll(async () => {
  cluster = await startCluster();
  machines = new Machines(cluster);
  const { certificate, key } = makeAuthority('authority').issue('parlour.example');
  writeFileSync(join(cluster.folder, 'tls.crt'), certificate);
  writeFileSync(join(cluster.folder, 'tls.key'), key);
});
afterAll(() => (cluster as Cluster | undefined)?.end());

describe('the commands of docs/operations.md', () => {
  test.each(commands.map((each) => [each.line, each.command, each] as const))(
    'line %i: %s',
    async (_line, command, { prints }) => {
      const { code, text } = await cluster.shell(command);
      if (needsMachine(command)) {
        expect(text).toMatch(/pod \S+ does not have a host assigned/);
        expect(code).not.toBe(0);
      } else {
        const said = text.replace(otherVersion, '');
        expect({ code, said }).toEqual({ code: 0, said: expect.not.stringMatching(/warning|error/i) });
      }
      for (const part of prints) expect(text).toContain(part);
      await machines.act();
    },
  );
});
