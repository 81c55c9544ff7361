import type { FileStore } from '@parlour/deployment/files/file-store';
import type { RpcClient } from '@parlour/kernel/rpc/calls';

import { Cast, inParallel } from './commands.ts';
import { communities } from './communities.ts';
import { foundCommunities } from './scenes/community-scenes.ts';
import { chats, globalRoom } from './conversations.ts';
import { inviting, playGames } from './scenes/game-scenes.ts';
import { games, series } from './games.ts';
import { people } from './people.ts';
import { report, reports } from './scenes/moderation-scenes.ts';
import { Discussion } from './scenes/question-scenes.ts';
import { questions, questionsInOrder } from './questions/questions.ts';
import { talk } from './scenes/talk-scenes.ts';
import { followedAgo, foundedAgo, joinedAgo, notifiedWithin, type Said, saidInOrder } from './timetable.ts';

/** The input for making the demonstration. */
export interface Stage {
  readonly rpc: RpcClient;
  readonly store: FileStore;
  /** When it was first begun, in milliseconds since 1970: everything in it happened before. */
  readonly begunAt: number;
  /** Reports progress of the start. */
  readonly log: (message: string) => void;
  readonly signal: AbortSignal;
}

/** The most concurrent replies: more would arrive in another order than that of their times. */
const repliesTogether = 8;

/** An action, in minutes before the start. */
interface Scene {
  readonly ago: number;
  run(): Promise<void>;
}

/**
 * Fills a new site by the product's own commands, as if it were weeks old. If interrupted, it
 * resumes: repeated commands get the same answers.
 */
export async function makeDemonstration({ rpc, store, begunAt, log, signal }: Stage): Promise<void> {
  const cast = new Cast(rpc, store, begunAt, signal);
  // Hashing a password takes a CPU core for a while: identity queues them.
  const [first, ...others] = [...people.entries()].map(([index, person]) => () => {
    return cast.enter(person.name, joinedAgo(person, index));
  });
  // The first account operates the site.
  await first?.();
  await inParallel(others, (enter) => enter());
  await introduce(cast);
  log(`demonstration: ${people.length} people joined`);
  // The three are independent: while one waits for the disk, another uses the CPU.
  await Promise.all([discussAndFound(cast, log), talkAll(cast, log), playAll(cast, log)]);
  await cast.leave();
  log(`demonstration: complete, ${cast.given} commands`);
}

/** In the order of time, because lists are in the order of actions. */
async function discussAndFound(cast: Cast, log: Stage['log']): Promise<void> {
  const said = saidInOrder(questionsInOrder);
  const before = said.filter(({ ago }) => ago > foundedAgo(0));
  const founded = new Map<string, string>();
  const discussion = new Discussion(cast, founded);
  await sayAll(discussion, before);
  for (const [key, id] of await foundCommunities(cast)) founded.set(key, id);
  log(`demonstration: ${communities.length} communities created`);
  const after = said.slice(before.length);
  await sayAll(
    discussion,
    after.filter(({ ago }) => ago > notifiedWithin),
  );
  // Followers of a question are notified of its answers and comments.
  await discussion.allRead();
  const today = after.filter(({ ago }) => ago <= notifiedWithin);
  const scenes: readonly Scene[] = [
    ...today.map((each) => ({ ago: each.ago, run: () => discussion.say(each) })),
    ...lateFollowings(cast),
    ...inviting(cast),
  ];
  for (const scene of scenes.toSorted((one, other) => other.ago - one.ago)) await scene.run();
  await discussion.allRead();
  log(`demonstration: ${questions.length} questions asked, answered, read and voted on`);
  await report(cast, discussion);
  log(`demonstration: ${reports.length} reports wait`);
}

/**
 * Adds posts that notify nobody any more: questions one by one, posts between two questions
 * concurrently, but in order for the same question.
 */
async function sayAll(discussion: Discussion, said: readonly Said[]): Promise<void> {
  let together: Said[] = [];
  for (const each of said) {
    const clashes = !each.reply || together.some(({ placed, reply }) => !reply || placed === each.placed);
    if (clashes || together.length === repliesTogether) {
      await Promise.all(together.map((other) => discussion.say(other)));
      together = [];
    }
    together.push(each);
  }
  await Promise.all(together.map((other) => discussion.say(other)));
}

async function talkAll(cast: Cast, log: Stage['log']): Promise<void> {
  await talk(cast);
  log(`demonstration: ${globalRoom.length} messages in the global room, and ${chats.length} chats`);
}

async function playAll(cast: Cast, log: Stage['log']): Promise<void> {
  await playGames(cast);
  const won = series.reduce((sum, each) => sum + each.games, 0);
  log(`demonstration: ${games.length + won} games waiting, running or finished`);
}

async function introduce(cast: Cast): Promise<void> {
  await inParallel([...people.entries()], async ([index, person]) => {
    const { name, biography, picture, hidesFollowing = false } = person;
    const ago = joinedAgo(person, index) - 5;
    await cast.give(name, 'identity.updateBiography', { biography }, { key: `biography ${name}`, ago });
    if (picture !== undefined) {
      const fileId = await cast.upload(name, picture);
      await cast.give(name, 'identity.setPicture', { fileId }, { key: `picture ${name}`, ago });
    }
    if (hidesFollowing) await cast.give(name, 'identity.toggleFollowVisibility', {}, { key: `hide ${name}`, ago });
  });
  await inParallel(
    followings().filter(({ ago }) => ago > notifiedWithin),
    ({ name, username, ago }) => follow(cast, name, username, ago),
  );
}

function lateFollowings(cast: Cast): readonly Scene[] {
  return followings()
    .filter(({ ago }) => ago <= notifiedWithin)
    .map(({ name, username, ago }) => ({
      ago,
      run: async () => {
        await follow(cast, name, username, ago);
        await cast.heardOf(cast.idOf(name), name, ago);
      },
    }));
}

async function follow(cast: Cast, name: string, username: string, ago: number): Promise<void> {
  await cast.give(name, 'identity.follow', { username }, { key: `follow ${name} ${username}`, ago });
}

function followings(): readonly { readonly name: string; readonly username: string; readonly ago: number }[] {
  const forFollowers = new Set(questions.flatMap(({ question }) => (question.onlyFollowers ? [question.by] : [])));
  return people.flatMap(({ name, interests, follows }) =>
    follows.map((username) => {
      // The spammer joined lately, and follows at once.
      const ago = interests.length === 0 ? 5.9 * 24 * 60 : followedAgo(name, username, forFollowers.has(username));
      return { name, username, ago };
    }),
  );
}
