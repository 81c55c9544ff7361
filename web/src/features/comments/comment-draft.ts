/** The key of a comment draft. */
export function commentDraft(id: string): string {
  return `comment:${id}`;
}
