import type { FoundWire } from '@parlour/contracts/search/found';
import type { Search } from '@parlour/contracts/search/search.requests';
import type { Tx } from '@parlour/kernel/database/database';
import { idOfName, isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
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
import { joinViewer, known } from '../community/community-access.queries.ts';

/** One page of the communities that a search finds and the viewer may know of. */
export async function readFoundCommunities(tx: Tx, request: Search, viewer: string): Promise<JsonPage<FoundWire>> {
  const search = await readWordSearch(tx, request.q);
  // Communities have no tags, and nobody accepts them.
  if (!search || isOnlyForQuestions(search)) return nothingFound;
  return readFound(tx, request, findCommunities(search, viewer));
}

/** Those with all words in name or description, or with the search as a part of their name. */
function findCommunities(search: WordSearch, viewer: string): Finding {
  const values = new StatementValues();
  const me = values.put(viewer, 'text');
  const text = `c.name || ' ' || c.description`;
  const named = (key: string): string => namedLike(search, key, values);
  const matching = (): string => {
    const stems = stemTerms(search, values);
    const pieces = values.put(textPieces(search.typedName), 'text[]');
    return `c.id in (
      select c.id from communities c where search_terms(${text}) @> ${stems}
      union
      select c.id from communities c where text_pieces(c.name_key || ' ' || c.description_key) @> ${pieces} and ${named('c.name_key')})`;
  };
  const all = [
    known,
    ...(search.phrases.length > 0 ? [matching()] : []),
    ...(search.states.includes('mine') ? ['me.joined_position is not null'] : []),
    ...(search.user === undefined ? [] : [`c.owner_id = ${idOfName(values.put(search.user, 'text'))}`]),
  ].join(' and ');
  return {
    candidates: whereTexts(first(`select c.id, c.position from communities c ${joinViewer(me)} where ${all}`), {
      ...{ search, values, table: 'communities', texts: ['x.name', 'x.description'] },
      ...{ hasTerms: false, named: () => named('x.name_key') },
    }),
    from: 'join communities c on c.id = f.id left join people author on author.id = c.owner_id',
    newest: 'f.position desc',
    best: () =>
      `${score(search, { title: 'c.name', isName: true, text: 'c.description' }, values)} + ln(1 + greatest(c.member_count, 0)) / 4`,
    row: `json_build_object('type', 'communities', 'id', c.id, 'title', c.name, 'excerpt', ${excerpt(search, 'c.description', values)},
      'url', '/community/' || c.id, 'at', ${isoTime('c.created_at')}, 'by', ${nameOf('author')})`,
    values,
  };
}
