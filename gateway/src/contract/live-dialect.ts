import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Positions } from '@parlour/contracts/envelope';
import type { LiveEvents } from '@parlour/contracts/socket';
import { newRequestId } from '@parlour/kernel/tracing/tracing';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import type { SourcedLiveMessage } from '../socket/fanout.ts';
import type { LiveServer, LiveSocket } from '../socket/live-socket.ts';
import type { Kind } from './contract.ts';
import { formsOf, type Incomplete } from './live-forms.ts';
import { idsAtOnce, Wholes } from './wholes.ts';

/** The room of the sockets of the contract's clients. */
export const contractRoom = 'contract';

/** How many readings of a gateway are under way at once: events may reach many people. */
const mostReadings = 10;

/** The changed entities of a kind that wait for one person; beyond, the oldest is left out. */
const mostWaiting = 200;

/** How long to wait before reading again after a failure, in milliseconds. */
const retryMs = 1_000;

/** What waits for one event of an entity to be read. */
interface Delivery {
  readonly form: Incomplete;
  readonly sockets: Set<LiveSocket>;
}

/** By the form's mark. */
type Deliveries = Map<string, Delivery>;

/** What one reading is for, by the ids of entities. */
type Part = readonly (readonly [id: string, deliveries: Deliveries])[];

/** What has changed of one kind for one person since it was read last. */
interface Viewer {
  readonly key: string;
  readonly kind: Kind;
  /** By the entity's id. */
  readonly waiting: Map<string, Deliveries>;
  positions: Positions;
  isBusy: boolean;
}

/**
 * Live events for the contract's clients: only those that the specification names, with whole
 * entities. Each viewer's are read in their own name. What changes while a reading waits or is
 * under way is read once, so the work is bounded by the readings, not by the events. Nothing is
 * done while no such client is connected. Source: decisions T-16.
 */
@Injectable()
export class LiveDialect {
  private readonly viewers = new Map<string, Viewer>();
  private readonly queue = new Set<Viewer>();
  private readings = 0;

  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly wholes: Wholes,
  ) {}

  send(server: LiveServer, message: SourcedLiveMessage): void {
    const { adapter, sockets } = server.sockets;
    const ids = adapter.rooms.get(contractRoom);
    if (!ids) return;
    const forms = formsOf(message);
    if (forms.length === 0) return;
    const [to, except] = [new Set<string>(message.to), new Set<string>(message.except)];
    for (const id of ids) {
      const socket = sockets.get(id);
      const rooms = [...(socket?.rooms ?? [])];
      if (!socket || !rooms.some((room) => to.has(room)) || rooms.some((room) => except.has(room))) continue;
      for (const form of forms) {
        if ('kind' in form) this.add(socket, form, message);
        else emit(socket, form.event, form.payload);
      }
    }
    this.readNext();
  }

  private add(socket: LiveSocket, form: Incomplete, { source, position }: SourcedLiveMessage): void {
    const key = `${socket.data.session.user.id} ${form.kind}`;
    const viewer = this.viewers.get(key) ?? newViewer(key, form.kind);
    this.viewers.set(key, viewer);
    const deliveries = viewer.waiting.get(form.id) ?? new Map<string, Delivery>();
    viewer.waiting.set(form.id, deliveries);
    const sockets = deliveries.get(form.mark)?.sockets ?? new Set<LiveSocket>();
    // Moves it to the end: after what came between.
    deliveries.delete(form.mark);
    deliveries.set(form.mark, { form, sockets: sockets.add(socket) });
    const [oldest] = viewer.waiting.keys();
    if (viewer.waiting.size > mostWaiting && oldest !== undefined) viewer.waiting.delete(oldest);
    viewer.positions = { ...viewer.positions, [source]: position };
    if (!viewer.isBusy) this.queue.add(viewer);
  }

  private readNext(): void {
    for (const viewer of this.queue) {
      if (this.readings >= mostReadings) return;
      this.queue.delete(viewer);
      this.readings += 1;
      viewer.isBusy = true;
      void this.read(viewer).finally(() => {
        this.readings -= 1;
        this.readNext();
      });
    }
  }

  private async read(viewer: Viewer): Promise<void> {
    const part = [...viewer.waiting].slice(0, idsAtOnce);
    for (const [id] of part) viewer.waiting.delete(id);
    try {
      await this.deliver(viewer, part);
    } catch (failure) {
      this.environment.logger.warn({ err: failure }, 'live entities not read, retrying');
      putBack(viewer, part);
      await setTimeout(retryMs, undefined, { ref: false });
    }
    viewer.isBusy = false;
    if (viewer.waiting.size > 0) this.queue.add(viewer);
    else this.viewers.delete(viewer.key);
  }

  private async deliver(viewer: Viewer, part: Part): Promise<void> {
    const [reader] = part.flatMap(([, deliveries]) => [...deliveries.values()].flatMap(connectedIn));
    if (!reader) return;
    const { id: sessionId, user: actor } = reader.data.session;
    const { kind, positions: minPositions } = viewer;
    const context = { requestId: newRequestId(), actor, sessionId, minPositions, idempotency: null };
    const ids = part.map(([id]) => id);
    const { wholes, next } = await this.wholes.read(kind, ids, context);
    // What did not fit into the reply waits again.
    const end = next === null ? ids.length : Math.max(1, ids.indexOf(next));
    for (const [id, deliveries] of part.slice(0, end)) {
      for (const delivery of deliveries.values()) {
        const { event, payload } = delivery.form;
        const completed = payload(wholes.get(id));
        if (completed !== undefined) for (const socket of connectedIn(delivery)) emit(socket, event, completed);
      }
    }
    putBack(viewer, part.slice(end));
  }
}

/** Has it wait again, before what has come meanwhile. */
function putBack({ waiting }: Viewer, part: Part): void {
  for (const [id, older] of part) waiting.set(id, new Map([...older, ...(waiting.get(id) ?? [])]));
}

function connectedIn({ sockets }: Delivery): LiveSocket[] {
  return [...sockets].filter(({ connected }) => connected);
}

function newViewer(key: string, kind: Kind): Viewer {
  return { key, kind, waiting: new Map<string, Deliveries>(), positions: {}, isBusy: false };
}

/** Without a position: such clients keep none. */
function emit(socket: LiveSocket, event: keyof LiveEvents, payload: unknown): void {
  socket.emit(event, payload as never); // by the event
}
