import { Link } from 'react-router';
import classes from './tag-link.module.css';

/** A tag that links to its questions. */
export function TagLink({ name, description }: { readonly name: string; readonly description?: string }) {
  return (
    <Link to={`/home?tag=${encodeURIComponent(name)}`} className={classes.tag} title={description}>
      <bdi>{name}</bdi>
    </Link>
  );
}
