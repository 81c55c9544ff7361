import { messages } from '@parlour/contracts/messages';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { lazyPart } from '../../design/parts/feedback/lazy-part.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { useGetTagQuery } from './tags.api.ts';
import classes from './tags.module.css';

// With the editor, which the home page does without.
const TagTools = lazyPart(async () => (await import('./tag-tools.tsx')).default);

/** A tag's description, above its questions, and what can be done with it. */
export function TagDescription({ name }: { readonly name: string }) {
  // A path can't end in dots: browsers resolve them as folders, even if escaped.
  const askable = name !== '.' && name !== '..';
  const { currentData: tag, error } = useGetTagQuery(name, { skip: !askable });
  // Once it is there, it stays, with what is written in its form.
  if (error !== undefined && !tag) {
    return (
      <div className={classes.about}>
        <Failure title={messages.tagFailed(name)} detail={serverText(error)} />
      </div>
    );
  }
  // The description and what is below it keep their lines while they load.
  return (
    <>
      <p className={classes.about} dir="auto">
        {tag?.description}
      </p>
      <div className={classes.tools}>{tag && <TagTools key={tag.name} tag={tag} />}</div>
    </>
  );
}
