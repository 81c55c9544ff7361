import type { Server, Socket } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '@parlour/contracts/socket';
import type { Session } from '../session/session.ts';

type NoEvents = Record<never, never>;

/** The sockets of signed-in users. */
export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, NoEvents, { session: Session }>;

/** A socket of a signed-in user. */
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoEvents, { session: Session }>;
