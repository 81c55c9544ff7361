import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import { lengthOf } from '@parlour/contracts/text/checks';
import type { CommunityVisibility, CommunityWire } from '@parlour/contracts/communities/communities';
import {
  checkCommunityDescription,
  checkCommunityName,
  isVisibility,
} from '@parlour/contracts/communities/community-checks';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useId } from 'react';
import { Link } from 'react-router';
import { serverText } from '../../../shared/http/call-failure.ts';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { CharactersLeft } from '../../../design/parts/form/characters-left.tsx';
import { DraftNote } from '../../../design/parts/draft/draft-note.tsx';
import { Emblem } from '../../../design/parts/look/emblem.tsx';
import { EmptyState } from '../../../design/parts/list/empty-state.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { type Icon, IconLock, IconWorld } from '../../../design/parts/look/icons.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { useForm } from '../../../design/parts/form/use-form.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { useGetContributionsQuery } from '../../../shared/contributions.api.ts';
import { useCreateCommunityMutation } from '../communities.api.ts';
import classes from './community-form.module.css';
import { visibilityMeanings } from '../membership/permissions.ts';
import { VisibilityMark } from '../../../design/parts/look/visibility-mark.tsx';

const choices: readonly { readonly value: CommunityVisibility; readonly label: string; readonly Icon: Icon }[] = [
  { value: 'public', label: 'Public', Icon: IconWorld },
  { value: 'private', label: 'Private', Icon: IconLock },
];

/** The form for a new community, if the viewer has enough posts; `onCreated` receives it. */
export function CreateCommunity({ onCreated }: { readonly onCreated: (community: CommunityWire) => void }) {
  const viewer = useViewer();
  // The cached count must not show the warning again after the person has posted the missing
  // question.
  const query = useGetContributionsQuery(viewer, { ...everyVisit, skip: viewer === '' });
  const enough = (query.data?.total ?? 0) >= limits.contributionsForCommunity;
  if (query.error && !enough) {
    return (
      <Failure title={messages.contributionsFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
    );
  }
  if (enough) return <CreateForm viewer={viewer} onCreated={onCreated} />;
  // Refetched on each visit, because there may be enough posts by now.
  return query.data && !query.isFetching ? <NotEnough total={query.data.total} /> : <FormSkeleton />;
}

function CreateForm({
  viewer,
  onCreated,
}: {
  readonly viewer: string;
  readonly onCreated: (community: CommunityWire) => void;
}) {
  const [createCommunity] = useCreateCommunityMutation();
  const form = useForm({
    initial: { name: '', description: '', visibility: 'public' },
    draft: 'community',
    check: ({ name, description }) => ({
      name: checkCommunityName(name.trim())?.text,
      description: checkCommunityDescription(description.trim())?.text,
    }),
    send: async ({ name, description, visibility }, { key }) => {
      const community = { name: name.trim(), description: description.trim(), visibility, owner: viewer };
      const { data, error } = await createCommunity({ ...community, submissionKey: key });
      if (data) onCreated(data);
      return error;
    },
  });
  const left = limits.communityNameLength - lengthOf(form.values.name.trim());
  const group = useId();
  return (
    <form {...form.form} className="stack" aria-label="Create a community">
      <DraftNote {...form.draft} />
      <Preview {...form.values} />
      <TextInput
        {...form.field('name')}
        label="Community Name"
        description={`Limit name to ${limits.communityNameLength} characters or less`}
        size="md"
        autoFocus
        autoComplete="off"
        rightSection={<CharactersLeft left={left} />}
      />
      <Textarea
        {...form.field('description')}
        label="Description"
        description="What it’s about and who it’s for"
        size="md"
        rows={3}
        classNames={{ input: classes.description ?? '' }}
      />
      <fieldset className={classes.visibility}>
        <legend>Visibility</legend>
        <div className={classes.choices}>
          {choices.map(({ value, label, Icon: Mark }) => (
            <label key={value} className={classes.choice}>
              <input
                type="radio"
                name="visibility"
                value={value}
                aria-describedby={`${group}-${value}`}
                aria-label={label}
                checked={form.values.visibility === value}
                onChange={() => {
                  form.set('visibility', value);
                }}
              />
              <strong>
                <Mark size={16} aria-hidden />
                {label}
              </strong>
              <small id={`${group}-${value}`}>{visibilityMeanings[value]}</small>
            </label>
          ))}
        </div>
      </fieldset>
      {form.failure !== undefined && <Failure title={messages.communityTaken} detail={serverText(form.failure)} />}
      <div>
        <Button type="submit" size="md" loading={form.pending}>
          Create
        </Button>
      </div>
    </form>
  );
}

/** How the community will look in lists. */
function Preview({
  name,
  description,
  visibility,
}: {
  readonly name: string;
  readonly description: string;
  readonly visibility: string;
}) {
  const shown = name.trim() === '' ? 'Your community' : name.trim();
  return (
    <div className={classes.preview} aria-hidden>
      <Emblem name={shown} size="xl" />
      <div className={classes.previewWords}>
        <div className={classes.previewName}>
          <bdi>{shown}</bdi>
          {isVisibility(visibility) && <VisibilityMark visibility={visibility} />}
        </div>
        <p className={classes.previewAbout} dir="auto">
          {description.trim() === '' ? 'What it’s about' : description.trim()}
        </p>
      </div>
    </div>
  );
}

function NotEnough({ total }: { readonly total: number }) {
  return (
    <EmptyState drawing="questions" title={messages.communityContributions}>
      <p>
        You need {limits.contributionsForCommunity} questions or answers; you have posted {total} so far.
      </p>
      <Button component={Link} to="/new/question">
        Ask a Question
      </Button>
    </EmptyState>
  );
}

function FormSkeleton() {
  return (
    <Loading label="Loading" className="stack">
      <Skeleton height={42} />
      <Skeleton height={96} />
      <Skeleton height={60} />
    </Loading>
  );
}
