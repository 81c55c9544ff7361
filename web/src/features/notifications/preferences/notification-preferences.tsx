import { Button, Skeleton } from '@mantine/core';
import { notificationTypes, type NotificationType } from '@parlour/contracts/notifications/notifications';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { serverText } from '../../../shared/http/call-failure.ts';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconSettings } from '../../../design/parts/look/icons.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { Switch } from '../../../design/parts/form/switch.tsx';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useOptimisticValue } from '../../../shared/state/hooks/use-optimistic-value.ts';
import { changePreferences, useGetPreferencesQuery } from './preferences.api.ts';
import classes from './notification-preferences.module.css';

const choices: readonly (readonly [type: NotificationType, label: string])[] = [
  ['answer', 'New answers'],
  ['accepted', 'Accepted answers'],
  ['comment', 'New comments'],
  ['mention', 'Mentions of you'],
  ['follower', 'New followers'],
  ['gameInvite', 'Game invitations'],
  ['request', 'Requests to join'],
  ['decision', 'Decisions on your requests'],
  ['ownership', 'Communities handed over'],
  ['moderated', 'Posts removed by moderators'],
  ['report', 'Outcomes of your reports'],
];

/** Opens the viewer's notification preferences. */
export function NotificationPreferences() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSettings size={18} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        Preferences
      </Button>
      <Dialog opened={opened} title="Notification preferences" onClose={() => setOpened(false)}>
        <NotificationChoices />
      </Dialog>
    </>
  );
}

/** Which notifications the viewer wants. */
export function NotificationChoices() {
  // Another tab may have changed them, so each opening refetches.
  const query = useGetPreferencesQuery(undefined, everyVisit);
  if (query.data) return <Choices stored={query.data.wanted} />;
  if (query.error) {
    return (
      <Failure
        title="Preferences could not be loaded"
        detail={serverText(query.error)}
        onRetry={() => query.refetch()}
      />
    );
  }
  return (
    <Loading label="Loading preferences">
      {choices.map(([type]) => (
        <Skeleton key={type} height={22} mt={14} width="55%" />
      ))}
    </Loading>
  );
}

/** The preferences as one text, in catalogue order, so that equal ones are equal texts. */
function textOf(wanted: readonly NotificationType[]): string {
  return notificationTypes.filter((type) => wanted.includes(type)).join(' ');
}

/**
 * One switch per type. The server stores the preferences as a whole, so all share one wanted
 * value and none undoes another. Other tabs and devices may have changed other types since this
 * page read them, so a change is applied to what the server has by then.
 */
function Choices({ stored }: { readonly stored: readonly NotificationType[] }) {
  const dispatch = useDispatch<Dispatch>();
  const { value, want, failed } = useOptimisticValue(textOf(stored), async ({ from, to }) => {
    const { data, error } = await dispatch(changePreferences(typesIn(from), typesIn(to)));
    // Other tabs' changes come from the store: a reply that isn't `to` would be sent again.
    return data ? { status: 'settled', value: to } : { status: 'failed', error };
  });
  const wanted = typesIn(value);
  return (
    <>
      <fieldset>
        <legend className="hint">Notify me of</legend>
        {choices.map(([type, label]) => (
          <Switch
            key={type}
            className={classes.choice ?? ''}
            label={label}
            checked={wanted.includes(type)}
            onChange={({ currentTarget: { checked } }) => {
              want(textOf(checked ? [...wanted, type] : wanted.filter((other) => other !== type)));
            }}
          />
        ))}
      </fieldset>
      <p className={classes.note}>Changes are saved at once. Notifications you already have stay.</p>
      {failed && <Failure title="Preferences could not be saved" detail={serverText(failed.error)} />}
    </>
  );
}

function typesIn(text: string): readonly NotificationType[] {
  const words = text.split(' ');
  return notificationTypes.filter((type) => words.includes(type));
}
