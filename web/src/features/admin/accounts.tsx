import { Button, Skeleton } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import type { AdminPersonWire } from '@parlour/contracts/site';
import { useRef, useState } from 'react';
import { CalendarDate } from '../../design/parts/calendar-date.tsx';
import { Chip } from '../../design/parts/chip.tsx';
import { DestroyButton } from '../../design/parts/destroy-button.tsx';
import { Dialog } from '../../design/parts/dialog.tsx';
import { Failure } from '../../design/parts/failure.tsx';
import { IconBan, IconDots, IconTool } from '../../design/parts/icons.tsx';
import { ListFoot } from '../../design/parts/list-foot.tsx';
import { Menu } from '../../design/parts/menu.tsx';
import { PersonLink } from '../../design/parts/person-link.tsx';
import { copyText } from '../../design/parts/share.ts';
import { UsernameSearch } from '../../design/parts/username-search.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { count } from '../../shared/text/count.ts';
import { actsOn } from './account-acts.ts';
import { useGetAccountsInfiniteQuery } from './admin.api.ts';
import classes from './admin.module.css';
import { useAccountActs } from './use-account-acts.ts';

/** Everybody with an account, and what an operator can do with it. */
export function Accounts() {
  const [search, setSearch] = useState('');
  const query = useGetAccountsInfiniteQuery(search === '' ? {} : { search }, { refetchOnMountOrArgChange: true });
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const people = rows && [...new Map(rows.map((row) => [row._id, row])).values()];
  const acts = useAccountActs();
  return (
    <section className={classes.section} aria-labelledby="accounts">
      <div>
        <h2 id="accounts" className={classes.title}>
          People
        </h2>
        <p className={classes.about}>Everybody with an account on this site.</p>
      </div>
      <UsernameSearch onSearch={setSearch} />
      {query.error !== undefined && !query.isFetchNextPageError && (
        <Failure title={messages.usersFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
      )}
      {!people && query.error === undefined && <Skeleton height={160} aria-label="Loading users" />}
      {people?.length === 0 && <p className={classes.none}>No Users Found</p>}
      {people && people.length > 0 && (
        <table className={classes.table} aria-labelledby="accounts" aria-busy={query.currentData === undefined}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <tr key={person._id}>
                <td>
                  <Person person={person} />
                </td>
                <td className={classes.acts}>
                  <RowMenu person={person} onWant={acts.want} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListFoot
        query={query}
        label="Show more users"
        failed={messages.usersFailed}
        automatic={query.error === undefined}
      />
      <ActDialog {...acts} />
    </section>
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
        joined <CalendarDate at={dateJoined} /> · {count(sessions, 'session')}
      </span>
    </div>
  );
}

function RowMenu({
  person,
  onWant,
}: {
  readonly person: AdminPersonWire;
  readonly onWant: ReturnType<typeof useAccountActs>['want'];
}) {
  const target = useRef<HTMLButtonElement>(null);
  const possible = actsOn(person);
  if (possible.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button ref={target} type="button" className={classes.more} aria-label={`Actions: ${person.username}`}>
          <IconDots size={18} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {possible.map((act) => (
          <Menu.Item
            key={act.key}
            className={act.isGrave === true ? (classes.grave ?? '') : ''}
            onClick={() => {
              if (target.current) onWant({ act, username: person.username, button: target.current });
            }}
          >
            {act.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
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
    <Dialog opened={isAsking} title={`${act.question} ${username}?`} returnFocus={false} onClose={close}>
      {password === undefined ? (
        <>
          <p className={classes.consequence}>{act.consequence}</p>
          {failure !== undefined && <Failure title={`${label} failed`} detail={serverText(failure)} />}
          <div className={classes.buttons}>
            <Act loading={isPending} onClick={({ currentTarget }) => confirm(currentTarget)}>
              {label}
            </Act>
            <Button variant="default" data-autofocus disabled={isPending} onClick={close}>
              Cancel
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={classes.consequence} role="status">
            Tell {username} this password. It is shown only now, works for a day, and lets them choose a new one.
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
