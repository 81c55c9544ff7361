/**
 * Whether a key belongs to a word that is still being composed, as in Japanese. WebKit ends the
 * composition before the key that confirms it, which has this code then.
 */
export function isComposing({
  isComposing: composes,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return composes || keyCode === 229;
}
