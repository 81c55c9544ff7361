import { Injectable } from '@nestjs/common';
import { defaultSiteName } from '@parlour/contracts/limits';
import type { SignUpTerms } from '@parlour/contracts/identity/identity';
import { addressOfFile } from '@parlour/contracts/files/file-id';
import { siteDefaults, type SiteLimits, sitePictures, type SiteWire } from '@parlour/contracts/site';

/** The site as identity last told it, for everybody. Until then it has its defaults. */
@Injectable()
export class Site {
  private told: SiteWire | undefined;
  /** Until identity has told them, a site is taken for one in use. */
  terms: SignUpTerms = { isNew: false, passwordLength: 1 };

  constructor(
    private readonly signupCode: string,
    private readonly onLimits: (limits: SiteLimits) => void = () => undefined,
  ) {}

  get current(): SiteWire {
    const signUp = this.signupCode === '' ? 'everyone' : 'code';
    return this.told ?? { name: defaultSiteName, description: '', signUp, ...siteDefaults };
  }

  /** Whether it is a picture of the site, which everybody sees. */
  shows(fileId: string): boolean {
    return sitePictures.some((place) => this.current[place] === addressOfFile(fileId));
  }

  update(site: SiteWire, terms = this.terms): void {
    // During an upgrade, an older process of identity tells less.
    this.told = { ...siteDefaults, ...site };
    this.terms = terms;
    this.onLimits(site.limits);
  }
}
