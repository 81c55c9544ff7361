import type { UserEvent } from '@testing-library/user-event';

/**
 * Pastes a text into a field and presses keys after it. Typing would re-render the form for each
 * letter.
 */
export async function fill(user: UserEvent, field: Element, text: string, keys?: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
  if (keys) await user.keyboard(keys);
}
