/** The values of LOG_LEVEL. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
