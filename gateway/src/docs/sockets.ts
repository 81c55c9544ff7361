import { type Schema } from './requests.ts';
import type { WireDocumentation } from './wire.ts';

const description = [
  'What sockets (Socket.IO 4) of signed-in users send and get; the handshake carries the session cookie of the calls in /docs.',
  'After its payload, each live event carries the position of its cause, in the form of X-Position.',
  'These are the events of a socket whose address says `refusals=read`. Others get only those of the specification, with whole entities and without the position (decisions T-16).',
  'A request may ask for an acknowledgement: `{ ok: true }`, or `{ error, code }` as calls answer them.',
].join('\n');

const channel = { $ref: '#/channels/socket' };
const acknowledgement = 'acknowledgement';

/** The sockets' events and requests as an AsyncAPI document, version 3.0.0. */
export function socketDocument(wire: WireDocumentation): object {
  const messages = { ...wire.events, ...wire.requests, [acknowledgement]: reference('SocketAnswer') };
  return {
    asyncapi: '3.0.0',
    info: { title: 'Parlour', version: '1', description },
    defaultContentType: 'application/json',
    channels: {
      socket: {
        address: '/socket.io',
        messages: Object.fromEntries(Object.entries(messages).map(([name, payload]) => [name, { name, payload }])),
      },
    },
    operations: {
      ...operations(wire.events, (name) => ({ action: 'send', channel, messages: [messageOf(name)] })),
      ...operations(wire.requests, (name) => ({
        action: 'receive',
        channel,
        messages: [messageOf(name)],
        reply: { channel, messages: [messageOf(acknowledgement)] },
      })),
    },
    components: { schemas: wire.schemas },
  };
}

function operations(events: Readonly<Record<string, Schema>>, of: (name: string) => object): object {
  return Object.fromEntries(Object.keys(events).map((name) => [name, of(name)]));
}

function messageOf(name: string): object {
  return { $ref: `#/channels/socket/messages/${name}` };
}

function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}
