import type { CommunityPicture, CommunityPictureChosen } from '@parlour/contracts/communities/communities';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Decider } from '@parlour/kernel/log/decider';
import { leads, type MembershipState, placeIn } from '../membership/membership-status.ts';
import { openFor } from './community.decider.ts';
import type { CommunityState } from './community-state.ts';

/** Choose a picture for a community, or none. */
export interface ChoosePicture {
  readonly type: 'ChoosePicture';
  readonly communityId: string;
  readonly place: CommunityPicture;
  readonly fileId: string | null;
  readonly by: string;
  readonly community: CommunityState;
  /** The caller's membership; its stream guards the decision. */
  readonly own: MembershipState;
}

/** The stream of one picture of a community. */
export function pictureStream(communityId: string, place: CommunityPicture): string {
  return `communitypicture/${communityId}/${place}`;
}

/** The rules of pictures: owner and moderators choose them. */
export const pictureDecider: Decider<string | null, ChoosePicture, CommunityPictureChosen> = {
  initial: null,
  snapshots: 'all',
  decide({ communityId, place, fileId, by, community, own }, current) {
    const open = openFor(community, by, own);
    if (!leads(placeIn(open, by, own))) throw new DomainError('community.position', messages.communityPosition);
    return fileId === current ? [] : [{ type: 'CommunityPictureChosen', data: { communityId, place, fileId, by } }];
  },
  evolve: (_, { data: { fileId } }) => fileId,
};
