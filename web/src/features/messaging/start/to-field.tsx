import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Pill, PillsInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { limits } from '@parlour/contracts/limits';
import { useRef, useState } from 'react';
import classes from './person-picker.module.css';

/** Debounces typing. */
const typingMs = 250;

/** What the people are chosen for: before them, and to a screen reader at the button of each. */
export interface ToWords {
  readonly label: string;
  readonly removal: (username: string) => string;
}

/**
 * The people chosen for a chat, and a search for more; `onSearch` is called once typing pauses.
 * Backspace in the empty field removes the last person.
 */
export function ToField({
  words,
  chosen,
  autoFocus,
  onRemove,
  onSearch,
}: {
  readonly words: ToWords;
  readonly chosen: readonly string[];
  readonly autoFocus: boolean;
  readonly onRemove: (username: string) => void;
  readonly onSearch: (search: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const searchSoon = useDebouncedCallback(onSearch, typingMs);
  const last = chosen.at(-1);
  const field = useRef<HTMLInputElement>(null);
  return (
    <PillsInput classNames={{ input: classes.to ?? '' }}>
      <Pill.Group gap={4}>
        <span className="hint">{words.label}</span>
        {chosen.map((username) => (
          <Pill
            key={username}
            className={classes.pill ?? ''}
            withRemoveButton
            removeButtonProps={{
              className: classes.removePill ?? '',
              'aria-label': words.removal(username),
              'aria-hidden': false,
              tabIndex: 0,
              onClick: () => {
                onRemove(username);
                // The button goes away with its focus.
                field.current?.focus();
              },
            }}
          >
            <bdi>{username}</bdi>
          </Pill>
        ))}
        <PillsInput.Field
          ref={field}
          autoFocus={autoFocus}
          className={classes.toInput ?? ''}
          role="searchbox"
          aria-label="Search Usernames"
          placeholder={chosen.length === 0 ? 'Search Usernames' : ''}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            searchSoon(value.trim());
          }}
          onKeyDown={({ key, repeat }) => {
            // A key that is held down erases what is typed, and nobody beyond.
            if (key === 'Backspace' && typed === '' && !repeat && last !== undefined) onRemove(last);
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.usernameLength}
        />
      </Pill.Group>
    </PillsInput>
  );
}
