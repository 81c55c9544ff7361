type Modifiers = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Whether a key is pressed together with any of those that change what it does. */
export function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: Modifiers): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

/** Whether the keyboard is Apple's: Ctrl with a letter moves the caret there, and Cmd commands. */
function isApple(): boolean {
  return /Macintosh|iPhone|iPad/.test(navigator.userAgent);
}

/** Whether a key is pressed together with Ctrl alone, or with Cmd alone. */
export function isCommand({ altKey, ctrlKey, metaKey, shiftKey }: Modifiers): boolean {
  if (altKey || shiftKey || ctrlKey === metaKey) return false;
  return metaKey || !isApple();
}

/** A command as its keys are named here. */
export function commandName(key: string): string {
  return isApple() ? `⌘${key}` : `Ctrl+${key}`;
}

/** What `aria-keyshortcuts` says of a command. */
export function commandKeys(key: string): string {
  return `${isApple() ? 'Meta' : 'Control'}+${key}`;
}

const latin = /^[\p{ASCII}\p{Script=Latin}]/u;

/**
 * What a key types; where it types no Latin letter, as on a Greek or a Russian keyboard, the letter
 * of its place.
 */
export function latinKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  if (latin.test(key) || place === undefined) return key;
  return shiftKey ? place : place.toLowerCase();
}
