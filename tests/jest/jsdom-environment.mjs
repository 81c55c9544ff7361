import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { TestEnvironment } from 'jest-environment-jsdom';
import { endingStorages } from './async-storages.mjs';
import { packagesFile } from './web-packages.mjs';

/**
 * Interfaces that browsers have and jsdom 26 lacks; Node’s own follow the same standards. Not
 * FormData: that of Node cannot read a form.
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

/**
 * The part of MessageChannel that React needs. An open port of Node's would keep the process alive.
 */
class Channel {
  port1 = { onmessage: null };
  port2 = { postMessage: () => void setImmediate(() => this.port1.onmessage?.()) };
}

/** Compiled once per process, for all test files; each of them evaluates it anew. */
let packages;

/**
 * jsdom with the web interfaces of Node and the packages of the page. AbortSignal comes with fetch:
 * Node's Request refuses the AbortSignal of jsdom.
 */
export default class BrowserEnvironment extends endingStorages(TestEnvironment) {
  async setup() {
    await super.setup();
    for (const name of missing) {
      Object.defineProperty(this.global, name, { value: globalThis[name], configurable: true, writable: true });
    }
    // Views made inside the environment must be instances of what Node's encoders and streams check
    // against.
    this.global.Uint8Array = Uint8Array;
    this.global.ArrayBuffer = ArrayBuffer;
    this.global.MessageChannel = Channel;
    packages ??= new Script(readFileSync(packagesFile, 'utf8'), { filename: packagesFile });
    packages.runInContext(this.getVmContext());
  }
}
