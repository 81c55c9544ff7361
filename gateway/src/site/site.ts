import { Injectable } from '@nestjs/common';
import type { ToldSite } from '@parlour/contracts/identity.calls';
import { defaultSiteName } from '@parlour/contracts/limits';
import { siteDefaults, type SiteLimits, type SiteWire } from '@parlour/contracts/site';

/** The site as identity last told it, for everybody. Until then it has its defaults. */
@Injectable()
export class Site {
  private told: SiteWire | undefined;

  constructor(
    private readonly signupCode: string,
    private readonly onLimits: (limits: SiteLimits) => void = () => undefined,
  ) {}

  get current(): SiteWire {
    const signUp = this.signupCode === '' ? 'everyone' : 'code';
    return this.told ?? { name: defaultSiteName, description: '', signUp, ...siteDefaults };
  }

  update({ name, description, signUp, ...rest }: ToldSite): void {
    const { language, colour, limits } = { ...siteDefaults, ...rest };
    this.told = { name, description, signUp, language, colour, limits };
    this.onLimits(limits);
  }
}
