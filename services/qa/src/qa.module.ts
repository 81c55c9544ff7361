import { eventsOf } from '@parlour/contracts/envelope';
import { isOfQuestion, type QaEvent } from '@parlour/contracts/qa.events';
import { areRightsFresh } from '@parlour/people/audience';
import {
  KernelTables1700000000000,
  Operators1761300000000,
  VerbatimReplies1760900000000,
} from '@parlour/kernel/database/kernel-tables';
import {
  SearchFolding1764910000000,
  SearchMarks1764210000000,
  SearchWords1762320000000,
} from '@parlour/kernel/search/search-words.migrations';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import {
  CommunityPersonRow,
  CommunityRow,
  communityView,
} from '@parlour/people/community-view';
import { FollowRow, followView } from '@parlour/people/follow-view';
import { CommunityLeaderRow, leaderView } from '@parlour/people/leader-view';
import { peopleView } from '@parlour/people/people-view';
import { AnswerController } from './answer/answer.controller.ts';
import { AnswerRow, AnswerVoteRow } from './answer/answer.entity.ts';
import { answerView } from './answer/answer.projection.ts';
import { CommentController } from './comment/comment.controller.ts';
import { CommentRow } from './comment/comment.entity.ts';
import { commentView } from './comment/comment.projection.ts';
import { CompletionController } from './completion/completion.controller.ts';
import { ContributionController } from './contribution/contribution.controller.ts';
import { ContributionRow } from './contribution/contribution.entity.ts';
import { Questions1760000000000 } from './migrations/1760000000000-questions.migrations.ts';
import { PairsOfAuthor1764900000000 } from './migrations/1764900000000-pairs-of-author.migrations.ts';
import { PeopleOfQuestions1760100000000 } from './migrations/1760100000000-people-of-questions.migrations.ts';
import { Communities1760200000000 } from './migrations/1760200000000-communities.migrations.ts';
import { AnswerStandings1761310000000 } from './migrations/1761310000000-answer-standings.migrations.ts';
import { AnswersOfAuthor1761400000000 } from './migrations/1761400000000-answers-of-author.migrations.ts';
import { erasingPolicy } from './erasing/erasing.ts';
import { Edits1762000000000 } from './migrations/1762000000000-edits.migrations.ts';
import { Erasing1762300010000 } from './migrations/1762300010000-erasing.migrations.ts';
import { DeletedOfAuthor1763000000000 } from './migrations/1763000000000-deleted-of-author.migrations.ts';
import { FoldedWords1764920000000 } from './migrations/1764920000000-folded-words.migrations.ts';
import { Leaders1762300000000 } from './migrations/1762300000000-leaders.migrations.ts';
import { FoundPosts1762320001000 } from './migrations/1762320001000-found-posts.migrations.ts';
import { readLiveRows } from './question/live-rows.queries.ts';
import { QuestionRows1761200000000 } from './migrations/1761200000000-question-rows.migrations.ts';
import { QuestionTerms1761100000000 } from './migrations/1761100000000-question-terms.migrations.ts';
import { PostsByDay1762500000000 } from './migrations/1762500000000-posts-by-day.migrations.ts';
import { OperatorActs1762500100000 } from './migrations/1762500100000-operator-acts.migrations.ts';
import { OperatorActsController } from './operator/operator-acts.controller.ts';
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
import { QuestionTermsRow } from './question/question-terms.entity.ts';
import { ReportedController } from './reported/reported.controller.ts';
import { QuestionReads1762950000000 } from './migrations/1762950000000-question-reads.migrations.ts';
import { TagDescriptions1762700000000 } from './migrations/1762700000000-tag-descriptions.migrations.ts';
import { SearchController } from './search/search.controller.ts';
import { readChangedTags } from './tag/changed-tags.queries.ts';
import { tagMessages } from './tag/tag.live.ts';
import { TagController } from './tag/tag.controller.ts';
import { QuestionTagRow, TagCountRow, TagRow, TagTotalRow } from './tag/tag.entity.ts';
import { tagView } from './tag/tag.projection.ts';

/** The migrations of this service, oldest first. */
export const qaMigrations = [
  KernelTables1700000000000,
  Questions1760000000000,
  PeopleOfQuestions1760100000000,
  Communities1760200000000,
  VerbatimReplies1760900000000,
  QuestionTerms1761100000000,
  QuestionRows1761200000000,
  Operators1761300000000,
  AnswerStandings1761310000000,
  AnswersOfAuthor1761400000000,
  Edits1762000000000,
  Leaders1762300000000,
  Erasing1762300010000,
  SearchWords1762320000000,
  FoundPosts1762320001000,
  PostsByDay1762500000000,
  OperatorActs1762500100000,
  TagDescriptions1762700000000,
  QuestionReads1762950000000,
  DeletedOfAuthor1763000000000,
  SearchMarks1764210000000,
  PairsOfAuthor1764900000000,
  SearchFolding1764910000000,
  FoldedWords1764920000000,
];

/** What people have read. */
const keptTables = ['question_reads'];

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
  controllers: [
    QuestionController,
    AnswerController,
    CommentController,
    TagController,
    ContributionController,
    OperatorActsController,
    CompletionController,
    SearchController,
    ReportedController,
  ],
  providers: [],
  daily: [
    { what: 'posts', table: 'questions', at: 'asked_at' },
    { what: 'posts', table: 'answers', at: 'answered_at' },
    { what: 'posts', table: 'comments', at: 'commented_at' },
  ],
  policies: [erasingPolicy],
};
