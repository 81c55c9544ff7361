/** The result of blanking a post or message. Source: decisions O-1. */
export interface Blanked {
  /** False if it was blanked before. */
  readonly changed: boolean;
}

/** A post or message. */
export interface Written {
  readonly kind: string;
  readonly id: string;
  readonly at: Date;
  readonly text: string;
}
