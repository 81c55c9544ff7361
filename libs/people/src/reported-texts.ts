import { limits } from '@parlour/contracts/limits';
import type { GetReported } from '@parlour/contracts/communities/reports';
import { filesNamed } from './file-address-sql.ts';

/** SQL about a reported thing, of which a service keeps all versions. */
export interface ReportedVersions {
  /** Its versions, as rows of `version`, `title` and `text`; of erased ones, both are blank. */
  readonly versions: string;
  /** Which one it has now. */
  readonly current: string;
  /** Not null if somebody deleted it. */
  readonly deletedBy: string;
  readonly isMarkdown: boolean;
}

/**
 * SQL: the reported versions of a thing that it no longer has, unless they are erased, as
 * `ReportedThing` has them. The array `w.versions` says which ones were reported.
 */
export function reportedTexts({ versions, current, deletedBy, isMarkdown }: ReportedVersions): string {
  const [plain, files] = isMarkdown ? ['search_plain(v.text)', filesNamed('v.text')] : ['v.text', `'[]'::json`];
  return `(
    select coalesce(json_agg(json_build_object('title', v.title, 'excerpt', left(${plain}, ${limits.reportedLength}), 'files', ${files})
                      order by v.version), '[]')
      from ${versions} v
     where v.version = any(w.versions::int[]) and (v.version <> ${current} or ${deletedBy} is not null)
       and v.title || v.text <> '')`;
}

/** A parameter for `w.versions`: of each thing, an array as PostgreSQL writes it. */
export function versionsOfThings(things: GetReported['things']): string[] {
  return things.map(({ versions }) => `{${versions.join()}}`);
}
