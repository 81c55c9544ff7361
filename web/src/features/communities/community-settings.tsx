import type { CommunityWire } from '@parlour/contracts/communities';
import classes from './community-settings.module.css';
import { ModerationLog } from './moderation-log.tsx';
import { PeopleSection } from './people-section.tsx';
import { VisibilitySelect } from './visibility-select.tsx';

/** What owner and moderators can change in a community. */
export function CommunitySettings({ community }: { readonly community: CommunityWire }) {
  const { _id: communityId, visibility, position } = community;
  const owner = position === 1;
  return (
    <div className={classes.sections}>
      <VisibilitySelect community={community} />
      {visibility === 'private' && (
        <PeopleSection
          communityId={communityId}
          title="Pending members"
          about="People who ask to join. If you deny a request, they can ask again."
          list="pendingMembers"
          none="There are no requests."
          alone
          actions={[
            { label: 'Approve', list: 'pendingMembers', action: 'approve' },
            { label: 'Deny', list: 'pendingMembers', action: 'deny' },
          ]}
        />
      )}
      <PeopleSection
        communityId={communityId}
        title="Ban members"
        about="Banned people can’t see this community. Removed people can join or ask again."
        list="members"
        suits={(person) => person.position === 3 || (owner && person.position === 2)}
        strangers
        none="There is nobody to ban."
        actions={[
          { label: 'Ban', list: 'bannedMembers', action: 'add' },
          { label: 'Remove', list: 'members', action: 'remove' },
        ]}
      />
      <PeopleSection
        communityId={communityId}
        title="Unban members"
        about="Unbanned people can join or ask to join again."
        list="bannedMembers"
        none="Nobody is banned."
        actions={[{ label: 'Unban', list: 'bannedMembers', action: 'remove' }]}
      />
      {owner && (
        <>
          <PeopleSection
            communityId={communityId}
            title="Add moderator"
            about="Moderators can approve requests, ban people and change the visibility."
            list="members"
            suits={(person) => person.position === 3}
            none="Everyone is already a moderator."
            actions={[{ label: 'Add moderator', list: 'moderators', action: 'add' }]}
          />
          <PeopleSection
            communityId={communityId}
            title="Remove moderator"
            about="Former moderators stay members."
            list="moderators"
            none="There are no moderators."
            actions={[{ label: 'Remove moderator', list: 'moderators', action: 'remove' }]}
          />
        </>
      )}
      <ModerationLog communityId={communityId} />
    </div>
  );
}
