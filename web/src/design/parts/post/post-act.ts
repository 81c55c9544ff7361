/** Something that can be done with a post. */
export interface PostAct {
  readonly label: string;
  /** It takes something away. */
  readonly isGrave?: boolean;
  readonly onClick: () => void;
}
