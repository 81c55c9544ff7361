import type { GameType, Strength } from '@parlour/contracts/games/games';
import type { CommunityPicture, CommunityVisibility } from '@parlour/contracts/communities/communities';

/** The subjects of the demonstration; each has a file of questions. */
export type Subject =
  | 'programming'
  | 'mathematics'
  | 'kitchen'
  | 'garden'
  | 'sailing'
  | 'music'
  | 'history'
  | 'bookkeeping'
  | 'everyday';

/** A person of the demonstration. Everything else refers to names. */
export interface DemoPerson {
  readonly name: string;
  readonly biography: string;
  /** The subjects that they read and vote on. */
  readonly interests: readonly Subject[];
  readonly follows: readonly string[];
  /** The name of their picture's file; all others have their letter. */
  readonly picture?: string;
  /** Hides who follows whom. */
  readonly hidesFollowing?: boolean;
}

/** A text with its author. */
export interface DemoText {
  readonly by: string;
  /** Names files as `namedFile` says. */
  readonly text: string;
  /** What its author posted first, and edited afterwards; of questions and answers. */
  readonly draft?: string;
  /** An operator's removal, of messages in the global room. */
  readonly removed?: { readonly by: string; readonly reason: string };
}

/** An answer with its comments. */
export interface DemoAnswer extends DemoText {
  readonly comments?: readonly DemoText[];
}

/** A question with its answers and comments. */
export interface DemoQuestion extends DemoAnswer {
  readonly title: string;
  readonly tags: readonly string[];
  readonly onlyFollowers?: boolean;
  /** The key of a community. */
  readonly community?: string;
  readonly answers?: readonly DemoAnswer[];
}

/** A poll; votes are listed with the options. */
export interface DemoPoll {
  readonly by: string;
  readonly question: string;
  readonly options: readonly { readonly text: string; readonly votes: readonly string[] }[];
  /** Absent: it ends within seconds, so that a closed one can be shown. */
  readonly days?: number;
}

/** A community with its people, and those banned or pending. */
export interface DemoCommunity {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: CommunityVisibility;
  readonly owner: string;
  readonly moderators: readonly string[];
  /** Besides the owner and the moderators. */
  readonly members: readonly string[];
  readonly pending: readonly string[];
  readonly banned: readonly string[];
  /** Names of files. */
  readonly pictures?: Readonly<Record<CommunityPicture, string>>;
  readonly polls: readonly DemoPoll[];
}

/** A chat; everybody who writes takes part. */
export interface DemoChat {
  readonly participants: readonly string[];
  readonly messages: readonly DemoText[];
}

/** A game with its moves so far. */
export interface DemoGame {
  readonly type: GameType;
  /** When it was created, in minutes before the start. */
  readonly ago: number;
  /** In the order of sitting down; two of them play. */
  readonly players: readonly string[];
  /** Makes it private; the first player is the host. */
  readonly invited?: readonly string[];
  readonly computer?: Strength;
  /** How many moves are played; all, by default. */
  readonly moves?: number;
}

/** A number of games between two, all won by the first, to earn badges. */
export interface DemoSeries {
  readonly winner: string;
  readonly loser: string;
  readonly games: number;
}
