import { checkComment } from '@parlour/contracts/posts/post-checks';
import { postedText } from '@parlour/contracts/text/checks';
import type { CommentWire } from '@parlour/contracts/qa/qa';
import { EditText, type EditTextProps } from '../../design/parts/editing/edit-text.tsx';

/** A comment being edited by its author. */
export default function EditComment(props: EditTextProps<CommentWire>) {
  return (
    <EditText
      {...props}
      label="Edit comment"
      fieldLabel="Comment text"
      compact
      asPosted={postedText}
      check={checkComment}
    />
  );
}
