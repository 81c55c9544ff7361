import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { IconButton } from '../look/icon-button.tsx';
import { IconSearch, IconX } from '../look/icons.tsx';
import classes from './search-field.module.css';

/** Debounces typing. */
const typingMs = 250;

/** Filters a list: `onSearch` is called once typing pauses. */
export function SearchField({
  label,
  placeholder,
  search = '',
  onSearch,
  clearable = false,
  ...field
}: Pick<TextInputProps, 'className' | 'maxLength' | 'size'> & {
  readonly 'data-autofocus'?: boolean;
  readonly label: string;
  readonly placeholder: string;
  /** The search that the list shows; it may also change by other means, such as Back. */
  readonly search?: string;
  readonly onSearch: (search: string) => void;
  /** With a button of its own that empties it, beside what browsers have. */
  readonly clearable?: boolean;
}) {
  const [typed, setTyped] = useState(search);
  /** The last text that was sent, and the last that arrived. */
  const [known, setKnown] = useState({ sent: search, came: search });
  if (search !== known.came) {
    setKnown({ sent: search, came: search });
    if (search !== known.sent) setTyped(search);
  }
  const box = useRef<HTMLInputElement>(null);
  const searchSoon = useDebouncedCallback((next: string) => {
    setKnown((before) => ({ ...before, sent: next }));
    onSearch(next);
  }, typingMs);
  return (
    <TextInput
      {...field}
      ref={box}
      {...(clearable ? { role: 'searchbox' } : { type: 'search' })}
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        searchSoon(value.trim());
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        clearable &&
        typed !== '' && (
          <IconButton
            label="Clear search"
            title="Clear search"
            icon={IconX}
            size={16}
            className={classes.clear ?? ''}
            onClick={() => {
              setTyped('');
              searchSoon('');
              searchSoon.flush();
              box.current?.focus();
            }}
          />
        )
      }
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
