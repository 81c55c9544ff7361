import type { UserWire } from '@parlour/contracts/identity/identity';
import { Avatar } from '../../design/parts/person/avatar.tsx';
import { PictureSetting, usePicturesOn } from '../../design/parts/picture/picture-setting.tsx';
import { useSubmission } from '../../shared/state/hooks/use-submission.ts';
import { useSetPictureMutation } from './profile.api.ts';
import { SettingsCard } from './settings-card.tsx';

/** The viewer's own picture, which stands wherever their letter did. */
export function OwnPicture({ user: { username, picture } }: { readonly user: UserWire }) {
  const [set] = useSetPictureMutation();
  const submit = useSubmission();
  if (!usePicturesOn(picture)) return null;
  return (
    <SettingsCard title="Picture">
      <PictureSetting
        picture={picture}
        wanted={{ ratio: 1, widest: 512, round: true }}
        onChoose={async (fileId) => (await submit({ fileId }, set)).error}
      >
        <Avatar username={username} picture={picture} size="xl" />
      </PictureSetting>
    </SettingsCard>
  );
}
