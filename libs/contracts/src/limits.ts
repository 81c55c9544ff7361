/**
 * Every number that both sides of a wire hold to: sizes in code points, counts and times in the
 * unit of the name. Source: docs/specification.md#limits-and-constants; decisions Q-10, S-2, T-5.
 */
export const limits = {
  usernameLength: 40,
  signupCodeLength: 200,
  passwordLength: 128,
  titleLength: 100,
  postLength: 30_000,
  commentLength: 2_000,
  messageLength: 5_000,
  /** Links of one text, and definitions that they refer to; and the length of one address. */
  links: 500,
  addressLength: 2_000,
  /** Answers of one question, and comments on one question or answer. */
  answersPerQuestion: 500,
  commentsPerPost: 200,
  biographyLength: 2_000,
  descriptionLength: 1_000,
  tagsPerQuestion: 5,
  tagLength: 20,
  /** Names that a single entity lists beside its exact count. */
  namesListed: 1_000,
  /**
   * Rows of one page of a list: what is given when nothing is asked, and the most that may be
   * asked.
   */
  page: { default: 30, greatest: 100 },
  /**
   * Messages of the global room or of a chat that one call gives: all that may be asked, and what
   * is given when nothing is.
   */
  messagesPage: 200,
  /** Messages that the answer of a changing call on a chat shows, the latest ones. */
  messagesAnswered: 30,
  /** People of one chat: each of them is told of every message by a message of his own. */
  chatParticipants: 100,
  /** For how long somebody counts as reading a chat since a gateway said so last. */
  presenceSeconds: 120,
  /** Messages that a chat may begin with. */
  firstMessages: 20,
  communityNameLength: 100,
  /**
   * Questions and answers together that it takes to create a community. Source: specification LI-15.
   */
  contributionsForCommunity: 2,
  /** What the hint of a poll's question says, and what the server takes. Source: decisions P-3. */
  pollQuestionHint: 200,
  pollQuestionLength: 1_000,
  pollOptionsLeast: 2,
  pollOptions: 5,
  pollOptionLength: 200,
  /** How many years ahead a poll may end. */
  pollYears: 1,
  /**
   * Games of one page of a list, and people of one load of an invite list. Source: specification LI-10, LI-11.
   */
  gamesPage: 10,
  invitePage: 25,
  /** People that one private game can be shown to. */
  invitedPlayers: 100,
  /** Moves after which a game is drawn: Chopsticks can go round in circles for ever. */
  movesPerGame: 500,
  /**
   * After how long on his turn a player counts as gone, and after how long a waiting game that
   * nobody touched leaves the lists.
   */
  turnMinutes: 10,
  waitingGameHours: 24,
  /** A count of search results is exact up to here; above, the page says "1,000+". */
  countedExactly: 1_000,
  bodyBytes: 256 * 1024,
  queryBytes: 2 * 1024,
  socketMessageBytes: 16 * 1024,
  /** How long a read or a command waits for the positions that its caller has seen. */
  positionWaitMs: 2_000,
  /** The time limit of one call to a service. */
  callMs: 5_000,
  idempotencyKeyLength: 100,
} as const;

/**
 * The description of a tag that came with a question and had none. Source: specification LI-2.
 */
export const newTagDescription = 'user added tag';

/** What stands where an author was who deleted the account. Source: decisions U-5. */
export const deletedUserName = 'deleted user';

/** Names nobody can take, in canonical form. Source: decisions S-2. */
export const reservedUsernames: readonly string[] = [deletedUserName, 'computer'];
