import { messages } from '@parlour/contracts/messages';
import { Failure } from '../../shared/parts/failure.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { useGetTagQuery } from './tags.api.ts';
import classes from './tags.module.css';

/** A tag's description, above its questions. */
export function TagDescription({ name }: { readonly name: string }) {
  // A path can't end in dots: browsers resolve them as folders, even if escaped.
  const askable = name !== '.' && name !== '..';
  const { currentData: tag, error } = useGetTagQuery(name, { skip: !askable });
  if (error !== undefined) {
    return (
      <div className={classes.about}>
        <Failure title={messages.tagFailed(name)} detail={serverText(error)} />
      </div>
    );
  }
  return tag && tag.description !== '' ? <p className={classes.about}>{tag.description}</p> : null;
}
