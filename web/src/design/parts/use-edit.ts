import type { Editable } from '@parlour/contracts/editable';
import { useRef, useState } from 'react';
import { currentOf } from '../../shared/http/call-failure.ts';
import { useForm } from './use-form.ts';

interface EditRules<Post extends Editable & { readonly _id: string }, Name extends string> {
  /** The post as it is when editing begins. */
  readonly post: Post;
  readonly valuesOf: (post: Post) => Readonly<Record<Name, string>>;
  readonly check: (values: Readonly<Record<NoInfer<Name>, string>>) => {
    readonly [N in NoInfer<Name>]?: string | undefined;
  };
  readonly send: (
    values: Readonly<Record<NoInfer<Name>, string>>,
    submission: { readonly key: string; readonly version: number },
  ) => Promise<unknown>;
}

/**
 * A form that edits a post. It names the version that it is based on; if somebody changed the post
 * meanwhile, that is `current`, and the next attempt is based on it.
 */
export function useEdit<Post extends Editable & { readonly _id: string }, Name extends string>({
  post,
  valuesOf,
  check,
  send,
}: EditRules<Post, Name>) {
  const [current, setCurrent] = useState<Post>();
  const version = useRef(post.version);
  const [initial, setInitial] = useState(() => valuesOf(post));
  const form = useForm<Name>({
    initial,
    check,
    draft: `edit:${post._id}`,
    versionOf: () => version.current,
    send: async (values, { key }) => {
      const error = await send(values, { key, version: version.current });
      const newer = currentOf(error) as Post | undefined; // the reply of the same call
      if (newer) {
        version.current = newer.version;
        setCurrent(newer);
      }
      return error;
    },
  });
  const names = Object.keys(initial) as Name[]; // the values' own names
  return {
    ...form,
    current,
    isChanged: names.some((name) => form.values[name] !== initial[name]),
    useCurrent: () => {
      if (!current) return;
      const values = valuesOf(current);
      setInitial(values);
      form.startAfresh(values);
      setCurrent(undefined);
    },
  };
}
