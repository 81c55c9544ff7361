/**
 * SQL: the open cases `r` of a community, of those who lead it: never one that is about the viewer.
 * Source: decisions M-20.
 */
export function openReportsOf(community: string, viewer: string): string {
  return `report_cases r
    where r.resolved_position is null and r.community_id = ${community} and r.person_id <> ${viewer}`;
}
