import type { Socket } from 'node:net';
import { JsonSocket } from '@nestjs/microservices';

/** The longest frames in characters: a request carries one body of the gateway's, a reply a page of a list or of a feed. */
export const frameLimits = { request: 4 * 1_024 * 1_024, reply: 32 * 1_024 * 1_024 } as const;

/**
 * How long the rest of a frame is waited for, and how many bytes may wait for a peer that does not read: the longest reply of letters of three bytes
 * each, twice.
 */
const patience = { incompleteMessageTimeout: 10_000, maxSendBufferSize: 192 * 1_024 * 1_024 };

/** What the reader of a frame may already have of the next one, and what refusals of others take that wait behind a long one. */
const slack = 512 * 1_024;

/** A frame that was not sent, for the other end would have ended the connection, with every call on it. */
export class UnsentFrame extends Error {
  override readonly name = 'UnsentFrame';

  constructor(
    /** Too long at any time, or too much together with what waits already. */
    readonly why: 'long' | 'waiting',
    characters: number,
  ) {
    super(`a frame of ${characters} characters was not sent: ${why === 'long' ? 'too long' : 'too much is waiting'}`);
  }
}

/** Nest's framing on a connection, which ends when a frame that comes is longer than `longest.received` characters. */
export class FramedSocket extends JsonSocket {
  /** @throws {UnsentFrame} from `sendMessage`, of a longer frame than the other end takes; nothing is sent then */
  constructor(socket: Socket, longest: { readonly received: number; readonly sent: number }) {
    super(socket, { ...patience, maxBufferSize: longest.received });
    // What one side writes goes out at once: calls are short, and each waits for its answer.
    socket.setNoDelay(true);
    // Nest's own method, which looks at no length; here it is known before anything is written, and without writing JSON twice.
    Object.assign(this, {
      formatMessageData(message: unknown): string {
        const text = JSON.stringify(message);
        if (text.length > longest.sent - slack) throw new UnsentFrame('long', text.length);
        const waiting = socket.writableLength;
        if (text.length > slack && waiting + Buffer.byteLength(text) > patience.maxSendBufferSize - slack) {
          throw new UnsentFrame('waiting', text.length);
        }
        return `${text.length}#${text}`;
      },
    });
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
