import { Suspense, useRef, useState } from 'react';
import { useMatch, useNavigate, useSearchParams } from 'react-router';
import { lazyExtra } from '../../../design/parts/feedback/lazy-extra.ts';
import { IconSearch } from '../../../design/parts/look/icons.tsx';
import { commandKeys, commandName } from '../../../design/parts/page/keys.ts';
import { usePhone } from '../../../shared/state/hooks/use-media.ts';
import classes from './header.module.css';

// Without them, Enter still searches.
const HeaderHits = lazyExtra(async () => (await import('../switcher/header-hits.tsx')).default);

/**
 * Enter opens /home with the search; a blank one opens /home (decisions S-5). While somebody types,
 * the places of Ctrl+K (decisions S-10) are listed below. The button in it opens these as a dialog,
 * with what is typed; on a phone, the glass is that button.
 */
export function SearchBox({ onJump }: { readonly onJump: (typed: string) => void }) {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const phone = usePhone();
  const field = useRef<HTMLInputElement>(null);
  // The list loads with the first focus, and follows what is typed by itself.
  const [used, setUsed] = useState(false);
  const atQuestions = useMatch('/home') !== null;
  // On other pages, ?search= is the filter of their own list.
  const current = (atQuestions && parameters.get('search')) || '';
  return (
    <form
      role="search"
      className={classes.searchBox}
      onSubmit={(event) => {
        event.preventDefault();
        const search = typedIn(event.currentTarget);
        void navigate(search === '' ? '/home' : `/home?search=${encodeURIComponent(search)}`);
      }}
    >
      <IconSearch size={18} aria-hidden className={classes.searchIcon} />
      <input
        // Keyed by the address: the box shows the current search, yet stays uncontrolled while
        // typing.
        key={current}
        ref={field}
        type="search"
        name="search"
        defaultValue={current}
        placeholder={phone ? 'Search…' : 'Search questions…'}
        role="combobox"
        aria-label="Search questions"
        aria-autocomplete="list"
        aria-expanded={false}
        autoComplete="off"
        enterKeyHint="search"
        className={classes.searchInput}
        onFocus={() => setUsed(true)}
      />
      <Suspense fallback={null}>{used && <HeaderHits key={current} field={field} />}</Suspense>
      <button
        type="button"
        className={classes.jump}
        aria-haspopup="dialog"
        aria-keyshortcuts={commandKeys('K')}
        title={`Jump to… (${commandName('K')})`}
        onClick={({ currentTarget: { form } }) => onJump(form ? typedIn(form) : '')}
      >
        <span className="visually-hidden">Jump to…</span>
        <kbd className={classes.keys}>{commandName('K').replace('+', ' ')}</kbd>
      </button>
    </form>
  );
}

function typedIn(form: HTMLFormElement): string {
  const typed = new FormData(form).get('search');
  return typeof typed === 'string' ? typed.trim() : '';
}
