import type { Source } from '@parlour/contracts/envelope';
import type { Head } from '../bus/bus.ts';
import type { AppliedPositions } from './applied-positions.ts';

/**
 * How long a source of rights may be silent, or ahead of the positions applied here, in
 * milliseconds.
 */
export const rightsLimitMs = 5_000;

/** How long a new process waits until all sources are fresh, in milliseconds. */
const patienceMs = 2 * rightsLimitMs;

/**
 * Whether this service's copies of other services' rights are current: not the rights themselves,
 * which are rows. Every relay announces each second how far its log goes. If a source was silent
 * for five seconds, or its log not applied that far, its copy may be old: posts that depend on it
 * are then shown to their authors only.
 * Source: docs/design/architecture.md#rights-of-another-service.
 */
export class Rights {
  private readonly confirmedAt = new Map<Source, number>();
  private readonly checking = new Set<Source>();
  private readonly inDoubt = new Set<Source>();
  /** When the last source was confirmed for the first time. */
  private confirmedOnce: number | undefined;
  private wereFresh = false;

  constructor(
    private readonly sources: readonly Source[],
    private readonly applied: AppliedPositions,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** False if the copy of this source's rights may be more than five seconds old. */
  fresh(source: Source): boolean {
    const confirmed = this.confirmedAt.get(source);
    return confirmed !== undefined && this.now() - confirmed < rightsLimitMs && !this.inDoubt.has(source);
  }

  /** Whether this process has applied the log of this source to its head, however long ago. */
  wasConfirmed(source: Source): boolean {
    return this.confirmedAt.has(source);
  }

  /** Notes that the database may have lost the end of its copy, or that it has not. */
  doubt(source: Source, inDoubt: boolean): void {
    if (inDoubt) this.inDoubt.add(source);
    else this.inDoubt.delete(source);
  }

  /** Whether every source that this service reads is fresh. */
  get allFresh(): boolean {
    return this.sources.every((source) => this.fresh(source));
  }

  /**
   * Whether a process may serve: from when all sources are fresh, or all were confirmed once and
   * nobody has announced a head for long enough since. Waiting for that longer could be in vain:
   * the processes that would announce it may be waiting too, or be of a version that does not. From
   * then on old copies hide what depends on them, and everything else is served. Source: decisions
   * O-16.
   */
  get mayServe(): boolean {
    if (this.wereFresh || this.allFresh) return true;
    return this.confirmedOnce !== undefined && this.now() - this.confirmedOnce >= patienceMs;
  }

  /**
   * Notes that the log of this source was applied to its head at this time, in milliseconds of
   * `now`.
   */
  confirm(source: Source, at: number): void {
    this.confirmedAt.set(source, Math.max(at, this.confirmedAt.get(source) ?? at));
    if (this.sources.every((each) => this.wasConfirmed(each))) this.confirmedOnce ??= this.now();
    this.wereFresh ||= this.allFresh;
  }

  /** Notes the log's head that a relay announced. */
  async noteAnnounced({ source, position, asOf = this.now() }: Head): Promise<void> {
    if (!this.sources.includes(source) || this.checking.has(source)) return;
    this.checking.add(source);
    try {
      if (await this.applied.wait({ [source]: position }, rightsLimitMs)) this.confirm(source, asOf);
    } finally {
      this.checking.delete(source);
    }
  }
}
