import { codeOf } from '@parlour/kernel/process/error-code';

/**
 * Why Node's `listen` could not open a port, in one line that names the variable to change;
 * undefined for any other failure.
 */
export function portProblem(failure: unknown, host: string, port: number, variable: string): string | undefined {
  switch (codeOf(failure) ?? '') {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken: stop what uses it, or choose another with ${variable}.`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be used by this user: choose another with ${variable}.`;
    default:
      return undefined;
  }
}
