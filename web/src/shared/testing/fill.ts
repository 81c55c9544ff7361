import type { UserEvent } from '@testing-library/user-event';

/**
 * Pastes a text into a field and presses keys behind it. To type it draws the form anew for each of
 * its letters.
 */
export async function fill(user: UserEvent, field: Element, text: string, keys?: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
  if (keys) await user.keyboard(keys);
}
