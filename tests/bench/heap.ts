import { once } from 'node:events';
import { WebSocket } from 'ws';

/** The options that make a Node process answer `heapOf` at this port. */
export function inspectedAt(port: number): { readonly NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` };
}

/** What is alive on a process's heap, in bytes, after a full collection of garbage. */
export async function heapOf(port: number): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { readonly webSocketDebuggerUrl: string },
  ]; // Node inspects itself only
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  let asked = 0;
  const ask = async (method: string): Promise<{ readonly usedSize?: number }> => {
    const id = ++asked;
    socket.send(JSON.stringify({ id, method }));
    for (;;) {
      const [data] = (await once(socket, 'message')) as [Buffer];
      const answer = JSON.parse(data.toString()) as { id?: number; result: { usedSize?: number } };
      if (answer.id === id) return answer.result;
    }
  };
  await ask('HeapProfiler.enable');
  await ask('HeapProfiler.collectGarbage');
  await ask('HeapProfiler.collectGarbage');
  const { usedSize = NaN } = await ask('Runtime.getHeapUsage');
  socket.close();
  return usedSize;
}
