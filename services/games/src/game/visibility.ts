/**
 * SQL: whether somebody may know of the game `g`: everybody of a public one, its host and its invited of a private one, who are the only ones that
 * can sit in it; in every query. Commands decide by `mayWatch`, which is the same. Source: decisions G-6.
 */
export function visibleTo(viewer: string): string {
  return `(not g.private or exists (select from game_viewers v where v.game_id = g.id and v.user_id = ${viewer}))`;
}

/** SQL: everybody for whom `visibleTo` holds of the private game `g`, as an array; of a public one nobody, for it is everybody. */
export const viewersOf = `array(select v.user_id from game_viewers v where v.game_id = g.id and g.private
  order by v.host desc, v.invited_position, v.place)`;
