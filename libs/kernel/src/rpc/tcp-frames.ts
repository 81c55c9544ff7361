import type { Socket } from 'node:net';
import { JsonSocket } from '@nestjs/microservices';

/** The longest frames in characters: a request carries one body of the gateway's, a reply a page of a list or of a feed. */
export const frameLimits = { request: 4 * 1_024 * 1_024, reply: 32 * 1_024 * 1_024 } as const;

/** How long the rest of a frame is waited for, and how much may wait for a peer that does not read. */
const patience = { incompleteMessageTimeout: 10_000, maxSendBufferSize: 64 * 1_024 * 1_024 };

/** Nest's framing on a connection, which ends when a frame is longer than `longest` characters. */
export class FramedSocket extends JsonSocket {
  constructor(socket: Socket, longest: number) {
    super(socket, { ...patience, maxBufferSize: longest });
    // What one side writes goes out at once: calls are short, and each waits for its answer.
    socket.setNoDelay(true);
  }
}

/** What asks a server whether its process is there, beside the names of calls. */
export const pingPattern = 'parlour.ping';

/** Caller to service, one frame. */
export interface RequestFrame {
  readonly id: string;
  readonly pattern: string;
  readonly data: unknown;
}

/** Service to caller, one frame: the answer to the request of that id, or why there is none. */
export interface ReplyFrame {
  readonly id: string;
  readonly response?: unknown;
  readonly err?: unknown;
  readonly isDisposed: true;
}

/** The refusal of a service that is about to end: the call was not begun, whatever it is. */
export const closingRefusal = { closing: true } as const;

/** Whether a call failed by that refusal. */
export function isClosing(failure: unknown): boolean {
  return typeof failure === 'object' && failure !== null && 'closing' in failure;
}
