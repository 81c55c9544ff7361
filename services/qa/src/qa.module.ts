import { limits } from '@parlour/contracts/limits';
import { eventsOf } from '@parlour/contracts/envelope';
import { isOfQuestion, type QaEvent } from '@parlour/contracts/qa/qa.events';
import { areRightsFresh } from '@parlour/people/audience';
import { KernelTables1795800000000 } from '@parlour/kernel/database/kernel-tables';
import { setSearchLanguage } from '@parlour/search/search-language';
import { SearchWords1795800000001 } from '@parlour/search/search-words.migrations';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { CommunityPersonRow, CommunityRow, communityView } from '@parlour/people/community-view';
import { FollowRow, followView } from '@parlour/people/follow-view';
import { CommunityLeaderRow, leaderView } from '@parlour/people/leader-view';
import { peopleView } from '@parlour/people/people-view';
import { AnswerController } from './answer/answer.controller.ts';
import { AnswerRow, AnswerVoteRow } from './answer/answer.entity.ts';
import { answerView } from './answer/answer.projection.ts';
import { CommentController } from './comment/comment.controller.ts';
import { CommentRow } from './comment/comment.entity.ts';
import { commentView } from './comment/comment.projection.ts';
import { ContributionRow } from './contribution/contribution.entity.ts';
import { erasingPolicy } from './erasing/erasing.ts';
import { readLiveRows } from './question/live-rows.queries.ts';
import { QuestionController } from './question/question.controller.ts';
import { live } from './question/question.live.ts';
import {
  QuestionFollowRow,
  QuestionReadRow,
  QuestionRow,
  QuestionTotalRow,
  QuestionViewRow,
  QuestionVoteRow,
} from './question/question.entity.ts';
import { questionView } from './question/question.projection.ts';
import { QuestionTermsRow } from './question/lists/question-terms.entity.ts';
import { readChangedTags } from './tag/changed-tags.queries.ts';
import { tagMessages } from './tag/tag.live.ts';
import { TagController } from './tag/tag.controller.ts';
import { QuestionTagRow, TagCountRow, TagRow, TagTotalRow } from './tag/tag.entity.ts';
import { tagView } from './tag/tag.projection.ts';
import { readsFor } from '@parlour/kernel/service/reads';
import { inSearchTurn } from '@parlour/search/word-search';
import { readAnswersOf } from './answer/answer-list.queries.ts';
import { completePeople } from './completion/completion.queries.ts';
import { readContributions } from './contribution/contribution.queries.ts';
import { readHistory } from './editing/history.queries.ts';
import { readOperatorActs } from './operator/operator-acts.queries.ts';
import { readQuestionList } from './question/lists/question-list.queries.ts';
import { readSimilar } from './question/lists/similar.queries.ts';
import { readWholeQuestions } from './question/page/question-page.queries.ts';
import { viewerOf } from './question/visibility.ts';
import { readReported } from './reported/reported.queries.ts';
import { readFoundPosts } from './search/found.queries.ts';
import { readTagHistory } from './tag/describing.queries.ts';
import { completeTags, readTag, readTags } from './tag/tag.queries.ts';
import { Qa1795800000002 } from './migrations/1795800000002-qa.migrations.ts';
import { Excerpts1796200000000 } from './migrations/1796200000000-excerpts.migrations.ts';

/** The migrations of this service, oldest first. */
export const qaMigrations = [
  KernelTables1795800000000,
  SearchWords1795800000001,
  Qa1795800000002,
  Excerpts1796200000000,
];

/** What people have read. */
const keptTables = ['question_reads'];

const reads = readsFor(viewerOf, {
  'qa.getQuestions': readQuestionList,
  'qa.getWholeQuestions': (tx, { ids }, viewer) => readWholeQuestions(tx, ids, viewer),
  'qa.similar': readSimilar,
  'qa.questionHistory': (tx, { qid }, viewer) => readHistory(tx, 'question', qid, viewer),
  'qa.answerHistory': (tx, { aid }, viewer) => readHistory(tx, 'answer', aid, viewer),
  'qa.getAnswersOf': readAnswersOf,
  'qa.contributions': async (tx, { username }, viewer) => ({ total: await readContributions(tx, username, viewer) }),
  'qa.getTags': readTags,
  'qa.getTag': (tx, { name }, viewer) => readTag(tx, name, viewer),
  'qa.tagHistory': readTagHistory,
  'qa.completeTags': completeTags,
  'qa.completePeople': completePeople,
  'qa.search': inSearchTurn(readFoundPosts),
  'qa.getReported': readReported,
  'qa.getOperatorActs': (tx, request, { viewer }) => readOperatorActs(tx, request, viewer),
});

/** Questions, answers, comments and tags. */
export const qaDefinition: ServiceDefinition = {
  source: 'qa',
  database: {
    entities: [
      ...[
        QuestionRow,
        QuestionTermsRow,
        QuestionTotalRow,
        QuestionViewRow,
        QuestionReadRow,
        QuestionVoteRow,
        QuestionFollowRow,
        ContributionRow,
      ],
      ...[AnswerRow, AnswerVoteRow, CommentRow, TagRow, TagCountRow, TagTotalRow, QuestionTagRow, FollowRow],
      ...[CommunityRow, CommunityPersonRow, CommunityLeaderRow],
    ],
    migrations: qaMigrations,
    afterMigrations: setSearchLanguage,
  },
  views: [
    peopleView('qa', keptTables),
    followView('qa'),
    communityView('qa'),
    leaderView('qa'),
    tagView,
    // Before the questions, which read what stands there.
    answerView,
    commentView,
    questionView,
  ],
  async live(envelopes, database, rights) {
    const all = eventsOf<QaEvent>(envelopes);
    const events = all.filter(isOfQuestion);
    const described = all.filter((event) => event.type === 'TagDescribed' || event.type === 'TagBlanked');
    const fresh = areRightsFresh(rights);
    const rows = await readLiveRows(database, events, fresh);
    const tags = await readChangedTags(
      database,
      described.map(({ data }) => data.key),
      fresh,
    );
    return { liveMessages: [...live(events, rows), ...tagMessages(described, tags)], endedSessions: [] };
  },
  keptTables,
  controllers: [reads, QuestionController, AnswerController, CommentController, TagController],
  providers: [],
  daily: [
    { what: 'posts', table: 'questions', at: 'asked_at' },
    { what: 'posts', table: 'answers', at: 'answered_at' },
    { what: 'posts', table: 'comments', at: 'commented_at' },
  ],
  waiting: {
    // Enough to say that there are many.
    unanswered: `select count(*) from (
      select from questions
       where answer_count = 0 and deleted_by is null and asked_at < now() - interval '1 day' limit ${limits.countedExactly}) old`,
  },
  policies: [erasingPolicy],
};
