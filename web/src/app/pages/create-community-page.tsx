import { useNavigate } from 'react-router';
import { CreateCommunity } from '../../features/communities/create-community.tsx';
import { communityAddress } from '../../features/communities/position.ts';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

/** Founds a community, and goes there. */
export function CreateCommunityPage() {
  const navigate = useNavigate();
  usePageTitle('Create Community');
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          Create Community
        </h1>
      </div>
      <div className={classes.card}>
        <CreateCommunity onCreated={({ _id: id }) => void navigate(communityAddress(id))} />
      </div>
    </>
  );
}
