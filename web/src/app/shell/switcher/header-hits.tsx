import type { ComponentProps, ReactNode } from 'react';
import { ChoiceList } from './choice-list.tsx';
import classes from './switcher.module.css';

/** The same list below the header's field. Enter stays the field's own until one is chosen. */
export default function HeaderHits(list: ComponentProps<typeof ChoiceList>): ReactNode {
  return (
    <div className={classes.hits}>
      <ChoiceList {...list} />
    </div>
  );
}
