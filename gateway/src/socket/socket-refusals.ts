import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import { DomainError, type ErrorWire } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { SocketAnswer } from '@parlour/contracts/socket';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import type { LiveSocket } from './live-socket.ts';

/** What a handled event leads to. */
export const done: SocketAnswer = { ok: true };

/** Acknowledges a refused event with the error, if its sender wants an acknowledgement. */
@Catch()
export class SocketRefusals implements ExceptionFilter {
  constructor(@Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment) {}

  catch(failure: unknown, host: ArgumentsHost): void {
    const [socket, , acknowledge] = host.getArgs<[LiveSocket, unknown, ((answer: SocketAnswer) => void) | undefined]>();
    const refusal = this.wireOf(failure);
    this.refuse(socket, refusal);
    acknowledge?.(refusal);
  }

  /** Tells the socket in another way, too. */
  protected refuse(_socket: LiveSocket, _refusal: ErrorWire): void {
    // Nothing else, for most events.
  }

  private wireOf(failure: unknown): ErrorWire {
    if (failure instanceof DomainError) return { error: failure.message, code: failure.code };
    this.environment.logger.error({ err: failure }, 'socket event failed');
    return { error: messages.unknownFailure, code: 'failure.unknown' };
  }
}
