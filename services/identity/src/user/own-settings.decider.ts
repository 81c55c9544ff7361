import { checkBiography, checkWellFormed } from '@parlour/contracts/text/checks';
import { refuse } from '@parlour/contracts/errors';
import type {
  BiographyUpdated,
  FollowVisibilityChanged,
  PasswordReset,
  PictureChosen,
} from '@parlour/contracts/identity/identity';
import type { CommandSpec } from '@parlour/kernel/log/commands';
import type { Decider } from '@parlour/kernel/log/decider';
import { checkStanding, registered, type Standing, userGuard, type UserState } from './user.decider.ts';

// Settings that people can change any number of times. Each has a stream of its own, of which only
// the last event is needed. So the stream of the person, which guards many commands, stays short.

/** A change of the person's own account. */
interface OwnChange {
  readonly userId: string;
  /** The state of the account; its stream guards the decision. */
  readonly user: UserState;
}

/** Change one's biography. */
export interface UpdateBiography extends OwnChange {
  readonly type: 'UpdateBiography';
  readonly biography: string;
}

/** Show whom one follows and one's followers to others, or hide it. */
export interface ToggleFollowVisibility extends OwnChange {
  readonly type: 'ToggleFollowVisibility';
}

/** Change the password; it is validated before it is hashed. */
export interface ResetPassword extends OwnChange, Standing {
  readonly type: 'ResetPassword';
}

/** Choose a picture, or none. */
export interface ChoosePicture extends OwnChange {
  readonly type: 'ChoosePicture';
  readonly fileId: string | null;
}

/** The stream of a person's picture. */
export function pictureStream(userId: string): string {
  return `picture/${userId}`;
}

/** The stream of a person's biography. */
export function biographyStream(userId: string): string {
  return `biography/${userId}`;
}

/** The stream of whether others see whom a person follows. */
export function followVisibilityStream(userId: string): string {
  return `followvisibility/${userId}`;
}

/** The stream of the passwords that a person chooses. */
export function passwordStream(userId: string): string {
  return `password/${userId}`;
}

/** The rules of biographies, whose text is in no event. */
export const biographyDecider: Decider<null, UpdateBiography, BiographyUpdated> = {
  initial: null,
  snapshots: 'all',
  decide({ userId, user, biography }) {
    registered(user);
    refuse(checkWellFormed(biography), checkBiography(biography));
    return [{ type: 'BiographyUpdated', data: { userId } }];
  },
  evolve: () => null,
};

/** The rules of pictures. */
export const pictureDecider: Decider<string | null, ChoosePicture, PictureChosen> = {
  initial: null,
  snapshots: 'all',
  decide({ userId, user, fileId }, current) {
    registered(user);
    return fileId === current ? [] : [{ type: 'PictureChosen', data: { userId, fileId } }];
  },
  evolve: (_, { data: { fileId } }) => fileId,
};

/** Whether others see whom a person follows. */
export const followVisibilityDecider: Decider<boolean, ToggleFollowVisibility, FollowVisibilityChanged> = {
  initial: true,
  snapshots: 'all',
  decide({ userId, user }, isVisible) {
    registered(user);
    return [{ type: 'FollowVisibilityChanged', data: { userId, visible: !isVisible } }];
  },
  evolve: (_, { data: { visible } }) => visible,
};

/** The rules of choosing another password. Source: decisions U-4. */
export const passwordDecider: Decider<null, ResetPassword, PasswordReset> = {
  initial: null,
  snapshots: 'all',
  decide(command) {
    registered(command.user);
    refuse(checkStanding(command.type, command));
    return [{ type: 'PasswordReset', data: { userId: command.userId } }];
  },
  evolve: () => null,
};

/** The command by which a person chooses another password, without its reply. */
export function choosePassword(
  userId: string,
  standing: Standing,
): Omit<CommandSpec<null, ResetPassword, PasswordReset, never, readonly [UserState]>, 'reply'> {
  return {
    streamId: passwordStream(userId),
    orderingKey: userId,
    decider: passwordDecider,
    guards: [userGuard(userId)],
    command: ({ guards: [user] }) => ({ type: 'ResetPassword', userId, user, ...standing }),
  };
}
