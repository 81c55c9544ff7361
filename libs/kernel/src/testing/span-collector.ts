import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';

/** The tested parts of a span, as OpenTelemetry's protocol has it in JSON. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 is internal, 2 a server, 3 a client, 5 a consumer. */
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  /** 2 is a failure. */
  readonly status: { readonly code?: number };
}

/**
 * A collector that a process sends spans to; with `answers: false` it accepts everything and never
 * answers.
 */
export interface SpanCollector {
  readonly endpoint: string;
  readonly spans: readonly ReceivedSpan[];
  /** The headers and service names received. */
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

/** Starts a collector for OTLP over HTTP in JSON. */
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
