import type { SitePicture, SitePictureChosen } from '@parlour/contracts/site';
import type { Decider } from '@parlour/kernel/log/decider';

/** Choose a picture for the site, or none. */
export interface ChooseSitePicture {
  readonly type: 'ChooseSitePicture';
  readonly place: SitePicture;
  readonly fileId: string | null;
  readonly by: string;
}

/** The stream of one picture of the site. */
export function sitePictureStream(place: SitePicture): string {
  return `sitepicture/${place}`;
}

/** The rules of the site's pictures: whoever may choose them is known before. */
export const sitePictureDecider: Decider<string | null, ChooseSitePicture, SitePictureChosen> = {
  initial: null,
  snapshots: 'all',
  decide: ({ place, fileId, by }, current) =>
    fileId === current ? [] : [{ type: 'SitePictureChosen', data: { place, fileId, by } }],
  evolve: (_, { data: { fileId } }) => fileId,
};
