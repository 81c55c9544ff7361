/** A reason not to start that its message tells whole, in one line; shown without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
