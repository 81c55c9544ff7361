import { DomainError, refuse } from '@parlour/contracts/errors';
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
  readonly language?: SiteLanguage;
  readonly colour?: SiteColour;
  readonly limits?: SiteLimits;
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
    const { signUp, language, colour, limits, current } = command;
    const name = command.name?.trim();
    const description = command.description?.trim();
    const contact = command.contact?.trim();
    const code = command.code?.trim();
    refuse(
      name === undefined ? undefined : checkSiteName(name),
      description === undefined ? undefined : checkSiteDescription(description),
      contact === undefined ? undefined : checkSiteContact(contact),
      code === undefined ? undefined : checkCode(code),
    );
    if ((signUp ?? current.signUp) === 'code' && (code ?? current.code) === '') {
      throw new DomainError('site.code', messages.siteCodeMissing);
    }
    const changes: SiteChanges = {
      ...(name !== undefined && name !== state.name && { name }),
      ...(description !== undefined && description !== state.description && { description }),
      ...(signUp !== undefined && signUp !== state.signUp && { signUp }),
      ...(contact !== undefined && contact !== (state.contact ?? siteDefaults.contact) && { contact }),
      ...(language !== undefined && language !== (state.language ?? siteDefaults.language) && { language }),
      ...(colour !== undefined && colour !== (state.colour ?? siteDefaults.colour) && { colour }),
      ...(limits !== undefined && limits !== (state.limits ?? siteDefaults.limits) && { limits }),
      ...(code !== undefined && code !== current.code && { codeChanged: true }),
    };
    return Object.keys(changes).length === 0 ? [] : [{ type: 'SiteChanged', data: changes }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'SiteChanged': {
        const { codeChanged: _, ...settings } = event.data;
        return { ...state, ...settings };
      }
      default:
        event.type satisfies never;
        return state;
    }
  },
};
