import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from '@jest/globals';
import { checkBiography, checkTags, checkTitle } from '@parlour/contracts/text/checks';
import { checkAnswerText, checkComment, checkQuestionText } from '@parlour/contracts/posts/post-checks';
import {
  checkCommunityDescription,
  checkCommunityName,
  checkPollOptions,
  checkPollQuestion,
} from '@parlour/contracts/communities/community-checks';
import { gameTypes } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';
import { rulesOf } from '@parlour/rules/games';
import { moverAt } from '@parlour/rules/rules';

import { acceptedAnswer, readersOf, votesOnAnswer } from './audience.ts';
import { communities } from './communities.ts';
import { chats, globalRoom, roomTopics } from './conversations.ts';
import { demoFiles, namedFile } from './files.ts';
import { games, series } from './games.ts';
import { reports } from './scenes/moderation-scenes.ts';
import { demoLogins, people } from './people.ts';
import { playedGame } from './played-game.ts';
import { questions, questionsInOrder } from './questions/questions.ts';
import { editedAgo, foundedAgo, joinedAgo, notifiedWithin, roomTalkedAgo, saidInOrder } from './timetable.ts';

const names = people.map(({ name }) => name);
const posts = questions.flatMap(({ question }) => [question, ...(question.answers ?? [])]);

describe("the demonstration's content", () => {
  it.each(questions.map(({ key, question }) => [key, question] as const))('%s are valid', (_, question) => {
    const { title, text, tags, answers = [] } = question;
    expect([checkTitle(title), checkQuestionText(text), checkTags(['a subject', ...tags])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    for (const answer of answers) expect(checkAnswerText(answer.text)).toBeUndefined();
    for (const { comments = [] } of [question, ...answers]) {
      for (const { text: comment } of comments) expect(checkComment(comment)).toBeUndefined();
    }
  });

  it('asks nothing twice', () => {
    expect(new Set(questions.map(({ question }) => question.title)).size).toBe(questions.length);
  });

  it('creates only valid communities and questions', () => {
    for (const { name, description, polls } of communities) {
      expect(checkCommunityName(name) ?? checkCommunityDescription(description)).toBeUndefined();
      for (const { question, options } of polls) {
        expect(checkPollQuestion(question) ?? checkPollOptions(options.map(({ text }) => text))).toBeUndefined();
        const voters = options.flatMap(({ votes }) => votes);
        expect(new Set(voters).size).toBe(voters.length);
      }
    }
    for (const { biography } of people) expect(checkBiography(biography)).toBeUndefined();
  });
});

describe('its files', () => {
  const texts = [
    ...posts.flatMap((post) => [post, ...(post.comments ?? [])]),
    ...globalRoom,
    ...chats.flatMap(({ messages }) => messages),
  ];
  const inTexts = texts.flatMap(({ text }) => [...text.matchAll(namedFile)].map(([, , , name]) => name));
  const faces = people.flatMap(({ picture = [] }) => picture);
  const ofCommunities = communities.flatMap(({ pictures = {} }) => Object.values(pictures));

  it('are those that texts, people and communities have, each once, with what it shows', () => {
    expect([...inTexts, ...faces, ...ofCommunities].toSorted()).toEqual(readdirSync(demoFiles).toSorted());
    // Another form would stay as it is.
    expect(inTexts).toHaveLength(texts.flatMap(({ text }) => text.split('/file/').slice(1)).length);
  });

  it('are small, because everybody who has the sources has them', () => {
    const bytes = readdirSync(demoFiles).map((name) => statSync(join(demoFiles, name)).size);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(150_000);
  });

  it('show some people, but not all: others have their letter', () => {
    expect(faces.length).toBeGreaterThan(people.length / 3);
    expect(faces.length).toBeLessThan(people.length);
  });
});

describe('its people', () => {
  it('include everybody who speaks, follows, plays or belongs', () => {
    const mentioned = [
      ...posts.flatMap(({ by, comments = [] }) => [by, ...comments.map((comment) => comment.by)]),
      ...people.flatMap(({ follows }) => follows),
      ...communities.flatMap((each) => [
        ...[each.owner, ...each.moderators, ...each.members, ...each.pending, ...each.banned],
        ...each.polls.flatMap(({ by, options }) => [by, ...options.flatMap(({ votes }) => votes)]),
      ]),
      ...globalRoom.map(({ by }) => by),
      ...chats.flatMap(({ participants, messages }) => [...participants, ...messages.map(({ by }) => by)]),
      ...games.flatMap(({ players, invited = [] }) => [...players, ...invited]),
      ...series.flatMap(({ winner, loser }) => [winner, loser]),
      ...reports.flatMap(({ by, person }) => [by, ...(person === undefined ? [] : [person])]),
      ...demoLogins.map(({ username }) => username),
    ];
    expect(mentioned.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('speak and vote only if they may', () => {
    for (const placed of questions) {
      const readers = readersOf(placed, people, communities).map(({ name }) => name);
      const voices = [placed.question, ...(placed.question.answers ?? [])].flatMap(({ by, comments = [] }) => [
        by,
        ...comments.map((comment) => comment.by),
      ]);
      expect(voices.filter((name) => !readers.includes(name))).toEqual([]);
    }
    for (const { polls, owner, moderators, members } of communities) {
      const voters = polls.flatMap(({ options }) => options.flatMap(({ votes }) => votes));
      expect(voters.filter((name) => ![owner, ...moderators, ...members].includes(name))).toEqual([]);
    }
  });

  it('vote on answers, but nobody on their own; some answers are accepted, none of them the asker’s own', () => {
    const answered = questions.filter(({ question }) => (question.answers ?? []).length > 0);
    const accepted = answered.filter((placed) => acceptedAnswer(placed) !== undefined);
    expect(accepted.length).toBeGreaterThan(answered.length / 3);
    expect(accepted.length).toBeLessThan(answered.length);
    for (const placed of answered) {
      const { by, answers = [] } = placed.question;
      const number = acceptedAnswer(placed);
      if (number !== undefined) expect(answers[number]?.by).not.toBe(by);
      const readers = readersOf(placed, people, communities);
      for (const [index, answer] of answers.entries()) {
        const voters = votesOnAnswer(`answer ${placed.key} ${index}`, answer.by, readers).map(({ name }) => name);
        expect(voters).not.toContain(answer.by);
      }
    }
  });

  it('create communities only if they have contributed before', () => {
    for (const [index, { owner }] of communities.entries()) {
      const contributed = saidInOrder(questionsInOrder).filter(({ ago, placed, reply }) => {
        const by = reply ? (reply.comment === undefined ? reply.said.by : undefined) : placed.question.by;
        return by === owner && ago > foundedAgo(index);
      });
      expect(contributed.length).toBeGreaterThanOrEqual(limits.contributionsForCommunity);
    }
  });
});

describe('its times', () => {
  const said = saidInOrder(questionsInOrder);

  it('are in order, each thing after what it is about, and all of it before the start', () => {
    const heard = new Set<string>();
    for (const { ago, placed, reply } of said) {
      expect(ago).toBeGreaterThan(0);
      const answer = `${placed.key} ${reply?.answer}`;
      if (reply) expect(heard).toContain(placed.key);
      if (reply?.comment !== undefined && reply.answer !== undefined) expect(heard).toContain(answer);
      heard.add(reply?.answer === undefined ? placed.key : answer);
    }
    const texts = posts.flatMap(({ comments = [] }) => [1, ...comments]);
    expect(said).toHaveLength(texts.length);
  });

  it('put an edit minutes after what it edits', () => {
    const drafted = said.filter(({ placed, reply }) => (reply?.said ?? placed.question).draft !== undefined);
    expect(drafted.length).toBeGreaterThan(0);
    for (const { ago } of drafted) {
      expect(editedAgo(ago)).toBeGreaterThan(0);
      expect(ago - editedAgo(ago)).toBeGreaterThan(1);
    }
  });

  it('put questions after their community, and posts after joining it', () => {
    for (const { ago, placed } of said) {
      const at = communities.findIndex(({ key }) => key === placed.question.community);
      if (at >= 0) expect(ago).toBeLessThan(foundedAgo(at));
    }
    const first = Math.max(...said.map(({ ago }) => ago));
    for (const [index, person] of people.entries()) {
      if (person.interests.length > 0) expect(joinedAgo(person, index)).toBeGreaterThan(first);
    }
  });

  it('are all different, and some of them today', () => {
    const times = said.map(({ ago }) => ago);
    expect(new Set(times).size).toBe(times.length);
    expect(times.filter((ago) => ago < notifiedWithin).length).toBeGreaterThan(15);
    const room = roomTalkedAgo(roomTopics.map(({ length }) => length));
    expect(room).toEqual(room.toSorted((one, other) => other - one));
    expect(room).toHaveLength(globalRoom.length);
  });
});

test.each(gameTypes.flatMap((type) => [0, 1].map((seat) => [type, seat] as const)))(
  'a game of %s that seat %s wins follows the rules, and is the same each time',
  (type, seat) => {
    const winner = seat === 0 ? 0 : 1;
    const moves = playedGame(type, winner, 'a seed');
    expect(playedGame(type, winner, 'a seed')).toEqual(moves);
    const rules = rulesOf[type];
    let position = rules.start();
    for (const [index, move] of moves.entries()) {
      expect(rules.check(position, moverAt(index), move)).toEqual({ move });
      position = rules.apply(position, moverAt(index), move);
    }
    expect(rules.result(position, moverAt(moves.length - 1))).toEqual({ over: true, winner });
  },
);
