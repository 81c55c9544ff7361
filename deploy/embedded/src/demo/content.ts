import type { GameType, Strength } from '@parlour/contracts/games';
import type { CommunityVisibility } from '@parlour/contracts/communities';

/** What people of the demonstration care about; a file of questions each. */
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

/** Somebody who lives in the demonstration. Names are what everything else refers to. */
export interface DemoPerson {
  readonly name: string;
  readonly biography: string;
  /** What he reads and votes on. */
  readonly interests: readonly Subject[];
  readonly follows: readonly string[];
  /** Keeps from others who follows whom. */
  readonly hidesFollowing?: boolean;
}

/** Something said by somebody. */
export interface DemoText {
  readonly by: string;
  readonly text: string;
}

/** An answer with its comments. */
export interface DemoAnswer extends DemoText {
  readonly comments?: readonly DemoText[];
}

/** A question with all that was said about it. */
export interface DemoQuestion extends DemoAnswer {
  readonly title: string;
  readonly tags: readonly string[];
  readonly onlyFollowers?: boolean;
  /** The key of a community. */
  readonly community?: string;
  readonly answers?: readonly DemoAnswer[];
}

/** A poll; who votes for what stands at the options. */
export interface DemoPoll {
  readonly by: string;
  readonly question: string;
  readonly options: readonly { readonly text: string; readonly votes: readonly string[] }[];
  /** Absent: it ends within seconds, so that there is a closed one to look at. */
  readonly days?: number;
}

/** A community with those who belong to it, and those who do not. */
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
  readonly polls: readonly DemoPoll[];
}

/** A chat; who speaks takes part. */
export interface DemoChat {
  readonly participants: readonly string[];
  readonly messages: readonly DemoText[];
}

/** A game, as far as it has come. */
export interface DemoGame {
  readonly type: GameType;
  /** When it was created, in minutes before the start. */
  readonly ago: number;
  /** In the order of sitting down; two of them begin. */
  readonly players: readonly string[];
  /** Makes it private; the first player is the host. */
  readonly invited?: readonly string[];
  readonly computer?: Strength;
  /** How many moves are played; all there are unless it says so. */
  readonly moves?: number;
}

/** So many games between two, all won by the first: what badges are made of. */
export interface DemoSeries {
  readonly winner: string;
  readonly loser: string;
  readonly games: number;
}
