import { command, idempotent, type Page, read, type WholesRequest } from '../calls.ts';
import type { CompletePeople, CompleteTags } from '../completion.requests.ts';
import type { FoundWire } from '../search/found.ts';
import type { NamedPersonWire } from '../identity/identity.ts';
import type { PageRequest } from '../page.requests.ts';
import type { GetReported, Reported } from '../communities/reports.ts';
import type { Search } from '../search/search.requests.ts';
import type { SiteLogEntryWire } from '../site.ts';
import type {
  AnswerRowWire,
  AnswerOrder,
  AnswerVoteWire,
  AnswerWire,
  CommentWire,
  DescribedTagWire,
  QuestionRowWire,
  QuestionWire,
  TagCountWire,
  TagHistoryWire,
  VersionWire,
  Vote,
  VoteWire,
} from './qa.ts';
import type {
  AcceptAnswer,
  AddQuestion,
  commentable,
  DescribeTag,
  EditAnswer,
  EditComment,
  EditQuestion,
  GetQuestions,
  GetTags,
  SimilarQuestions,
} from './qa.requests.ts';

/** The calls that qa answers. */
export const qaCalls = {
  /** What operators did with others' posts, the latest first; for operators only. */
  'qa.getOperatorActs': read<PageRequest, Page<SiteLogEntryWire>>(),
  'qa.addQuestion': command<AddQuestion, QuestionWire>(),
  'qa.getQuestions': read<GetQuestions, Page<QuestionRowWire>>(),
  /** Questions with all that belongs to them; counts no view. `next` is the first id left out. */
  'qa.getWholeQuestions': read<WholesRequest, Page<QuestionWire>>(),
  /**
   * Counts the viewer's first view, as an event. With `after`, returns only the answers after that
   * one. With `answers`, in that order.
   */
  'qa.getQuestionById': idempotent<{ id: string; after?: string; answers?: AnswerOrder }, QuestionWire>(),
  /** The caller has read a question up to its last answer. */
  'qa.markRead': idempotent<{ qid: string }, { unread: false }>(),
  'qa.addAnswer': command<{ qid: string; text: string }, AnswerWire>(),
  'qa.voteOnAnswer': command<{ aid: string; vote: Vote }, AnswerVoteWire>(),
  'qa.acceptAnswer': command<Pick<AcceptAnswer, 'qid' | 'aid'>, QuestionWire>(),
  'qa.addComment': command<{ id: string; type: (typeof commentable)[number]; text: string }, CommentWire>(),
  'qa.editQuestion': command<EditQuestion, QuestionWire>(),
  'qa.editAnswer': command<EditAnswer, AnswerWire>(),
  'qa.editComment': command<EditComment, CommentWire>(),
  'qa.deleteQuestion': command<{ qid: string; reason?: string }, QuestionWire>(),
  'qa.restoreQuestion': command<{ qid: string }, QuestionWire>(),
  'qa.deleteAnswer': command<{ aid: string; reason?: string }, AnswerWire>(),
  'qa.restoreAnswer': command<{ aid: string }, AnswerWire>(),
  'qa.deleteComment': command<{ cid: string; reason?: string }, CommentWire>(),
  'qa.restoreComment': command<{ cid: string }, CommentWire>(),
  /** The versions of a question or an answer, the newest first. */
  'qa.questionHistory': read<{ qid: string }, readonly VersionWire[]>(),
  'qa.answerHistory': read<{ aid: string }, readonly VersionWire[]>(),
  'qa.vote': command<{ qid: string; vote: Vote }, VoteWire>(),
  'qa.followQuestion': command<{ qid: string }, QuestionWire>(),
  'qa.getTags': read<GetTags, Page<TagCountWire>>(),
  'qa.getTag': read<{ name: string }, DescribedTagWire>(),
  'qa.describeTag': command<Pick<DescribeTag, 'tag' | 'text' | 'version'>, DescribedTagWire>(),
  /** The versions of a tag's description, the newest first. */
  'qa.tagHistory': read<{ name: string }, TagHistoryWire>(),
  /** Tags whose names begin so and that the caller may see, those with most questions first. */
  'qa.completeTags': read<CompleteTags, readonly TagCountWire[]>(),
  /**
   * People whose names begin so, by name; with `qid`, those who may read that question, else those
   * who may read one with these terms.
   */
  'qa.completePeople': read<Omit<CompletePeople, 'chatId'>, readonly NamedPersonWire[]>(),
  /** The questions most like a title, of those that the caller may see. */
  'qa.similar': read<SimilarQuestions, readonly QuestionRowWire[]>(),
  'qa.contributions': read<{ username: string }, { total: number }>(),
  /** A person's answers to questions that the caller may see, the newest first. */
  'qa.getAnswersOf': read<PageRequest & { username: string }, Page<AnswerRowWire>>(),
  /** Questions, answers, comments or tags that a search finds and the caller may see. */
  'qa.search': read<Search, Page<FoundWire>>(),
  /** Describes questions, answers and comments, in order; null for what the caller may not see. */
  'qa.getReported': read<GetReported, { things: readonly (Reported | null)[] }>(),
};
