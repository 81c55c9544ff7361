let names: Intl.DisplayNames | undefined;

/** "German" for `de`, or that none is set. */
export function languageName(tag: string): string {
  if (tag === '') return 'Not set';
  names ??= new Intl.DisplayNames('en', { type: 'language' });
  return names.of(tag) ?? tag;
}
