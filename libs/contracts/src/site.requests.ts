import { IsIn, IsString } from 'class-validator';
import { documented, Filter, Given, idForm, IdOrNull, OneOf, Optional } from './fields.ts';
import { limits } from './limits.ts';
import { PageRequest } from './page.requests.ts';
import {
  type SignUpMode,
  signUpModes,
  type SiteColour,
  siteColours,
  type SiteLanguage,
  siteLanguages,
  type SiteLimits,
  siteLimits,
  type SitePicture,
  sitePictures,
} from './site.ts';

/** Browser to gateway: changes of the site's settings; what is absent stays. */
export class ChangeSite {
  @Optional(IsString(), documented({ minLength: 1, maxLength: limits.siteNameLength }))
  readonly name?: string;

  @Optional(IsString(), documented({ maxLength: limits.siteDescriptionLength }))
  readonly description?: string;

  @Optional(IsIn(signUpModes), documented({ enum: [...signUpModes] }, 'Who may sign up'))
  readonly signUp?: SignUpMode;

  @Optional(IsString(), documented({ maxLength: limits.siteContactLength }, 'Who helps people that cannot sign in'))
  readonly contact?: string;

  @Optional(IsIn(siteLanguages), documented({ enum: [...siteLanguages] }, 'The language of what people write'))
  readonly language?: SiteLanguage;

  @Optional(IsIn(siteColours), documented({ enum: [...siteColours] }, 'The colour of buttons and links'))
  readonly colour?: SiteColour;

  @Optional(IsIn(siteLimits), documented({ enum: [...siteLimits] }, 'How often people may do things'))
  readonly limits?: SiteLimits;

  @Optional(IsString(), documented({ maxLength: limits.signupCodeLength }, 'What people need to sign up'))
  readonly code?: string;
}

/** Browser to gateway: a picture of the site. */
export class SetSitePicture {
  @OneOf(sitePictures)
  readonly place: SitePicture = 'logo';

  @IdOrNull()
  readonly fileId: string | null = null;
}

/** Browser to gateway: people, for administration. */
export class GetAccounts extends PageRequest {
  @Filter('A part of the username, case-insensitive')
  readonly search?: string;
}

/** Browser to gateway: an account. */
export class OfAccount {
  @Given({ minLength: 1 }, 'Whose account')
  readonly username: string = '';
}

/** Browser to gateway: another name for an account. */
export class RenameAccount extends OfAccount {
  @Given({ minLength: 1, maxLength: limits.usernameLength }, 'The new username, with the rules of sign-up')
  readonly name: string = '';

  @Optional(IsString(), documented({ maxLength: limits.deleteReasonLength }, 'For the site’s log'))
  readonly reason?: string;
}

/** Browser to gateway: the sessions to end. */
export class EndSessions extends OfAccount {
  @Optional(IsString(), documented({ pattern: idForm.source }, 'Only this session; all if omitted'))
  readonly sessionId?: string;
}
