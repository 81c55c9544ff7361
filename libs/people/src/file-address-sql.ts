import { addressOfFile } from '@parlour/contracts/files/file-id';

/** SQL: the address of the file with the id in this expression; null if there is none. */
export function fileAddress(id: string): string {
  return `'${addressOfFile('')}' || ${id}`;
}

const address = `${addressOfFile('')}([0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})`;

/** SQL: the ids of the files that this text names, as JSON, the first uploaded first. */
export function filesNamed(text: string): string {
  return `(select coalesce(json_agg(distinct lower(f[1])), '[]') from regexp_matches(${text}, '${address}', 'gi') f)`;
}
