import { isBlankQuery, parseFoundQuery } from '@parlour/contracts/search/found';

/** Whether there is something to look for: signs and excluded words alone find nothing. */
export function isSearchable(q: string): boolean {
  return !isBlankQuery(parseFoundQuery(q));
}

/** Whether leaving something out can find more. */
export function hasSeveralParts(q: string): boolean {
  const { texts, without, tags, user, states } = parseFoundQuery(q);
  return texts.length + without.length + tags.length + states.length + (user === undefined ? 0 : 1) > 1;
}

/** Whether it has words that must be there: others can come close to these only. */
export function hasText(q: string): boolean {
  return parseFoundQuery(q).texts.length > 0;
}
