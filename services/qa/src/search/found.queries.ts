import type { FoundType, FoundWire } from '@parlour/contracts/search/found';
import { messages } from '@parlour/contracts/messages';
import type { Search } from '@parlour/contracts/search/search.requests';
import type { Tx } from '@parlour/kernel/database/database';
import { idOfName, isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import {
  excerpt,
  type Finding,
  first,
  newestOf,
  nothingFound,
  readFound,
  readWordSearch,
  score,
  termsFound,
  whereTexts,
  type WordSearch,
} from '@parlour/search/word-search';
import type { Viewer } from '@parlour/people/audience-sql';
import { ViewerValues } from '../question/page/viewer-values.ts';
import { visibleTo } from '../question/visibility.ts';
import { closeTerms } from './close-questions.queries.ts';
import { findQuestions } from './found-questions.queries.ts';
import { findTags } from './found-tags.queries.ts';

type Find = (search: WordSearch, values: ViewerValues) => Finding | undefined;

const finds: Partial<Record<FoundType, Find>> = {
  questions: findQuestions,
  answers: findAnswers,
  comments: findComments,
  tags: findTags,
};

/** One page of the questions, answers, comments or tags that a search finds for this viewer. */
export async function readFoundPosts(tx: Tx, request: Search, viewer: Viewer): Promise<JsonPage<FoundWire>> {
  const search = await readWordSearch(tx, request.q);
  if (search && request.match === 'close') return readCloseQuestions(tx, request, search, viewer);
  const finding = search && finds[request.type]?.(search, new ViewerValues(viewer));
  return finding ? readFound(tx, request, finding) : nothingFound;
}

/** One page of the questions that come closest to a search of which no question has all words. */
async function readCloseQuestions(
  tx: Tx,
  request: Search,
  search: WordSearch,
  viewer: Viewer,
): Promise<JsonPage<FoundWire>> {
  if (request.type !== 'questions') return nothingFound;
  for (const { query, stems } of await closeTerms(tx, search, viewer)) {
    const close = { ...search, phrases: stems.map((stem) => [stem]) };
    const page = await readFound(tx, request, findQuestions(close, new ViewerValues(viewer), query));
    if (page.total > 0) return page;
  }
  return nothingFound;
}

/** Posts of one kind, of which there are several to a question. */
interface Posts {
  /** Their table, as `x`. */
  readonly table: string;
  readonly author: string;
  readonly at: string;
  /** SQL: what is better beside the text. */
  readonly merit: string;
  /** SQL: the fragment of the post's address. */
  readonly fragment: string;
  /** Also states of which the post must be. */
  readonly conditions: readonly string[];
}

function findAnswers(search: WordSearch, values: ViewerValues): Finding | undefined {
  // An unanswered question has none.
  if (search.states.includes('unanswered')) return undefined;
  return findPosts('answers', search, values, {
    table: 'answers',
    author: 'x.answered_by',
    at: 'x.answered_at',
    merit: 'ln(1 + greatest(x.up_vote_count - x.down_vote_count, 0)) + x.accepted::int',
    fragment: `'answer-' || x.id`,
    conditions: search.states.includes('accepted') ? ['x.accepted'] : [],
  });
}

function findComments(search: WordSearch, values: ViewerValues): Finding | undefined {
  // Nobody answers or accepts a comment.
  if (search.states.some((state) => state !== 'mine')) return undefined;
  return findPosts('comments', search, values, {
    table: 'comments',
    author: 'x.commented_by',
    at: 'x.commented_at',
    merit: '0',
    fragment: `'comment-' || x.id`,
    // A comment on a deleted answer went with it.
    conditions: [
      '(x.answer_id is null or exists (select from answers o where o.id = x.answer_id and o.deleted_by is null))',
    ],
  });
}

function findPosts(type: FoundType, search: WordSearch, values: ViewerValues, posts: Posts): Finding {
  const { table, author, at, merit, fragment } = posts;
  const conditions = [
    'x.deleted_by is null',
    ...posts.conditions,
    // The limit, which changes nothing, has PostgreSQL look each question up.
    `exists (select from questions q where q.id = x.question_id and ${visibleTo(values.viewer)}
       ${search.tags.length > 0 ? `and q.tag_keys && ${values.put(search.tags, 'text[]')}` : ''} limit 1)`,
    ...(search.user === undefined ? [] : [`${author} = ${idOfName(values.put(search.user, 'text'))}`]),
    ...(search.states.includes('mine') ? [`${author} = ${values.viewer.viewer}`] : []),
    `x.text <> ${values.put(messages.removedByOperator, 'text')}`,
  ].join(' and ');
  const terms = termsFound('terms_in_segment(search_segment(x.position), search_terms(x.text))', search, values);
  const rows = `select x.id, x.position from ${table} x where`;
  const isOf = search.user !== undefined || search.states.includes('mine');
  // Without words or an author, they are those of the newest questions with the tags.
  const tagged = (): string => `x.question_id in (select t.question_id from question_tags t
    where t.key = any(${values.put(search.tags, 'text[]')}) order by t.position desc limit 2000) and`;
  const candidates =
    terms === null
      ? first(`${rows} ${isOf ? '' : tagged()} ${conditions}`)
      : newestOf(`${rows} ${terms} and ${conditions}`);
  return {
    candidates: whereTexts(candidates, { search, values, table, texts: ['x.text'] }),
    from: `join ${table} x on x.id = f.id join questions q on q.id = x.question_id left join people author on author.id = ${author}`,
    newest: 'f.position desc',
    best: () => `${score(search, { text: 'x.text' }, values)} + ${merit}`,
    row: `json_build_object('type', '${type}', 'id', x.id, 'title', q.title, 'excerpt', ${excerpt(search, 'x.text', values)},
      'url', '/question/' || q.id || '#' || ${fragment}, 'at', ${isoTime(at)}, 'by', ${nameOf('author')})`,
    values,
  };
}
