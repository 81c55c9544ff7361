import { type DeletedWire, deletedText } from '@parlour/contracts/posts/editable';

/** The fields that are empty in a deleted post. */
const texts = new Set(['title', 'text', 'msg', 'excerpt']);

/**
 * The contract's clients know no deleting, and show the texts alone: in them stands who deleted a
 * post, and why. Source: decisions T-6.
 */
export function withPlaceholders<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withPlaceholders) as Value; // of the same
  if (typeof value !== 'object' || value === null) return value;
  const { deleted } = value as { readonly deleted?: DeletedWire | null }; // of a post
  const entries = Object.entries(value).map(([name, field]) => [
    name,
    deleted && field === '' && texts.has(name) ? placeholderOf(deleted) : withPlaceholders(field as unknown),
  ]);
  return Object.fromEntries(entries) as Value; // the same fields
}

function placeholderOf({ by, reason }: DeletedWire): string {
  return reason === null ? deletedText(by) : `${deletedText(by)}: ${reason}`;
}
