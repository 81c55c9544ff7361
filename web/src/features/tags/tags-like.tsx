import type { ReactNode } from 'react';
import { TagLink } from '../../design/parts/text/tag-link.tsx';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { useCompleteTagsQuery } from '../../shared/tag-names.api.ts';

/** How a tag must begin: what is rarely wrong. */
const beginning = 4;

/** Tags that begin like the longest word of a search, after a word that says what they are. */
export function TagsLike({ q }: { readonly q: string }): ReactNode {
  const viewer = useViewer();
  const [longest = ''] = q.split(/\s+/).toSorted((one, other) => other.length - one.length);
  const prefix = longest.slice(0, beginning).toLowerCase();
  const { currentData: tags = [] } = useCompleteTagsQuery({ prefix, viewer }, { skip: prefix.length < beginning - 1 });
  if (tags.length === 0) return null;
  return (
    <div className="row">
      <span className="soft">Tags:</span>
      <ul className="row" aria-label="Tags">
        {tags.map(({ name }) => (
          <li key={name}>
            <TagLink name={name} />
          </li>
        ))}
      </ul>
    </div>
  );
}
