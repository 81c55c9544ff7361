import { useSiteTexts } from '../../shared/state/site.ts';
import classes from './brand.module.css';

/**
 * The product's mark and the site's name; the server writes the name into the first frame. Where
 * the site has a logo, the server's styles show that instead.
 */
export function Brand() {
  const { name, logos } = useSiteTexts();
  return (
    <span className={classes.brand}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden>
        <rect width="32" height="32" rx="8" className={classes.ground} />
        <path d="M11 26V14.5A6 6 0 1 1 17 20.5h-2.2" className={classes.letter} />
        <circle cx="17" cy="14.5" r="2" className={classes.token} />
      </svg>
      <span className={classes.title} dir="auto" data-site-name>
        {name}
      </span>
      {logos?.split(' ').map((address) => (
        <img key={address} src={address} alt={name} />
      ))}
    </span>
  );
}
