import type { FoundWire } from '@parlour/contracts/search/found';
import { messages } from '@parlour/contracts/messages';
import type { Search } from '@parlour/contracts/search/search.requests';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { idOfName, isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { StatementValues } from '@parlour/kernel/database/statement-values';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import {
  excerpt,
  type Finding,
  first,
  isOnlyForQuestions,
  newestOf,
  nothingFound,
  operand,
  readFound,
  readWordSearch,
  score,
  termsFound,
  whereTexts,
  type WordSearch,
} from '@parlour/search/word-search';

/** In more chats than this, a person's messages are not found by the chats' own terms. */
const chatsNamed = 200;

const chatsOf = statement(
  'search.chats',
  `select chat_id as id from chat_participants where user_id = $1 order by last_position desc limit ${chatsNamed + 1}`,
);

/** One page of the messages of the global room and of a person's chats that a search finds. */
export async function readFoundMessages(tx: Tx, request: Search, viewer: string): Promise<JsonPage<FoundWire>> {
  const search = await readWordSearch(tx, request.q);
  // Messages have no tags, and nobody accepts them.
  if (!search || isOnlyForQuestions(search)) return nothingFound;
  const chats = await tx.query<{ id: string }>(chatsOf, [viewer]);
  return readFound(
    tx,
    request,
    findMessages(
      search,
      viewer,
      chats.map(({ id }) => id),
    ),
  );
}

function findMessages(search: WordSearch, viewer: string, chats: readonly string[]): Finding {
  const values = new StatementValues();
  const me = values.put(viewer, 'text');
  const people = [
    ...(search.user === undefined ? [] : [`x.from_id = ${idOfName(values.put(search.user, 'text'))}`]),
    ...(search.states.includes('mine') ? [`x.from_id = ${me}`] : []),
  ];
  const conditions = [
    'x.deleted_by is null',
    `x.text <> ${values.put(messages.removedByOperator, 'text')}`,
    ...people,
  ].join(' and ');
  const ofViewer = `x.notice is null
    and exists (select from chat_participants me where me.chat_id = x.chat_id and me.user_id = ${me})`;
  const rows = (table: string, terms: string | null, more = 'true'): string => {
    const all = `select x.id, x.position from ${table} x where ${terms ?? 'true'} and ${conditions} and ${more}`;
    return whereTexts(terms === null ? first(all) : newestOf(all), { search, values, table, texts: ['x.text'] });
  };
  const room = termsFound('terms_in_segment(search_segment(x.position), search_terms(x.text))', search, values);
  const named = chats.length > chatsNamed ? [] : [`(${chats.map((id) => operand('@', id)).join(' | ')})`];
  const inChats = (): string => {
    const indexed = `terms_in_segment(search_segment(x.position), search_terms(x.text) || ('@' || x.chat_id))`;
    return `union all ${rows('chat_messages', termsFound(indexed, search, values, named), ofViewer)}`;
  };
  return {
    candidates: first(`select b.id, b.position from (${rows('room_messages', room)}
      ${chats.length === 0 ? '' : inChats()}) b`),
    from: `cross join lateral (
        select m.id, m.text, m.from_id, m.posted_at, null as chat_id from room_messages m where m.id = f.id
        union all
        select m.id, m.text, m.from_id, m.posted_at, m.chat_id from chat_messages m where m.id = f.id) x
      left join people author on author.id = x.from_id`,
    newest: 'f.position desc',
    best: () => score(search, { text: 'x.text' }, values),
    row: `json_build_object('type', 'messages', 'id', x.id, 'title', ${titleFor(me)}, 'excerpt', ${excerpt(search, 'x.text', values)},
      'url', case when x.chat_id is null then '/messaging?' else '/messaging/direct-message?chat=' || x.chat_id || '&' end || 'message=' || x.id,
      'at', ${isoTime('x.posted_at')}, 'by', ${nameOf('author')})`,
    values,
  };
}

/** SQL: the name of the message's chat `x.chat_id`: its own, or those of the others in it. */
function titleFor(viewer: string): string {
  return `case when x.chat_id is null then '${messages.globalRoom}' else coalesce(
    (select chat.name from chats chat where chat.id = x.chat_id),
    (select string_agg(${nameOf('person')}, ', ' order by o.joined_position, o.place)
       from chat_participants o join people person on person.id = o.user_id where o.chat_id = x.chat_id and o.user_id <> ${viewer}),
    '') end`;
}
