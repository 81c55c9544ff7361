import { isNativeError } from 'node:util/types';
import { pino, type DestinationStream, type Logger as PinoLogger, type LoggerOptions } from 'pino';
import type { LoggerService } from '@nestjs/common';
import type { Envelope } from '@parlour/contracts/envelope';
import { requestIds } from '../tracing/request-context.ts';

/** Structured logs, one JSON object a line. */
export type Logger = PinoLogger;

/**
 * Logs one `debug` line per event with its correlation id, so that a request can be followed to the
 * last consumer.
 */
export function logEvents(logger: Logger, events: readonly Envelope[], what: string, fields: object = {}): void {
  if (!logger.isLevelEnabled('debug')) return;
  for (const { source, position, type, meta } of events) {
    logger.debug({ ...fields, source, position, type, correlationId: meta.correlationId }, what);
  }
}

/**
 * Lines that cannot be written, as on a full disk, wait in memory and are tried again with the next
 * line, at the latest after 0.1 s; of more than a MiB, the last are lost.
 */
function openStandardOutput(): DestinationStream {
  const options = { fd: 1, sync: true, minLength: 1, maxLength: 2 ** 20 };
  // By default, a reader that has paused would stop the whole process.
  const output = pino.destination({ ...options, retryEAGAIN: () => false });
  let retrying: NodeJS.Timeout | undefined;
  // Without a listener, a failed write would throw out of the call that logs.
  output.on('error', () => {
    retrying ??= setTimeout(() => {
      retrying = undefined;
      output.flush();
    }, 100).unref();
  });
  // Not the whole stream: after a `fatal` line, pino would call its flushSync, which blocks the
  // process until everything is written.
  return { write: (line) => void output.write(line) };
}

/** One for all loggers of the process, so that lines stay whole and in order. */
const standardOutput = openStandardOutput();

const secrets = ['password', 'token', 'refreshToken', 'googleToken', 'cookie', 'authorization', 'msg', 'text'];

/**
 * A logger that never writes passwords, tokens, cookies or message texts, up to two levels deep,
 * nor the values of a failed statement.
 */
export function createLogger(
  name: string,
  options: Pick<LoggerOptions, 'level'> = {},
  destination: DestinationStream = standardOutput,
): Logger {
  const settings: LoggerOptions = {
    name,
    level: options.level ?? 'info',
    base: { name },
    // pino's default key 'msg' is redacted below, as it is the text of a chat message.
    messageKey: 'message',
    mixin: () => ({ ...requestIds() }),
    serializers: { err: (failure: unknown) => describeFailure(failure) },
    redact: { paths: secrets.flatMap((secret) => [secret, `*.${secret}`, `*.*.${secret}`]), censor: '[hidden]' },
  };
  return pino(settings, destination);
}

/**
 * The harmless parts of an error: those of the driver carry the rows and values that they complain
 * about.
 */
function describeFailure(failure: unknown, depth = 0): unknown {
  if (!isNativeError(failure)) return failure;
  const code = 'code' in failure ? failure.code : undefined;
  return {
    type: failure.name,
    message: failure.message,
    ...(typeof code === 'string' && { code }),
    stack: failure.stack,
    ...(isNativeError(failure.cause) && depth < 3 && { cause: describeFailure(failure.cause, depth + 1) }),
  };
}

/** Nest's own lines, in our format. */
export class NestLogs implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.logger.debug({ from: rest.at(-1) }, String(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn({ from: rest.at(-1) }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error({ detail: rest }, message instanceof Error ? message.message : String(message));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.logger.debug({ from: rest.at(-1) }, String(message));
  }
}
