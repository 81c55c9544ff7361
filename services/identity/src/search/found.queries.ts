import type { FoundWire } from '@parlour/contracts/search/found';
import type { Search } from '@parlour/contracts/search/search.requests';
import type { Tx } from '@parlour/kernel/database/database';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import { StatementValues } from '@parlour/kernel/database/statement-values';
import { textPieces } from '@parlour/kernel/database/text-pieces';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import {
  excerpt,
  type Finding,
  first,
  isOnlyForQuestions,
  namedLike,
  nothingFound,
  readFound,
  readWordSearch,
  score,
  stemTerms,
  whereTexts,
  type WordSearch,
} from '@parlour/search/word-search';
import { idNamed } from '../user/named.queries.ts';

/** One page of the people that a search finds. */
export async function readFoundPeople(tx: Tx, request: Search, viewer: string): Promise<JsonPage<FoundWire>> {
  const search = await readWordSearch(tx, request.q);
  // People have no tags, and nobody accepts them.
  if (!search || isOnlyForQuestions(search)) return nothingFound;
  return readFound(tx, request, findPeople(search, viewer));
}

/** Those with the search as a part of their name, or with all words in their biography. */
function findPeople(search: WordSearch, viewer: string): Finding {
  const values = new StatementValues();
  const named = (name: string): string => namedLike(search, name, values);
  const matching = (): string => {
    const pieces = values.put(textPieces(search.typedName), 'text[]');
    const stems = stemTerms(search, values);
    return `u.id in (
      select u.id from users u where text_pieces(u.canonical_name) @> ${pieces} and ${named('u.canonical_name')}
      union
      select b.user_id from biographies b where search_terms(b.text) @> ${stems})`;
  };
  const all = [
    ...(search.phrases.length > 0 ? [matching()] : []),
    ...(search.user === undefined ? [] : [`u.id = ${idNamed(values.put(search.user, 'text'))}`]),
    ...(search.states.includes('mine') ? [`u.id = ${values.put(viewer, 'text')}`] : []),
  ].join(' and ');
  const biography = 'left join biographies b on b.user_id = u.id';
  const people = `(select u.id, u.canonical_name, u.name, coalesce(b.text, '') as text from users u ${biography})`;
  return {
    candidates: whereTexts(first(`select u.id, u.joined_at from users u where ${all}`, 'u.joined_at desc, u.id desc'), {
      ...{ search, values, table: people, texts: ['x.name', 'x.text'], orderedBy: 'joined_at' },
      ...{ hasTerms: false, named: () => named('x.canonical_name') },
    }),
    from: `join users u on u.id = f.id ${biography}`,
    newest: 'f.joined_at desc, u.id desc',
    // A name that is the search is the best; the shorter, the more of it.
    best: () =>
      `${score(search, { title: 'u.canonical_name', isName: true, text: `coalesce(b.text, '')` }, values)} + 1.0 / length(u.name)`,
    row: `json_build_object('type', 'people', 'id', u.id, 'title', u.name, 'excerpt', ${excerpt(search, `coalesce(b.text, '')`, values)},
      'url', '/user/' || search_address(u.name), 'at', ${isoTime('u.joined_at')}, 'by', null)`,
    values,
  };
}
