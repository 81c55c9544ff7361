/** What stands in place of a player: that the seat is free, or for whom a rematch keeps it. */
export function FreeSeat({ keptFor }: { readonly keptFor: string | undefined }) {
  if (keptFor === undefined) return 'Waiting...';
  return (
    <>
      kept for <bdi>{keptFor}</bdi>
    </>
  );
}
