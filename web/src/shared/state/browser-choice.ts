import { inBrowser } from './browser-storage.ts';

/** One of few values that a reader chooses for all pages, and that their browser keeps. */
export interface BrowserChoice<Value extends string> {
  /** The first of the values until another is chosen. */
  readonly read: () => Value;
  readonly choose: (value: Value) => void;
  /** Calls back when it has changed, also in another tab; returns how to stop that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The choice under this key, of these values. */
export function browserChoice<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): BrowserChoice<Value> {
  const listeners = new Set<() => void>();
  let chosen: Value | undefined;
  return {
    read() {
      const kept = inBrowser((storage) => storage.getItem(key));
      chosen ??= values.find((value) => value === kept) ?? values[0];
      return chosen;
    },
    choose(value) {
      chosen = value;
      inBrowser((storage) => {
        storage.setItem(key, value);
      });
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const change = (event: StorageEvent) => {
        if (event.key !== key && event.key !== null) return;
        // Only reads: two tabs that answered each other's changes would never end.
        chosen = undefined;
        listener();
      };
      listeners.add(listener);
      window.addEventListener('storage', change);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', change);
      };
    },
  };
}
