import { createContext, type ReactNode, useContext } from 'react';
import { IconShieldCheckFilled, IconStarFilled } from '../look/icons.tsx';
import classes from './person-role.module.css';

/** A person's role in the current community, if it has a mark. */
export type PersonRole = 'owner' | 'moderator';

const RoleOf = createContext<(username: string) => PersonRole | undefined>(() => undefined);
const Moderates = createContext(false);

/** Provides whether the viewer may remove the posts of others below it. */
export const ModeratesPosts = Moderates.Provider;

/** Whether the viewer leads the community of this place. */
export function useModerates(): boolean {
  return useContext(Moderates);
}

/** Provides the roles: names of owner and moderators below it get a mark. */
export function PersonRoles({
  roleOf,
  children,
}: {
  readonly roleOf: (username: string) => PersonRole | undefined;
  readonly children: ReactNode;
}) {
  return <RoleOf value={roleOf}>{children}</RoleOf>;
}

const marks = {
  owner: { Icon: IconStarFilled, label: 'Owner' },
  moderator: { Icon: IconShieldCheckFilled, label: 'Moderator' },
} as const satisfies Record<PersonRole, unknown>;

/** The mark of an owner or moderator of the current community; nothing for others. */
export function RoleMark({ username }: { readonly username: string }) {
  const role = useContext(RoleOf)(username);
  if (!role) return null;
  const { Icon, label } = marks[role];
  return (
    <span title={label}>
      <Icon size={15} role="img" aria-label={label} className={classes.mark} data-role={role} />
    </span>
  );
}
