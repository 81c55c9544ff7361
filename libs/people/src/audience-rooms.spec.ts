import { describe, expect, test } from '@jest/globals';
import type { Post } from './audience.ts';
import { type CommunityCopy, type Copies, roomsOf, type Rooms } from './audience-rooms.ts';

const open: Post = { author: 'ann', isForFollowers: false, communityId: null };
const forFollowers: Post = { ...open, isForFollowers: true };
const everybody: CommunityCopy = { visibility: 'public', members: [], banned: [] };
const members: CommunityCopy = { visibility: 'private', members: ['cay', 'dan'], banned: ['ben'] };

function copies(community?: CommunityCopy, followers: readonly string[] = ['ben', 'cay']): Copies {
  return {
    isFresh: true,
    followers: new Map([['ann', followers]]),
    communities: new Map(community ? [['c1', community]] : []),
  };
}

describe('the rooms of a post', () => {
  const inCommunity = { communityId: 'c1' };
  test.each<[string, Post, CommunityCopy | undefined, Rooms[]]>([
    ['for everybody', open, undefined, [{ to: ['public'] }]],
    ['for followers: its author and they', forFollowers, undefined, [{ to: ['user:ann', 'user:ben', 'user:cay'] }]],
    ['in a public community: everybody', { ...open, ...inCommunity }, everybody, [{ to: ['public'] }]],
    [
      'in a public community with banned people: everybody but them',
      { ...open, ...inCommunity },
      { ...everybody, banned: ['eve', 'ben'] },
      [{ to: ['public'], except: ['user:eve', 'user:ben'] }],
    ],
    ['in a private community: its members', { ...open, ...inCommunity }, members, [{ to: ['user:cay', 'user:dan'] }]],
    ['in an unknown community: nobody', { ...open, ...inCommunity }, undefined, []],
    [
      'in a public community, for followers: those of them who are not banned',
      { ...forFollowers, ...inCommunity },
      { ...everybody, banned: ['ben'] },
      [{ to: ['user:ann', 'user:cay'] }],
    ],
    [
      'in a private community, for followers: those of them who are members',
      { ...forFollowers, ...inCommunity },
      members,
      [{ to: ['user:cay'] }],
    ],
  ])('%s', (_, post, community, rooms) => {
    expect(roomsOf(post, copies(community))).toEqual(rooms);
  });

  test('that is restricted are its author’s only while our copies may be old', () => {
    const old = { ...copies(members), isFresh: false };
    for (const post of [forFollowers, { ...open, ...inCommunity }, { ...forFollowers, ...inCommunity }]) {
      expect(roomsOf(post, old)).toEqual([{ to: ['user:ann'] }]);
    }
    expect(roomsOf(open, old)).toEqual([{ to: ['public'] }]);
  });

  test('are at most five hundred in one message, each once', () => {
    const followers = Array.from({ length: 1_200 }, (_, index) => `f${index}`);
    const rooms = roomsOf(forFollowers, copies(undefined, followers));
    expect(rooms.map(({ to }) => to.length)).toEqual([500, 500, 201]);
    expect(rooms.flatMap(({ to }) => to)).toEqual(['ann', ...followers].map((id) => `user:${id}`));
  });
});
