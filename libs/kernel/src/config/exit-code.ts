/** The exit code for a wrong configuration: EX_CONFIG of sysexits.h. */
export const configurationExitCode = 78;
