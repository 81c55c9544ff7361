import { jest } from '@jest/globals';

/** Makes uploads arrive at the fake server. Half of each is sent when that is asked. */
export function fakeUploads(): void {
  class FakeRequest {
    readonly upload: { onprogress?: (progress: { readonly loaded: number; readonly total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    status = 0;
    responseText = '';
    private readonly headers = new Headers();
    private readonly aborting = new AbortController();
    private call: readonly [method: string, address: string] = ['', ''];
    private answered = new Headers();

    open(...call: FakeRequest['call']): void {
      this.call = call;
    }

    setRequestHeader(name: string, value: string): void {
      this.headers.set(name, value);
    }

    getAllResponseHeaders(): string {
      return [...this.answered].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    }

    abort(): void {
      this.aborting.abort();
    }

    send(body: FormData): void {
      const [method, address] = this.call;
      const answer = fetch(address, { method, headers: this.headers, body, signal: this.aborting.signal });
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      answer.then(
        async (response) => {
          this.status = response.status;
          this.answered = response.headers;
          this.responseText = await response.text();
          this.onload?.();
        },
        () => this.onerror?.(),
      );
    }
  }
  // What is used of it.
  const make = () => new FakeRequest() as unknown as XMLHttpRequest;
  jest.spyOn(globalThis, 'XMLHttpRequest').mockImplementation(make);
}
