/**
 * Every number that both sides of a wire keep to: sizes in code points, counts, and times in the
 * unit in their name. Source: docs/specification.md#limits-and-constants; decisions Q-10, S-2, T-5.
 */
export const limits = {
  usernameLength: 40,
  signupCodeLength: 200,
  passwordLength: 128,
  titleLength: 100,
  postLength: 30_000,
  commentLength: 2_000,
  messageLength: 5_000,
  /** Links in a text, and link definitions; and the length of an address. */
  links: 500,
  addressLength: 2_000,
  /** The people whom one text can mention. Source: decisions U-12. */
  mentionsPerText: 20,
  /** How long all notifications, once deleted, can be restored. Source: decisions U-15. */
  sweepMinutes: 10,
  /** Answers to a question, and comments on a question or answer. */
  answersPerQuestion: 500,
  commentsPerPost: 200,
  /** The reason for a deletion, and the days in which it can be undone. */
  deleteReasonLength: 200,
  restorableDays: 30,
  /** How long a question is pointed out to those who have not opened it. Source: decisions Q-36. */
  unreadDays: 2,
  /** Names that complete a word while it is typed. */
  completions: 8,
  /** Questions that are suggested while a title is typed. */
  similarQuestions: 5,
  /** What a person writes about a report, and how many of theirs can be open. */
  reportTextLength: 1_000,
  openReports: 30,
  /** Reporters of one thing that a list shows, and earlier reports of the same person. */
  reportsListed: 20,
  earlierReports: 5,
  /** What a list shows of a reported text. */
  reportedLength: 1_000,
  /** Answers in a reply whose order was requested. */
  answersPart: 30,
  /**
   * Versions of a post or message, and the latest of them that a history shows. Source: decisions
   * E-4.
   */
  versions: 1_000,
  versionsListed: 100,
  biographyLength: 2_000,
  /** What lists of people show of a biography. */
  aboutLength: 160,
  descriptionLength: 1_000,
  /** The name of a site, and what it says about itself. Source: decisions O-6. */
  siteNameLength: 40,
  siteDescriptionLength: 200,
  siteContactLength: 100,
  tagsPerQuestion: 5,
  tagLength: 20,
  /** Names that an entity lists beside the exact count. */
  namesListed: 1_000,
  /**
   * Rows per page of a list: the default and the maximum; and at the root of the host, where lists
   * have no pages, without a limit (decisions T-5).
   */
  page: { default: 30, greatest: 100, atRoot: 1_000 },
  /** Messages per call, of the global room or of a chat: the maximum and the default. */
  messagesPage: 200,
  /** The latest messages in the reply of a command on a chat. */
  messagesAnswered: 30,
  /** People in a chat: each message is sent to each of them. */
  chatParticipants: 100,
  chatNameLength: 60,
  /** How long a person counts as reading a chat after a gateway's last report. */
  presenceSeconds: 120,
  /** The people whose coming and going one socket can follow. */
  watchedPeople: 100,
  /**
   * Somebody is offline this long after their last socket closed, so that a reload does not show;
   * and this long after the last report of a gateway that is gone. Source: decisions P-10.
   */
  offlineAfterSeconds: 10,
  onlineLeaseSeconds: 60,
  /** Messages that a chat may be created with: one call, which parses each of them. */
  firstMessages: 5,
  communityNameLength: 100,
  /**
   * Questions and answers, together, required to create a community. Source: specification LI-15.
   */
  contributionsForCommunity: 2,
  /**
   * The limit in the hint of a poll's question, and the one that the server enforces. Source:
   * decisions P-3.
   */
  pollQuestionHint: 200,
  pollQuestionLength: 1_000,
  pollOptionsLeast: 2,
  pollOptions: 5,
  pollOptionLength: 200,
  /** The maximum number of days until a poll expires. */
  pollDays: 100,
  /**
   * Games per page of a list, and people per load of an invite list. Source: specification LI-10,
   * LI-11.
   */
  gamesPage: 10,
  invitePage: 25,
  /** People invited to a private game. */
  invitedPlayers: 100,
  /** Moves after which a game is a draw: Chopsticks can go in circles forever. */
  movesPerGame: 500,
  /** A game of Chopsticks is drawn when a position occurs this often. */
  chopsticksRepetitions: 3,
  /**
   * How long a player may take for a move before counting as gone, and how long an untouched
   * waiting game stays in the lists.
   */
  turnMinutes: 10,
  waitingGameHours: 24,
  /** Search results are counted exactly up to this number; above it, the page says "1,000+". */
  countedExactly: 1_000,
  /**
   * Events that one stream takes, besides deletions and the like: each command on it loads all of
   * them. Fewer where each has long texts. Source: decisions E-4.
   */
  streamEvents: 1_000,
  communityEvents: 300,
  pollEvents: 100,
  /**
   * Until how many of these a community is made public, a poll is restored by others than the
   * community's owner, and a group is named. The rest is for what answers that.
   */
  sharedEvents: { community: 200, poll: 50, chat: 500 },
  /** Of a file's name and of what an image shows. */
  fileNameLength: 255,
  fileAltLength: 500,
  /** Files in a post on any site: its operator chooses how many. Source: specification FI-3. */
  filesPerPost: 50,
  /** Posts with one file that count for who may read it. */
  filePlaces: 20,
  /** How long a file is kept that is in no text. Source: specification FI-7. */
  unusedFileHours: 48,
  filesLookedAt: 200,
  /** Of an e-mail address. Source: RFC 5321 4.5.3.1. */
  emailLength: 254,
  linkTokenLength: 200,
  /** How long links in mails work. Source: specification ML-2, ML-3. */
  confirmLinkHours: 48,
  resetLinkMinutes: 60,
  /** How long reaching a mail server may take, and a test mail. */
  mailConnectionMs: 5_000,
  mailTestMs: 10_000,
  /** Of one thread in one notice; and notices by mail to a person in a day. */
  noticesFolded: 100,
  noticeMails: 100,
  /** A session that was not used for so long is over. */
  sessionIdleDays: 7,
  /** Devices of a person that get pushes, and how long a push service keeps one for them. */
  pushSubscriptions: 20,
  pushHours: 24,
  /** What a push service may take to answer. */
  pushMs: 10_000,
  bodyBytes: 256 * 1024,
  queryBytes: 2 * 1024,
  socketMessageBytes: 16 * 1024,
  /** How long a read or a command waits for the positions that its caller has seen. */
  positionWaitMs: 2_000,
  /** The timeout of a call to a service. */
  callMs: 5_000,
  /**
   * How much longer a call may take that hashes or compares a password: many may sign up at once.
   * Source: decisions O-15.
   */
  passwordWaitMs: 10_000,
  idempotencyKeyLength: 100,
} as const;

/**
 * Where new passwords need this many characters or more, easily guessed ones are refused too.
 * Source: docs/design/security.md#passwords.
 */
export const strictPasswordLength = 8;

/** The name of a site whose operator has not chosen one. Source: decisions O-6. */
export const defaultSiteName = 'Parlour';

/** The description of a new tag. Source: specification LI-2. */
export const newTagDescription = 'user added tag';

/** Replaces the name of an author who deleted their account. Source: decisions U-5. */
export const deletedUserName = 'deleted user';

/** Names that nobody can take, in canonical form. Source: decisions S-2. */
export const reservedUsernames: readonly string[] = [
  deletedUserName,
  'computer',
  'admin',
  'administrator',
  'moderator',
  'operator',
  'root',
  'support',
  'system',
];
