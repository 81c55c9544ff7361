import { Injectable } from '@nestjs/common';
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

  update(site: SiteWire): void {
    this.told = site;
    this.onLimits(site.limits);
  }
}
