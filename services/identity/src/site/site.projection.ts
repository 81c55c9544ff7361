import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { projection } from '@parlour/kernel/view/projection';
import { remove, upsert } from '@parlour/kernel/view/row-changes';
import { SiteSettingRow } from './site.entity.ts';

/** The settings that operators have changed. */
export const siteView = projection<IdentityEvent>({
  name: 'identity.site',
  source: 'identity',
  entities: [SiteSettingRow],
  changes: {
    SiteChanged: ({ data: { codeChanged: _, ...settings } }) =>
      Object.entries(settings).map(([name, value]) => upsert(SiteSettingRow, { name, value })),
    SitePictureChosen: ({ data: { place: name, fileId: value } }) => [
      value === null ? remove(SiteSettingRow, { name }) : upsert(SiteSettingRow, { name, value }),
    ],
  },
});
