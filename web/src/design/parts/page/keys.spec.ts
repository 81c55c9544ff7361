import { describe, expect, jest, test } from '@jest/globals';
import { commandKeys, commandName, isCommand, latinKey } from './keys.ts';

const keys = (pressed: string) => ({
  altKey: pressed.includes('Alt'),
  ctrlKey: pressed.includes('Ctrl'),
  metaKey: pressed.includes('Meta'),
  shiftKey: pressed.includes('Shift'),
});

const onMac = () =>
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');

describe('a command', () => {
  test.each(['', 'Shift', 'Ctrl Shift', 'Ctrl Alt', 'Ctrl Meta'])('is not %j', (pressed) => {
    expect(isCommand(keys(pressed))).toBe(false);
  });

  test('is Ctrl with a key', () => {
    expect(isCommand(keys('Ctrl'))).toBe(true);
    expect(commandName('K')).toBe('Ctrl+K');
    expect(commandKeys('K')).toBe('Control+K');
  });

  test('is Cmd on a Mac, where Ctrl moves the caret', () => {
    onMac();
    expect([isCommand(keys('Ctrl')), isCommand(keys('Meta'))]).toEqual([false, true]);
    expect(commandName('K')).toBe('⌘K');
    expect(commandKeys('K')).toBe('Meta+K');
  });
});

test.each([
  ['b', 'KeyB', 'b'],
  ['B', 'KeyB', 'B'],
  // Dvorak: the letter counts, not its place.
  ['x', 'KeyB', 'x'],
  // A French keyboard has a comma there.
  [',', 'KeyM', ','],
  ['ı', 'KeyI', 'ı'],
  ['и', 'KeyB', 'b'],
  ['И', 'KeyB', 'B'],
  ['β', 'KeyB', 'b'],
  ['/', 'Slash', '/'],
  ['Enter', 'Enter', 'Enter'],
])('%s at %s counts as %s', (key, code, counted) => {
  expect(latinKey({ key, code, shiftKey: key !== key.toLowerCase() })).toBe(counted);
});
