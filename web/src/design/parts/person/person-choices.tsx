import type { UserRowWire } from '@parlour/contracts/identity/identity';
import { useHeldRows } from '../../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../../shared/state/hooks/use-hover-pause.ts';
import { IconCheck } from '../look/icons.tsx';
import { Avatar } from './avatar.tsx';
import classes from './person-choices.module.css';

/** A list of people; a click selects or deselects. `useChoiceKeys` leads to it from a field. */
export function PersonChoices({
  people,
  search,
  chosen,
  onToggle,
  unavailable,
  pending = false,
}: {
  readonly people: readonly Pick<UserRowWire, '_id' | 'username'>[];
  /** What they were searched by. */
  readonly search: string;
  readonly chosen: readonly string[];
  readonly onToggle: (username: string) => void;
  /** People who can't be chosen, and why not. */
  readonly unavailable?: { readonly names: readonly string[]; readonly why: string } | undefined;
  /** Whether another list is loading. */
  readonly pending?: boolean;
}) {
  const pause = useHoverPause();
  const rows = useHeldRows(people, { held: pause.now && !pending, of: search, idOf: ({ _id }) => _id });
  return (
    <ul {...pause.handlers} className={classes.list} aria-label="Users" aria-busy={pending} data-choices>
      {rows.map(({ _id: id, username }) => (
        <li key={id}>
          <button
            type="button"
            className={classes.person}
            data-name={username}
            aria-pressed={chosen.includes(username)}
            disabled={unavailable?.names.includes(username)}
            onClick={() => {
              onToggle(username);
            }}
          >
            <Avatar username={username} />
            <bdi className={classes.name}>{username}</bdi>
            {chosen.includes(username) && <IconCheck size={17} aria-hidden />}
            {unavailable?.names.includes(username) && <span className={classes.why}>{unavailable.why}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
