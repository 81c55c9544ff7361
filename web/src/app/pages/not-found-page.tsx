import { NotFound } from './not-found.tsx';

/** Shown for unknown addresses. */
export function NotFoundPage() {
  return (
    <NotFound title="Page not found" why="The address may have been typed wrong, or the link is old." to="/home">
      All questions
    </NotFound>
  );
}
