import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearchParams } from 'react-router';
import classes from './header.module.css';

/** Enter goes to /home with what was typed; blanks go to /home (decisions S-5). */
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
        // A new key where the address changes: the box shows what is searched for, and one may still type freely.
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
