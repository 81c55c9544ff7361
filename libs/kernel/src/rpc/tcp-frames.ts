import type { Socket } from 'node:net';
import { JsonSocket } from '@nestjs/microservices';

/**
 * The longest frames in characters: a request carries one body of the gateway's, a reply one page
 * of a list or feed.
 */
export const frameLimits = { request: 4 * 1_024 * 1_024, reply: 32 * 1_024 * 1_024 } as const;

/**
 * How long an incomplete frame may take, and how many bytes may be queued for a peer that does not
 * read: twice the longest reply of three-byte characters.
 */
const patience = { incompleteMessageTimeout: 10_000, maxSendBufferSize: 192 * 1_024 * 1_024 };

/** Room for the beginning of the next frame, and for short replies queued behind a long one. */
const slack = 512 * 1_024;

/**
 * The frame was not sent, because the peer would have closed the connection with every call on it.
 */
export class UnsentFrame extends Error {
  override readonly name = 'UnsentFrame';

  constructor(
    /** Too long in itself, or together with what is queued. */
    readonly why: 'long' | 'waiting',
    characters: number,
  ) {
    super(`a frame of ${characters} characters was not sent: ${why === 'long' ? 'too long' : 'too much is waiting'}`);
  }
}

/**
 * Nest's framing on a connection, which ends on a frame longer than `longest.received` characters.
 */
export class FramedSocket extends JsonSocket {
  /**
   * @throws {UnsentFrame} from `sendMessage`, for a frame longer than the peer accepts; nothing is
   * sent then
   */
  constructor(socket: Socket, longest: { readonly received: number; readonly sent: number }) {
    super(socket, { ...patience, maxBufferSize: longest.received });
    // Frames are sent without delay (no Nagle): calls are short, and each waits for its answer.
    socket.setNoDelay(true);
    // Overrides Nest's method, which checks no length; here the length is known before anything is
    // written, and JSON is made once.
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

/** The name of a ping, beside those of calls. */
export const pingPattern = 'parlour.ping';

/** Caller to service, one frame. */
export interface RequestFrame {
  readonly id: string;
  readonly pattern: string;
  readonly data: unknown;
}

/** Service to caller, one frame: the reply or error for the request with that id. */
export interface ReplyFrame {
  readonly id: string;
  readonly response?: unknown;
  readonly err?: unknown;
  readonly isDisposed: true;
}

/** The error of a service that is stopping: the call was not begun. */
export const closingRefusal = { closing: true } as const;

/** Whether a call failed with that error. */
export function isClosing(failure: unknown): boolean {
  return typeof failure === 'object' && failure !== null && 'closing' in failure;
}
