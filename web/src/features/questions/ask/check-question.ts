import { checkTags, checkTitle, parseTags, postedText } from '@parlour/contracts/text/checks';
import { checkQuestionText } from '@parlour/contracts/posts/post-checks';
import { withSitePaths } from '../../../shared/text/site-links.ts';

/** The faults of a question as it is typed, by field. */
export function checkQuestion({
  title,
  text,
  tags,
}: {
  readonly title: string;
  readonly text: string;
  readonly tags: string;
}) {
  return {
    title: checkTitle(title.trim())?.text,
    text: checkQuestionText(withSitePaths(postedText(text)))?.text,
    tags: checkTags(parseTags(tags))?.text,
  };
}
