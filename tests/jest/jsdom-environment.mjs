import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * What browsers have and jsdom 26 lacks; Node's own follow the same standards. Not MessageChannel: an open port of Node keeps the
 * process alive, and React does without. Not FormData: Node's cannot read a form.
 */
const missing = [
  'TextEncoder',
  'TextDecoder',
  'TextEncoderStream',
  'TextDecoderStream',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'CompressionStream',
  'DecompressionStream',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'AbortController',
  'AbortSignal',
  'structuredClone',
  'crypto',
];

/** jsdom with the web interfaces of Node. AbortSignal comes with fetch: a Request of Node refuses the AbortSignal of jsdom. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of missing) {
      Object.defineProperty(this.global, name, { value: globalThis[name], configurable: true, writable: true });
    }
    // Views made inside the environment must be instances of what Node's encoders and streams check against.
    this.global.Uint8Array = Uint8Array;
    this.global.ArrayBuffer = ArrayBuffer;
  }
}
