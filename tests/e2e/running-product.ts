/** The built product, running. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Its output so far. */
  readonly output: readonly string[];
  /** Sends the signal and waits for the end; its PostgreSQL may outlive a SIGKILL. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}
