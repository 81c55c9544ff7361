import type { SitePicture, SiteSettingsWire } from '@parlour/contracts/site';
import { PictureSetting, usePicturesOn } from '../../design/parts/picture/picture-setting.tsx';
import type { Wanted } from '../../design/parts/picture/crop-dialog.tsx';
import { Section } from '../../design/patterns/section.tsx';
import { useSubmission } from '../../shared/state/hooks/use-submission.ts';
import { useSetSitePictureMutation } from './admin.api.ts';
import classes from './admin.module.css';

interface Shown {
  readonly place: SitePicture;
  readonly kind: 'logo' | 'dark logo' | 'icon';
  readonly wanted: Wanted;
}

const logo: Shown = { place: 'logo', kind: 'logo', wanted: { widest: 640, ground: 'light' } };
const dark: Shown = { place: 'logoDark', kind: 'dark logo', wanted: { widest: 640, ground: 'dark' } };
const icon: Shown = { place: 'icon', kind: 'icon', wanted: { ratio: 1, widest: 512, ground: 'light' } };

/** Logo and icon of the site: each is in force as soon as it is chosen, without the form's Save. */
export function SitePictures({ site }: { readonly site: SiteSettingsWire }) {
  const [set] = useSetSitePictureMutation();
  const submit = useSubmission();
  if (!usePicturesOn(site.logo ?? site.icon)) return null;
  // A dark one is shown only beside the other.
  const places = site.logo === null && site.logoDark === null ? [logo, icon] : [logo, dark, icon];
  return (
    <Section
      id="site-pictures"
      title="Logo and icon"
      about="The logo stands in place of the name, on the sign-in page too; the icon is on the browser’s tabs. Shown when a page is reloaded."
    >
      {places.map(({ place, kind, wanted }) => (
        <div key={place} className={classes.choice}>
          <PictureSetting
            kind={kind}
            picture={site[place]}
            wanted={wanted}
            onChoose={async (fileId) => (await submit({ place, fileId }, set)).error}
          >
            {site[place] !== null && (
              <img
                className={`card ${classes.shown}`}
                style={{ colorScheme: wanted.ground }}
                src={site[place]}
                alt={`The ${kind}`}
              />
            )}
          </PictureSetting>
        </div>
      ))}
    </Section>
  );
}
