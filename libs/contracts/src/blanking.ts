/** What became of a post or a message that was to be blanked. Source: decisions O-1. */
export interface Blanked {
  /** The event that it was posted by. */
  readonly eventId: string;
  /** False when it had been blanked before. */
  readonly changed: boolean;
}

/** Something that somebody has written. */
export interface Written {
  readonly kind: string;
  readonly id: string;
  readonly at: Date;
  readonly text: string;
}
