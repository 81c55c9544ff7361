import type { ComponentProps } from 'react';

/** Where something will be, while it is loading: a group, because a name needs a role. */
export function Loading({ label, ...others }: ComponentProps<'div'> & { readonly label: string }) {
  return <div role="group" aria-busy="true" aria-label={label} {...others} />;
}
