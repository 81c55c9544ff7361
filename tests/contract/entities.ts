import { expect } from '@jest/globals';

/** The fields of each entity in the specifications, wherever it appears. */
export const wholes = {
  user: {
    ...{ username: expect.any(String), dateJoined: expect.any(String), biography: expect.any(String) },
    ...{ followers: expect.any(Array), following: expect.any(Array) },
    ...{ followVisibility: expect.any(Boolean), isGoogleUser: expect.any(Boolean) },
  },
  question: {
    ...{ title: expect.any(String), text: expect.any(String), tags: expect.any(Array), askedBy: expect.any(String) },
    ...{ askDateTime: expect.any(String), answers: expect.any(Array), comments: expect.any(Array) },
    ...{ upVotes: expect.any(Array), downVotes: expect.any(Array), views: expect.any(Array) },
    ...{ following: expect.any(Array), onlyFollowers: expect.any(Boolean) },
  },
  community: {
    ...{ name: expect.any(String), description: expect.any(String), owner: expect.any(String) },
    ...{ members: expect.any(Array), pendingMembers: expect.any(Array), bannedMembers: expect.any(Array) },
    ...{ moderators: expect.any(Array), visibility: expect.stringMatching(/^(public|private)$/) },
  },
  game: {
    ...{ gameType: expect.any(String), players: expect.any(Array), invitedPlayers: expect.any(Array) },
    state: expect.objectContaining({
      status: expect.any(String),
      moves: expect.any(Array),
      winners: expect.any(Array),
    }),
  },
} as const;
