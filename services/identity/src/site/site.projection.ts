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
    SiteChanged: ({ data: { codeChanged: _, files, ...settings } }) =>
      Object.entries({ ...settings, ...files }).map(([name, value]) =>
        upsert(SiteSettingRow, { name, value: String(value) }),
      ),
    SitePictureChosen: ({ data: { place: name, fileId: value } }) => [
      value === null ? remove(SiteSettingRow, { name }) : upsert(SiteSettingRow, { name, value }),
    ],
  },
});
