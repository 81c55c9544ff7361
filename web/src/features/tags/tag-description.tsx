import { messages } from '@parlour/contracts/messages';
import { Failure } from '../../shared/parts/failure.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { useGetTagQuery } from './tags.api.ts';
import classes from './tags.module.css';

/** What a tag is about, above its questions. */
export function TagDescription({ name }: { readonly name: string }) {
  // A path cannot end in dots: browsers take them for folders, however they are written.
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
