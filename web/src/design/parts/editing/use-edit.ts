import { useRef, useState } from 'react';
import { placeAt } from '../../../shared/drafts/drafts.ts';
import { currentOf } from '../../../shared/http/call-failure.ts';
import type { Outcome } from '../../../shared/http/outcome.ts';
import { useForm } from '../form/use-form.ts';
import { useUploadGate } from '../form/use-upload-gate.ts';

/** What can be edited. */
export interface Versioned {
  readonly _id: string;
  /** Counts from 1; an edit names the version that it is based on. */
  readonly version: number;
}

interface EditRules<Post extends Versioned, Name extends string, Saved> {
  /** The post as it is when editing begins. */
  readonly post: Post;
  readonly valuesOf: (post: Post) => Readonly<Record<Name, string>>;
  readonly check: (values: Readonly<Record<NoInfer<Name>, string>>) => {
    readonly [N in NoInfer<Name>]?: string | undefined;
  };
  /** Resolves with what was saved, or with the error; with neither if there was nothing to save. */
  readonly send: (
    values: Readonly<Record<NoInfer<Name>, string>>,
    submission: { readonly key: string; readonly version: number },
  ) => Promise<Outcome<Saved>>;
  readonly onSaved: (saved: Saved) => void;
}

/**
 * A form that edits a post. It names the version that it is based on; if somebody changed the post
 * meanwhile, or since its draft was written, that is `current`, and the next attempt is based on
 * it.
 */
export function useEdit<Post extends Versioned, Name extends string, Saved>({
  post,
  valuesOf,
  check,
  send,
  onSaved,
}: EditRules<Post, Name, Saved>) {
  const version = useRef(post.version);
  const { holds, ...uploads } = useUploadGate();
  const { isOld, ...form } = useForm<Name>({
    initial: valuesOf(post),
    check,
    holds,
    draft: placeAt('edit', post._id),
    versionOf: () => version.current,
    send: async (values, { key }) => {
      const { data, error } = await send(values, { key, version: version.current });
      if (data) onSaved(data);
      const newer = currentOf(error) as Post | undefined; // the reply of the same call
      if (newer) {
        version.current = newer.version;
        setCurrent(newer);
      }
      return error;
    },
  });
  const [current, setCurrent] = useState(isOld ? post : undefined);

  function goOnWith(saved: Post): void {
    version.current = saved.version;
    form.goOnWith(valuesOf(saved));
    setCurrent(undefined);
  }

  function useCurrent(): void {
    if (current) goOnWith(current);
  }

  return {
    ...form,
    ...uploads,
    // What the draft was based on is no longer current: nobody means to save that.
    draft: { ...form.draft, onDiscard: current ? useCurrent : form.draft.onDiscard },
    current,
    useCurrent,
    /** For a form that stays once its changes are saved. */
    goOnWith,
  };
}
