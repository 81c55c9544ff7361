import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearchParams } from 'react-router';
import classes from './header.module.css';

/** Enter opens /home with the search; a blank one opens /home (decisions S-5). */
export function SearchBox() {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const current = parameters.get('search') ?? '';
  return (
    <form
      role="search"
      className={classes.searchBox}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('search');
        const search = typeof typed === 'string' ? typed.trim() : '';
        void navigate(search === '' ? '/home' : `/home?search=${encodeURIComponent(search)}`);
      }}
    >
      <IconSearch size={18} aria-hidden className={classes.searchIcon} />
      <input
        // Keyed by the address: the box shows the current search, yet stays uncontrolled while
        // typing.
        key={current}
        type="search"
        name="search"
        defaultValue={current}
        placeholder="Search…"
        aria-label="Search questions"
        autoComplete="off"
        enterKeyHint="search"
        className={classes.searchInput}
      />
    </form>
  );
}
