import type { ReactNode } from 'react';
import { CloseQuestions } from '../../../features/search/found-list.tsx';
import { TagsLike } from '../../../features/tags/tags-like.tsx';

/** What comes close to a search that found no question: other questions, or else tags. */
export function NothingFound({ q, none }: { readonly q: string; readonly none: ReactNode }): ReactNode {
  return (
    <CloseQuestions
      q={q}
      otherwise={
        <>
          <TagsLike q={q} />
          {none}
        </>
      }
    />
  );
}
