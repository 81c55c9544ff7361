import { CreateCommunity } from '../../features/communities/create-community.tsx';
import { communityAddress } from '../../features/communities/position.ts';
import { useGoOn } from '../../shared/navigation/use-go-on.ts';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

/** Creates a community, then opens it. */
export function CreateCommunityPage() {
  const goOn = useGoOn();
  usePageTitle('Create Community');
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          Create Community
        </h1>
      </div>
      <div className={classes.card}>
        <CreateCommunity onCreated={({ _id: id, name }) => goOn(communityAddress(id), `${name} was created.`)} />
      </div>
    </>
  );
}
