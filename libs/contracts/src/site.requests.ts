import { IsIn, IsInt, IsString } from 'class-validator';
import { documented, Filter, Given, Id, idForm, IdOrNull, Inner, OneOf, Optional } from './fields.ts';
import { approvalLimits } from './identity/approval.ts';
import { type FileLimit, fileLimitBounds, type FileLimits } from './files/file-limits.ts';
import { limits } from './limits.ts';
import { PageRequest } from './page.requests.ts';
import {
  type SignUpMode,
  signUpModes,
  type SiteColour,
  siteColours,
  type SiteInviters,
  siteInviters,
  type SiteLanguage,
  siteLanguages,
  type SiteLimits,
  siteLimits,
  type SitePicture,
  sitePictures,
} from './site.ts';

/** A limit of files, which a decider checks. */
function Chosen(limit: FileLimit, description: string): PropertyDecorator {
  const [minimum, maximum] = fileLimitBounds[limit];
  return Optional(IsInt(), documented({ type: 'integer', minimum, maximum }, description));
}

/** Limits of files that change. */
export class ChangeFileLimits implements Partial<FileLimits> {
  @Chosen('imageMegabytes', 'Of a picture, in 1,024² bytes')
  readonly imageMegabytes?: number;

  @Chosen('imageMegapixels', 'Of a picture, in millions')
  readonly imageMegapixels?: number;

  @Chosen('fileMegabytes', 'Of another file')
  readonly fileMegabytes?: number;

  @Chosen('filesPerPost', 'In a post')
  readonly filesPerPost?: number;

  @Chosen('personMegabytes', 'Of all files of a person, with their previews')
  readonly personMegabytes?: number;
}

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

  @Optional(
    IsString(),
    documented({ maxLength: approvalLimits.questionLength }, 'What those who wait for approval are asked'),
  )
  readonly question?: string;

  @Optional(IsIn(siteLanguages), documented({ enum: [...siteLanguages] }, 'The language of what people write'))
  readonly language?: SiteLanguage;

  @Optional(IsIn(siteColours), documented({ enum: [...siteColours] }, 'The colour of buttons and links'))
  readonly colour?: SiteColour;

  @Optional(IsIn(siteLimits), documented({ enum: [...siteLimits] }, 'How often people may do things'))
  readonly limits?: SiteLimits;

  @Optional(Inner(ChangeFileLimits), documented({}, 'What people may upload'))
  readonly files?: ChangeFileLimits;

  @Optional(IsIn(siteInviters), documented({ enum: [...siteInviters] }, 'Who may invite people'))
  readonly inviters?: SiteInviters;

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

/** Browser to gateway: somebody who waits for approval. */
export class OfWaiting {
  @Id('As in the list of those who wait')
  readonly userId!: string;
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
