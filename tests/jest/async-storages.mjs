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
 * A test environment that disables the storages of its file as that ends. Node 20 hands every
 * promise and callback to each storage that ever ran, and a process of Jest makes new ones for each
 * file.
 */
export const endingStorages = (Environment) =>
  class extends Environment {
    async teardown() {
      await super.teardown();
      for (const storage of storages) storage.disable();
      storages.clear();
    }
  };
