import { Injectable } from '@nestjs/common';
import { defaultSiteName } from '@parlour/contracts/limits';
import type { SiteWire } from '@parlour/contracts/site';

/** The site as identity last told it, for everybody. Until then it has its defaults. */
@Injectable()
export class Site {
  private told: SiteWire | undefined;

  constructor(private readonly signupCode: string) {}

  get current(): SiteWire {
    return (
      this.told ?? { name: defaultSiteName, description: '', signUp: this.signupCode === '' ? 'everyone' : 'code' }
    );
  }

  update({ name, description, signUp }: SiteWire): void {
    this.told = { name, description, signUp };
  }
}
