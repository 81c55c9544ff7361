import type { Outcome } from '../../../shared/http/outcome.ts';
import type { Edition } from '../../../shared/posts.api.ts';
import { MarkdownField } from '../editor/markdown-field.tsx';
import { PostText } from '../text/post-text.tsx';
import { EditForm } from './edit-form.tsx';
import { useEdit, type Versioned } from './use-edit.ts';

/** What the form of a post with one text gets from `usePost`. */
export interface EditTextProps<Post extends Versioned & { readonly text: string }> {
  readonly post: Post;
  readonly send: (edit: { readonly text: string }, edition: Edition) => Promise<Outcome<Post>>;
  readonly onSaved: (saved: Post) => void;
  readonly onCancel: () => void;
}

/** A post with one text, while its author edits it. */
export function EditText<Post extends Versioned & { readonly text: string }>({
  post,
  send,
  onSaved,
  onCancel,
  label,
  fieldLabel,
  compact = false,
  asPosted,
  check,
}: EditTextProps<Post> & {
  readonly label: string;
  readonly fieldLabel: string;
  readonly compact?: boolean;
  /** What is posted of what is written. */
  readonly asPosted: (text: string) => string;
  /** The error of what would be posted. */
  readonly check: (text: string) => { readonly text: string } | undefined;
}) {
  const form = useEdit({
    post,
    valuesOf: ({ text }) => ({ text }),
    check: ({ text }) => ({ text: check(asPosted(text))?.text }),
    send: ({ text }, edition) => send({ text: asPosted(text) }, edition),
    onSaved,
  });
  return (
    <EditForm
      label={label}
      form={form}
      current={form.current && <PostText text={form.current.text} />}
      onUseCurrent={form.useCurrent}
      onCancel={onCancel}
    >
      <MarkdownField
        {...form.field('text')}
        onUploads={form.onUploads}
        label={fieldLabel}
        compact={compact}
        autoFocus
      />
    </EditForm>
  );
}
