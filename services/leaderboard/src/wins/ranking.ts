/**
 * SQL: the different numbers of wins of one type of game ($1) among people who are not deleted, as
 * `ranked(wins, players, rank)`. A rank then costs these few numbers and the deleted accounts, not
 * the players. Source: decisions L-2.
 */
export const ranked = `gone as materialized (
    select w.wins, count(*)::int as players
      from people d join wins w on w.user_id = d.id and w.game_type = $1
     where d.deleted group by w.wins
  ), ranked as materialized (
    select n.wins, n.players,
           1 + coalesce(sum(n.players) over (order by n.wins desc rows between unbounded preceding and 1 preceding), 0) as rank
      from (select c.wins, c.players - coalesce(g.players, 0) as players
              from win_counts c left join gone g on g.wins = c.wins where c.game_type = $1) n
     where n.players > 0
  )`;

/**
 * SQL: the sort order among equal wins: the canonical name, by code point, the same on every
 * machine and in every version of its locales.
 */
export const byName = `p.canonical_name collate "C"`;
