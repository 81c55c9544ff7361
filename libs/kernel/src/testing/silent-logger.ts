import { createLogger, type Logger } from '../logging/logger.ts';

/** A logger that says nothing, for tests that provoke failures; `LOG_LEVEL` makes it speak. */
export const silentLogger: Logger = createLogger('test', { level: process.env['LOG_LEVEL'] ?? 'silent' });
