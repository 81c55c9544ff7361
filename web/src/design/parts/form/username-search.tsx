import { limits } from '@parlour/contracts/limits';
import { SearchField } from '../list/search-field.tsx';

/** Filters people by a part of the name; `onSearch` is called once typing pauses. */
export function UsernameSearch({
  initial = '',
  label = 'Search Usernames',
  size = 'sm',
  onSearch,
}: {
  readonly initial?: string;
  readonly label?: string;
  readonly size?: 'sm' | 'md';
  readonly onSearch: (search: string) => void;
}) {
  return (
    <SearchField
      // A dialog that it is in begins with it.
      data-autofocus
      label={label}
      placeholder="Search Usernames"
      search={initial}
      onSearch={onSearch}
      maxLength={limits.usernameLength}
      size={size}
    />
  );
}
