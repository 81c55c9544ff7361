import { checkAnswerText } from '@parlour/contracts/posts/post-checks';
import { postedText } from '@parlour/contracts/text/checks';
import type { AnswerWire } from '@parlour/contracts/qa/qa';
import { EditText, type EditTextProps } from '../../design/parts/editing/edit-text.tsx';
import { withSitePaths } from '../../shared/text/site-links.ts';

/** An answer being edited by its author. */
export default function EditAnswer(props: EditTextProps<AnswerWire>) {
  return (
    <EditText
      {...props}
      label="Edit answer"
      fieldLabel="Answer Text"
      asPosted={(text) => withSitePaths(postedText(text))}
      check={checkAnswerText}
    />
  );
}
