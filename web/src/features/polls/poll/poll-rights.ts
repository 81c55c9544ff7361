/** The viewer's rights on the polls of a community. */
export interface PollRights {
  /**
   * Change any poll, as owner or moderator; everybody can change their own. In a closed community
   * it still means removing the polls of others.
   */
  readonly leads: boolean;
  /** Nothing can be added to the community any more. */
  readonly isReadOnly: boolean;
}
