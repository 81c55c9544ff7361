/** The address of a question, or of one of the answers and comments on its page. */
export function addressOfPost(
  questionId: string,
  { kind, id }: { readonly kind: string; readonly id: string },
): string {
  const place = kind === 'question' ? '' : `#${kind}-${encodeURIComponent(id)}`;
  return `/question/${encodeURIComponent(questionId)}${place}`;
}
