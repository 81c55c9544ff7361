import type { RpcClient } from '@parlour/kernel/rpc/calls';

import { type Cast, DemoCommands, inParallel, type Member } from './commands.ts';
import { communities } from './communities.ts';
import { chats, globalRoom } from './conversations.ts';
import { games, series } from './games.ts';
import { people } from './people.ts';
import { questions } from './questions.ts';
import { foundCommunities } from './community-scenes.ts';
import { playGames } from './game-scenes.ts';
import { discuss } from './question-scenes.ts';
import { talk } from './talk-scenes.ts';

/** What the demonstration is made with. */
export interface Stage {
  readonly rpc: RpcClient;
  /** Tells whoever watches the start how far it is. */
  readonly log: (message: string) => void;
  readonly signal: AbortSignal;
}

/** Questions without a community that are asked and answered first: who founds a community has contributed before. */
const askedBeforeFounding = 30;

/**
 * Fills a new site by the product's own commands, in an order that tells a story. Broken off, it goes on where it was: a repeated command is
 * answered what it was answered before.
 */
export async function makeDemonstration({ rpc, log, signal }: Stage): Promise<void> {
  const commands = new DemoCommands(rpc, signal);
  const members = new Map<string, Member>();
  // Hashing a password takes a core for a while: identity has a queue of its own for that.
  await inParallel(people, async ({ name }) => {
    members.set(name, await commands.enter(name));
  });
  const cast: Cast = {
    commands,
    as: (name) => {
      const member = members.get(name);
      if (!member) throw new Error(`Nobody in the demonstration is called ${name}.`);
      return member;
    },
  };
  await introduce(cast);
  log(`the demonstration: ${people.length} people have joined`);
  const general = questions.filter(({ question }) => question.community === undefined);
  const first = general.slice(0, askedBeforeFounding);
  await discuss(cast, first);
  const founded = await foundCommunities(cast);
  log(`the demonstration: ${communities.length} communities are founded`);
  const later = questions.filter((each) => !first.includes(each));
  await discuss(cast, later, founded);
  log(`the demonstration: ${questions.length} questions are asked, answered, read and voted on`);
  await talk(cast);
  log(`the demonstration: ${globalRoom.length} messages in the global room, and ${chats.length} chats`);
  await playGames(cast);
  const won = series.reduce((sum, each) => sum + each.games, 0);
  log(`the demonstration: ${games.length + won} games wait, run or are over`);
  await inParallel([...members.values()], async (member) => {
    await commands.give(member, 'identity.logout', { sessionId: member.sessionId }, `logout ${member.sessionId}`);
  });
  log(`the demonstration is complete: ${commands.given} commands`);
}

async function introduce({ commands, as }: Cast): Promise<void> {
  await inParallel(people, async ({ name, biography, hidesFollowing = false }) => {
    await commands.give(as(name), 'identity.updateBiography', { biography }, `biography ${name}`);
    if (hidesFollowing) await commands.give(as(name), 'identity.toggleFollowVisibility', {}, `hide ${name}`);
  });
  const followings = people.flatMap(({ name, follows }) => follows.map((username) => ({ name, username })));
  await inParallel(followings, async ({ name, username }) => {
    await commands.give(as(name), 'identity.follow', { username }, `follow ${name} ${username}`);
  });
}
