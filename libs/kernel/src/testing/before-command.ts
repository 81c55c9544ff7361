import { jest } from '@jest/globals';
import { type CommandOrigin, Commands } from '../log/commands.ts';

/**
 * Does something right before the next command on a stream whose id begins so, when all that its
 * caller reads for it has been read: what happens at the same moment on a busy site.
 */
export function beforeCommand(streams: string, work: () => Promise<unknown>): void {
  const execute = Commands.prototype.execute as (origin: CommandOrigin, spec: { streamId: string }) => Promise<never>;
  const spy = jest.spyOn(Commands.prototype, 'execute').mockImplementation(async function (
    this: Commands,
    origin,
    spec,
  ) {
    if (spec.streamId.startsWith(streams)) {
      spy.mockRestore();
      await work();
    }
    return execute.call(this, origin, spec);
  });
}
