import { Transform } from 'class-transformer';
import { IsBoolean, IsString, MaxLength } from 'class-validator';
import {
  documented,
  faults,
  Filter,
  FilterBy,
  Given,
  Id,
  IdOrNull,
  Names,
  Optional,
  OwnName,
  Text,
} from '../fields.ts';
import { type UserOrder, userOrders } from './identity.ts';
import { approvalLimits } from './approval.ts';
import { limits } from '../limits.ts';
import { PageRequest } from '../page.requests.ts';

const password = { maxLength: limits.passwordLength, format: 'password' };

/** Browser to gateway: signup and login. */
class Credentials {
  @Text(limits.usernameLength)
  readonly username: string = '';

  @Given({ minLength: 1, ...password })
  readonly password: string = '';
}

/** Browser to gateway: login. */
export class Login extends Credentials {
  @Optional(
    IsString(),
    documented(password, 'Replaces a temporary password; required after the code password.temporary'),
  )
  readonly newPassword?: string;
}

/** What a newcomer answers, which identity checks. */
function Answer(): PropertyDecorator {
  return Optional(
    IsString(),
    documented({ maxLength: approvalLimits.answerLength }, 'To the site’s question, if newcomers wait for approval'),
  );
}

/** Browser to gateway: signup. */
export class Signup extends Credentials {
  @Optional(IsString(), MaxLength(limits.signupCodeLength), documented({}, 'If the site asks for one'))
  readonly code?: string;

  @Optional(
    IsString(),
    MaxLength(limits.signupCodeLength),
    documented({}, 'The code of an invitation, which also works where nobody else can sign up'),
  )
  readonly invitation?: string;

  @Answer()
  readonly answer?: string;
}

/** Browser to gateway: googleLogin. */
export class GoogleLogin {
  @IsString()
  @MaxLength(8_192)
  @documented({}, 'The ID token from Google')
  readonly googleToken!: string;

  @Optional(
    IsString(),
    MaxLength(limits.signupCodeLength),
    documented({}, 'For a new account, if the site asks for one'),
  )
  readonly code?: string;

  @Answer()
  readonly answer?: string;
}

/** Browser to gateway: the list of people. */
export class GetUsers extends PageRequest {
  @Filter('A part of the username, case-insensitive')
  readonly search?: string;

  @Filter('A username to exclude')
  readonly exclude?: string;

  @FilterBy(userOrders, faults.order, 'By name if blank')
  readonly order?: UserOrder;
}

/** Browser to gateway: follow. */
export class Follow {
  @OwnName()
  readonly currentUser?: string;

  @IsString()
  readonly userToFollow!: string;
}

/**
 * Browser to gateway: unfollow, in the body or, as proxies may drop that, in the query (decisions
 * T-8).
 */
export class Unfollow {
  @OwnName()
  readonly currentUser?: string;

  @Optional(IsString(), documented({}, 'In the body or in the query'))
  readonly userToUnfollow?: string;
}

/** Browser to gateway: the same as a query. */
export class UnfollowQuery extends Unfollow {}

/** Browser to gateway: block and unblock. */
export class Block {
  @IsString()
  @documented({}, 'The person to block, or no longer; not the caller')
  readonly username!: string;
}

/** Browser to gateway: toggleFollowVisibility. */
export class Oneself {
  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: resetPassword. */
export class ResetPassword extends Oneself {
  @Given(password)
  readonly password: string = '';
}

/** Browser to gateway: endSession. */
export class OfSession {
  @Id('One of the caller’s own sessions')
  readonly sessionId!: string;
}

/** Browser to gateway: setPicture. */
export class SetPicture {
  @IdOrNull()
  readonly fileId: string | null = null;
}

/** Browser to gateway: the pictures of people. */
export class GetPictures {
  @Transform(({ value }: { value: unknown }) => (value === undefined ? [] : [value].flat()))
  @Names(
    { items: { type: 'string' }, maxItems: limits.page.greatest },
    'Given once for each name',
    limits.page.greatest,
  )
  readonly usernames: readonly string[] = [];
}

/** Browser to gateway: updateBiography. */
export class UpdateBiography extends Oneself {
  @IsString()
  @documented({ maxLength: limits.biographyLength })
  readonly biography!: string;
}

/** Browser to gateway: showOnline. */
export class ShowOnline extends Oneself {
  @IsBoolean()
  readonly shown: boolean = true;
}

/** Browser to gateway: setEmail. */
export class SetEmail {
  @Given({ minLength: 1, maxLength: limits.emailLength, format: 'email' })
  readonly email: string = '';
}

/** Browser to gateway: confirmEmail. */
export class OfLink {
  @Given({ minLength: 1, maxLength: limits.linkTokenLength }, 'From the link in a mail')
  readonly token: string = '';
}

/** Browser to gateway: forgotPassword. */
export class ForgotPassword {
  @Given({ minLength: 1, maxLength: limits.emailLength }, 'A username or an e-mail address')
  readonly name: string = '';
}

/** Browser to gateway: resetForgotten. */
export class ResetForgotten extends OfLink {
  @Given({ minLength: 1, ...password })
  readonly password: string = '';
}
