import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';

/** A span as OpenTelemetry's protocol has it in JSON: what tests look at. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 is of a part inside, 2 of a server, 3 of a client, 5 of a consumer. */
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  /** 2 is a failure. */
  readonly status: { readonly code?: number };
}

/** A collector of spans that a process sends to; `answers: false` makes it one that takes everything and says nothing. */
export interface SpanCollector {
  readonly endpoint: string;
  readonly spans: readonly ReceivedSpan[];
  /** The headers and service names of what came. */
  readonly headers: readonly IncomingHttpHeaders[];
  readonly services: ReadonlySet<unknown>;
  close(): void;
}

interface Received {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

/** Starts a collector that understands OTLP by HTTP in JSON. */
export async function startSpanCollector({ answers = true } = {}): Promise<SpanCollector> {
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const services = new Set<unknown>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      headers.push(request.headers);
      if (request.url === '/v1/traces') {
        for (const { resource, scopeSpans } of (JSON.parse(body) as Received).resourceSpans) {
          services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue);
          spans.push(...scopeSpans.flatMap((scope) => scope.spans));
        }
      }
      if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    headers,
    services,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
