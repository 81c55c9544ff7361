import { AsyncLocalStorage } from 'node:async_hooks';

/** Those that ran in the present test file: Jest's own, and those of what is tested. */
const storages = new Set();

for (const name of ['run', 'enterWith']) {
  const method = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...args) {
    storages.add(this);
    return Reflect.apply(method, this, args);
  };
}

/**
 * Disables the storages of a test file that has ended. Node 20 hands every promise and callback to
 * each storage that ever ran, and a process of Jest makes new ones for each file.
 */
export function disableStorages() {
  for (const storage of storages) storage.disable();
  storages.clear();
}
