/**
 * SQL: whether a person may know of game `g`: everybody of a public one, host and guests of a
 * private one, who are also the only ones that can sit there; used in every query. Commands use the
 * equivalent `mayWatch`. Source: decisions G-6.
 */
export function visibleTo(viewer: string): string {
  return `(not g.private or exists (select from game_viewers v where v.game_id = g.id and v.user_id = ${viewer}))`;
}

/**
 * SQL: everybody for whom `visibleTo` holds of a private game `g`, as an array; empty for a public
 * one, which all may see.
 */
export const viewersOf = `array(select v.user_id from game_viewers v where v.game_id = g.id and g.private
  order by v.host desc, v.invited_position, v.place)`;
