import { DomainError, refuse } from '@parlour/contracts/errors';
import { checkFileLimit, fileLimitNames, type FileLimits, usualFileLimits } from '@parlour/contracts/files/file-limits';
import { checkQuestion } from '@parlour/contracts/identity/approval';
import { messages } from '@parlour/contracts/messages';
import {
  checkCode,
  checkSiteContact,
  checkSiteDescription,
  checkSiteName,
  type SiteChanged,
  type SiteChanges,
  type SignUpMode,
  type SiteColour,
  siteDefaults,
  type SiteInviters,
  type SiteLanguage,
  type SiteLimits,
} from '@parlour/contracts/site';
import type { Decider } from '@parlour/kernel/log/decider';

/** What operators have changed. */
export interface SiteState {
  readonly name?: string;
  readonly description?: string;
  readonly signUp?: SignUpMode;
  readonly contact?: string;
  readonly question?: string;
  readonly language?: SiteLanguage;
  readonly colour?: SiteColour;
  readonly limits?: SiteLimits;
  readonly files?: Partial<FileLimits>;
  readonly inviters?: SiteInviters;
}

/** Change settings of the site; what is absent stays. */
export interface ChangeSettings extends SiteState {
  readonly type: 'ChangeSettings';
  readonly code?: string;
  /** What is in force, be it by default. */
  readonly current: { readonly signUp: SignUpMode; readonly code: string };
}

/** The stream of the site's settings. */
export const siteStream = 'site';

/** The rules of the site's settings. Source: decisions O-6. */
export const siteDecider: Decider<SiteState, ChangeSettings, SiteChanged> = {
  initial: {},
  // Operators must be able to change them at any time.
  always: () => true,

  decide(command, state) {
    const { signUp, language, colour, limits, inviters, current } = command;
    const name = command.name?.trim();
    const description = command.description?.trim();
    const contact = command.contact?.trim();
    const question = command.question?.trim();
    const code = command.code?.trim();
    refuse(
      name === undefined ? undefined : checkSiteName(name),
      description === undefined ? undefined : checkSiteDescription(description),
      contact === undefined ? undefined : checkSiteContact(contact),
      question === undefined ? undefined : checkQuestion(question),
      code === undefined ? undefined : checkCode(code),
    );
    if ((signUp ?? current.signUp) === 'code' && (code ?? current.code) === '') {
      throw new DomainError('site.code', messages.siteCodeMissing);
    }
    const files = changedLimits(command.files, { ...usualFileLimits, ...state.files });
    const changes: SiteChanges = {
      ...(name !== undefined && name !== state.name && { name }),
      ...(description !== undefined && description !== state.description && { description }),
      ...(signUp !== undefined && signUp !== state.signUp && { signUp }),
      ...(contact !== undefined && contact !== (state.contact ?? siteDefaults.contact) && { contact }),
      ...(question !== undefined && question !== (state.question ?? siteDefaults.question) && { question }),
      ...(language !== undefined && language !== (state.language ?? siteDefaults.language) && { language }),
      ...(colour !== undefined && colour !== (state.colour ?? siteDefaults.colour) && { colour }),
      ...(limits !== undefined && limits !== (state.limits ?? siteDefaults.limits) && { limits }),
      ...(files && { files }),
      ...(inviters !== undefined && inviters !== (state.inviters ?? siteDefaults.inviters) && { inviters }),
      ...(code !== undefined && code !== current.code && { codeChanged: true }),
    };
    return Object.keys(changes).length === 0 ? [] : [{ type: 'SiteChanged', data: changes }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'SiteChanged': {
        const { codeChanged: _, files, ...settings } = event.data;
        return { ...state, ...settings, ...(files && { files: { ...state.files, ...files } }) };
      }
      default:
        event.type satisfies never;
        return state;
    }
  },
};

/** The limits of files that change; undefined if none does. */
function changedLimits(wanted: Partial<FileLimits> = {}, current: FileLimits): Partial<FileLimits> | undefined {
  const changed = fileLimitNames.flatMap((limit) => {
    const value = wanted[limit] ?? current[limit];
    refuse(checkFileLimit(limit, value));
    return value === current[limit] ? [] : [[limit, value] as const];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
