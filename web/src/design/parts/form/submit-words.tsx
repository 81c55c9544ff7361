/** The words of a form's button; while it waits for uploads, it says so. */
export function SubmitWords({
  of: { isWaiting },
  children,
}: {
  readonly of: { readonly isWaiting: boolean };
  readonly children: string;
}) {
  return isWaiting ? 'Waiting for the upload…' : children;
}
