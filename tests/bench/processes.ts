import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU microseconds so far of the processes below one, by program: a service, the gateway or Kafka.
 * PostgreSQL's are left out: their own names tell more. Linux only.
 */
export function cpuOfPrograms(root: number): Record<string, number> {
  const parents = new Map([...statistics()].map(([pid, [, parent = 0]]) => [pid, parent]));
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid)!));
  const programs: Record<string, number> = {};
  for (const pid of parents.keys()) {
    const name = isBelow(pid) ? programOf(read(`/proc/${pid}/cmdline`).split('\0')) : undefined;
    if (name !== undefined) programs[name] = (programs[name] ?? 0) + cpuOf(pid);
  }
  return programs;
}

/** The fields of each process's `stat` after its name, as numbers: the second is its parent. */
export function* statistics(): Generator<readonly [pid: number, fields: readonly number[]]> {
  for (const entry of listed('/proc')) {
    const stat = /^\d+$/.test(entry) ? read(`/proc/${entry}/stat`) : '';
    // The name in parentheses may contain anything: fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (stat !== '') yield [Number(entry), fields.map(Number)];
  }
}

function programOf([program = '', ...words]: readonly string[]): string | undefined {
  if (program.endsWith('java')) return 'Kafka';
  const [, folder] = /(services\/\w+|gateway|deploy\/\w+)\/dist\//.exec(words.join(' ')) ?? [];
  return program.endsWith('node') ? folder : undefined;
}

/** CPU microseconds so far of all threads of a process: Node and Kafka have helpers. */
export function cpuOf(pid: number): number {
  return listed(`/proc/${pid}/task`)
    .map((thread) => Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1_000)
    .reduce((sum, each) => sum + each, 0);
}

/** A file of a process; empty if that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function listed(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
