import { Skeleton } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { Loading } from '../feedback/loading.tsx';
import list from './card-list.module.css';
import classes from './list-row.module.css';

/**
 * A row of a list: a title, how its text begins, a line about it, and numbers at its end. All of it
 * leads where the title does.
 */
export function ListRow({
  to,
  title,
  excerpt,
  unread = false,
  numbers,
  children,
}: {
  readonly to: string;
  readonly title: string;
  readonly excerpt?: ReactNode;
  readonly unread?: boolean | undefined;
  readonly numbers?: ReactNode;
  /** The line below. */
  readonly children: ReactNode;
}) {
  return (
    <article className={classes.row} data-unread={unread}>
      <div className={classes.text}>
        <h2 className={classes.title} dir="auto">
          <Link to={to}>{title}</Link>
        </h2>
        {unread && <span className="visually-hidden">Unread</span>}
        {excerpt !== undefined && excerpt !== '' && (
          <p className={classes.excerpt} dir="auto">
            {excerpt}
          </p>
        )}
      </div>
      {numbers}
      <div className={classes.meta}>{children}</div>
    </article>
  );
}

/** Where rows will be. */
export function RowSkeletons(others: ComponentProps<typeof Loading>) {
  return (
    <Loading className={list.card} {...others}>
      {[72, 54, 84, 61, 77, 48, 66, 58].map((width) => (
        <div key={width} className={classes.row}>
          <div className={classes.text}>
            <Skeleton height={16} my={3} width={`${width}%`} />
            <Skeleton height={12} mt={5} mb={8} width="92%" className={classes.excerpt ?? ''} />
          </div>
          <Skeleton height={22} width={140} className={classes.numbers ?? ''} />
          <div className={classes.meta}>
            <div className={classes.tags}>
              <Skeleton height={20} my={2} width={120} />
            </div>
            <div className={classes.people}>
              <Skeleton height={20} my={2} width={`${width / 2}%`} />
            </div>
          </div>
        </div>
      ))}
    </Loading>
  );
}
