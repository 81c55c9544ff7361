import { listOf } from './http/peers.ts';

/** The variables of the environment that say who can reach the site, and what keeps strangers from guessing there. */
export type OpennessVariables = Readonly<
  Partial<Record<'HOST' | 'PUBLIC_ORIGINS' | 'LIMITS' | 'PASSWORD_MIN_LENGTH' | 'LOG_LEVEL', string | undefined>>
>;

/** From this shortest length on passwords that are guessed soon are refused as well. */
const strictLength = 8;

/** Whether others than this machine can reach the site: it listens for them, or a proxy before it does. */
export function isOpen({ HOST, PUBLIC_ORIGINS }: OpennessVariables): boolean {
  const origins = listOf(PUBLIC_ORIGINS ?? '').filter((origin) => URL.canParse(origin));
  return [HOST?.trim() || 'localhost', ...origins.map((origin) => new URL(origin).hostname)].some(
    (host) => !isLoopback(host),
  );
}

/** What is to be told of a site that others can reach and that is set up for its own machine alone, one line each. */
export function warningsOf(variables: OpennessVariables): readonly string[] {
  if (!isOpen(variables)) return [];
  const { LIMITS, PASSWORD_MIN_LENGTH } = variables;
  const length = Number(PASSWORD_MIN_LENGTH?.trim() || '1');
  const characters = length === 1 ? 'one character' : `${length} characters`;
  return [
    ...(LIMITS?.trim() === 'strict'
      ? []
      : ['Others can reach this site, and LIMITS is generous: passwords can be guessed fast. Set LIMITS=strict.']),
    ...(length >= strictLength
      ? []
      : [
          `Others can reach this site, and ${characters} can be a password. Set PASSWORD_MIN_LENGTH=${strictLength} or more.`,
        ]),
  ];
}

/** How much is logged where nothing else is set: of a site that others can reach also who signs in, and who is refused. */
export function logLevelOf(variables: OpennessVariables): string {
  return variables.LOG_LEVEL?.trim() || (isOpen(variables) ? 'info' : 'warn');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
