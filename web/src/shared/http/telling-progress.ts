import type { Call } from './call.ts';

/** Sends a form, and tells how much of it is sent, from 0 to 1: `fetch` can't. */
export function tellingProgress(form: FormData, onProgress: (sent: number) => void): NonNullable<Call['transport']> {
  return (address, { method = 'POST', headers, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address);
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(answerOf(request));
      request.onerror = request.onabort = () => reject(new TypeError('Failed to send'));
      signal?.addEventListener('abort', () => request.abort());
      request.send(form);
    });
}

function answerOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.filter((line) => line.includes(': ')).map((line) => line.split(/: (.*)/s).slice(0, 2));
  // an array of names and values
  return new Response(request.responseText, { status: request.status, headers: headers as [string, string][] });
}
