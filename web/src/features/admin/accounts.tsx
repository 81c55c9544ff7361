import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import type { AdminPersonWire } from '@parlour/contracts/site';
import { useEffect, useRef, useState } from 'react';
import { CalendarDate } from '../../design/parts/text/calendar-date.tsx';
import { Chip } from '../../design/parts/form/chip.tsx';
import { DestroyButton } from '../../design/parts/overlay/destroy-button.tsx';
import { CancelButton, Dialog } from '../../design/parts/overlay/dialog.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { IconBan, IconTool } from '../../design/parts/look/icons.tsx';
import { moveFocus } from '../../design/parts/page/move-focus.ts';
import { PersonLink } from '../../design/parts/person/person-link.tsx';
import { RowMenu } from '../../design/parts/overlay/row-menu.tsx';
import { copyText } from '../../design/parts/page/share.ts';
import { UsernameSearch } from '../../design/parts/form/username-search.tsx';
import { Section } from '../../design/patterns/section.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { count } from '../../shared/text/count.ts';
import { AdminTable } from './admin-table.tsx';
import { actsOn } from './account-acts.ts';
import { useGetAccountsInfiniteQuery } from './admin.api.ts';
import classes from './admin.module.css';
import { RenameDialog, type Renaming } from './rename-dialog.tsx';
import { useAccountActs } from './use-account-acts.ts';

/** Everybody with an account, and what an operator can do with it. */
export function Accounts() {
  const [search, setSearch] = useState('');
  const query = useGetAccountsInfiniteQuery(search === '' ? {} : { search }, everyVisit);
  const acts = useAccountActs();
  const [renaming, setRenaming] = useState<Renaming>();
  const heading = useRef<HTMLHeadingElement>(null);
  /** The button of a person whose name may have changed. */
  const renamed = useRef<HTMLElement>(undefined);
  useEffect(() => {
    // By its search or its order, the list may have that person no more.
    if (renamed.current?.isConnected !== false) return;
    moveFocus(renamed.current, heading.current);
    renamed.current = undefined;
  }, [query.data]);
  return (
    <Section id="accounts" title="People" about="Everybody with an account on this site." heading={heading}>
      <UsernameSearch onSearch={setSearch} />
      <AdminTable
        query={query}
        labelledBy="accounts"
        kind={['Person', 'users']}
        failed={messages.usersFailed}
        none="No Users Found"
        row={(person) => <Person person={person} />}
        menu={(person) => <AccountMenu person={person} onWant={acts.want} onRename={setRenaming} />}
      />
      <ActDialog {...acts} />
      {renaming && (
        <RenameDialog
          username={renaming.username}
          onClose={() => {
            setRenaming(undefined);
            renaming.button.focus();
            renamed.current = renaming.button;
          }}
        />
      )}
    </Section>
  );
}

function Person({
  person: { username, operator, suspended, dateJoined, sessions },
}: {
  readonly person: AdminPersonWire;
}) {
  return (
    <div className={classes.person}>
      <PersonLink username={username} avatar="m" />
      {operator && (
        <Chip tone="baize" icon={<IconTool size={13} aria-hidden />}>
          Operator
        </Chip>
      )}
      {suspended && (
        <Chip tone="danger" icon={<IconBan size={13} aria-hidden />}>
          Suspended
        </Chip>
      )}
      <span className={classes.facts}>
        joined <CalendarDate at={dateJoined} /> ·{' '}
        {sessions === 0 ? 'not signed in' : `signed in on ${count(sessions, 'device')}`}
      </span>
    </div>
  );
}

function AccountMenu({
  person,
  onWant,
  onRename,
}: {
  readonly person: AdminPersonWire;
  readonly onWant: ReturnType<typeof useAccountActs>['want'];
  readonly onRename: (wanted: Renaming) => void;
}) {
  const { username, operator, own } = person;
  const rename = { label: 'Rename…', onWant: (button: HTMLElement) => onRename({ username, button }) };
  const others = actsOn(person).map((act) => ({
    ...act,
    onWant: (button: HTMLElement) => onWant({ act, username, button }),
  }));
  return <RowMenu of={username} acts={!operator || own ? [rename, ...others] : others} />;
}

/** Asks before an act, and shows the password that one of them answers. */
function ActDialog({
  asked,
  isAsking,
  isPending,
  failure,
  password,
  confirm,
  close,
}: ReturnType<typeof useAccountActs>) {
  if (!asked?.act.consequence) return null;
  const { act, username } = asked;
  const label = act.label.replace('…', '');
  const Act = act.isGrave === true ? DestroyButton : Button;
  return (
    <Dialog
      opened={isAsking}
      // A click beside it would lose the password, which nobody can read again.
      isForm={password !== undefined}
      title={`${act.question} ${username}?`}
      // The reply may be a password that is shown only once.
      pending={isPending}
      returnFocus={false}
      onClose={close}
    >
      {password === undefined ? (
        <>
          <p className={classes.consequence}>{act.consequence}</p>
          {failure !== undefined && <Failure title={`${label} failed`} detail={serverText(failure)} />}
          <div className={classes.buttons}>
            <Act loading={isPending} onClick={({ currentTarget }) => confirm(currentTarget)}>
              {label}
            </Act>
            <CancelButton isFocused />
          </div>
        </>
      ) : (
        <>
          <p className={classes.consequence} role="status">
            Tell {username} this password. It is shown only once, works for a day, and lets them choose a new one.
          </p>
          <code className={classes.password}>{password}</code>
          <div className={classes.buttons}>
            <Button onClick={() => void copyText(password, 'Password copied.')}>Copy</Button>
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
