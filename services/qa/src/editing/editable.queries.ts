import { isoTime } from '@parlour/kernel/database/row-expressions';

/** SQL: the fields of `Editable` of the row `post`, as names and values for `json_build_object`. */
export function editableJson(post: string): string {
  return editableColumns(post)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ');
}

/** SQL: the same as columns. */
export function editableFields(post: string): string {
  return editableColumns(post)
    .map(([name, value]) => `${value} as "${name}"`)
    .join(', ');
}

function editableColumns(post: string): (readonly [name: string, value: string])[] {
  return [
    ['version', `${post}.version`],
    ['editedAt', isoTime(`${post}.edited_at`)],
    [
      'deleted',
      `case when ${post}.deleted_by is not null
       then json_build_object('by', ${post}.deleted_by, 'reason', ${post}.delete_reason) end`,
    ],
  ];
}
