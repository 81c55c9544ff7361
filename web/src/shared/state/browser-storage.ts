/** Storage may be disabled, full or blocked; then nothing is stored, and everything else works. */
function ifAvailable<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Uses the storage shared by all tabs. */
export function inBrowser<Result>(work: (storage: Storage) => Result): Result | undefined {
  return ifAvailable(() => work(window.localStorage));
}

/** Uses this tab's storage, which survives a reload. */
export function inTab<Result>(work: (storage: Storage) => Result): Result | undefined {
  return ifAvailable(() => work(window.sessionStorage));
}
