import { CreateCommunity } from '../../../features/communities/list/create-community.tsx';
import { communityAddress } from '../../../features/communities/membership/permissions.ts';
import { useNavigateWhenDone } from '../../../shared/navigation/use-navigate-when-done.ts';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import classes from '../page.module.css';

/** Creates a community, then opens it. */
export function CreateCommunityPage() {
  const goOn = useNavigateWhenDone();
  usePageTitle('Create Community');
  return (
    <>
      <PageHead title="Create Community" />
      <div className={`${classes.card} ${classes.reading}`}>
        <CreateCommunity onCreated={({ _id: id, name }) => goOn(communityAddress(id), `${name} was created.`)} />
      </div>
    </>
  );
}
