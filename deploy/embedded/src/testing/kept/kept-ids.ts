/** The ids of a kept site's content, by which it is read. */
export interface KeptIds {
  readonly questions: readonly string[];
  readonly chats: readonly string[];
  readonly games: readonly string[];
  readonly communities: readonly string[];
}
