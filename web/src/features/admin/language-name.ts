let names: Intl.DisplayNames | undefined;

/** "German" for `de`; of a site that has not said it, so. */
export function languageName(tag: string): string {
  if (tag === '') return 'Not said';
  names ??= new Intl.DisplayNames('en', { type: 'language' });
  return names.of(tag) ?? tag;
}
