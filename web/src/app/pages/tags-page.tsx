import { TagList, TagTotal } from '../../features/tags/tag-list.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

/** All tags, each linking to its questions. */
export function TagsPage() {
  usePageTitle('Tags');
  return (
    <>
      <div className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title} tabIndex={-1}>
            Tags
          </h1>
          <p className={classes.below}>
            <TagTotal />
          </p>
        </div>
      </div>
      <TagList />
    </>
  );
}
