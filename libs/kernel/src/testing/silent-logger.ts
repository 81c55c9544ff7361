import { createLogger, type Logger } from '../logging/logger.ts';

/** A logger without output, for tests that provoke failures; `LOG_LEVEL` switches it on. */
export const silentLogger: Logger = createLogger('test', { level: process.env['LOG_LEVEL'] ?? 'silent' });
