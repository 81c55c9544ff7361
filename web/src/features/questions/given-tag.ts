import { newTagDescription } from '@parlour/contracts/limits';

/** A tag as questions are sent with it: the description is for one that is new. */
export function givenTag(name: string) {
  return { name, description: newTagDescription };
}
