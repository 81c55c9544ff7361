import { Skeleton } from '@mantine/core';
import type { SiteAct, SiteChanges, SiteLogEntryWire, SiteLogPost, SitePicture } from '@parlour/contracts/site';
import { Link } from 'react-router';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { ListFoot } from '../../design/parts/list/list-foot.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { PersonLink } from '../../design/parts/person/person-link.tsx';
import { RelativeTime } from '../../design/parts/text/relative-time.tsx';
import { Section } from '../../design/patterns/section.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { rowsOf } from '../../shared/http/pages.ts';
import { addressOfPost } from '../../shared/navigation/post-address.ts';
import { useGetSiteLogInfiniteQuery } from './admin.api.ts';
import classes from './admin.module.css';
import { languageName } from './language-name.ts';

const failed = 'The log could not be loaded';

/** The operators' actions, newest first. */
export function SiteLog() {
  const query = useGetSiteLogInfiniteQuery(undefined, everyVisit);
  const entries = rowsOf(query.data?.pages, ({ _id }) => _id);
  return (
    <Section title="Site log" about="What operators have done, here and on the server.">
      {query.error && !query.isFetchNextPageError && (
        <Failure title={failed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
      )}
      {!entries && !query.error && (
        <Loading label="Loading the log">
          <Skeleton height={120} />
        </Loading>
      )}
      {entries?.length === 0 && <p className={classes.none}>No entries yet.</p>}
      {entries && entries.length > 0 && (
        <ol className={classes.log} aria-label="Site log">
          {entries.map((entry) => (
            <li key={entry._id}>
              <span className={classes.entry}>
                <Sentence entry={entry} />
              </span>
              <span className={classes.when}>
                <RelativeTime at={entry.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
      <ListFoot query={query} label="Show more" failed={failed} automatic={false} />
    </Section>
  );
}

/** The words before the person concerned, and after them. */
const phrases: Record<SiteAct, readonly [string, string]> = {
  founded: ['', 'created the first account and became operator'],
  operatorAdded: ['made', 'an operator'],
  operatorRemoved: ['removed', 'as operator'],
  approved: ['approved', ''],
  declined: ['declined', 'somebody who wanted to join'],
  suspended: ['suspended', ''],
  restored: ['restored', ''],
  passwordReset: ['reset the password of', ''],
  renamed: ['renamed', ''],
  memberAdded: ['created an account for', ''],
  sessionEnded: ['ended a session of', ''],
  siteChanged: ['', ''],
  postRemoved: ['removed', ''],
  postRestored: ['restored', ''],
  communityClosed: ['closed the community', ''],
};

function Sentence({
  entry: { act, by, to, names, changes, post, community, reason },
}: {
  readonly entry: SiteLogEntryWire;
}) {
  const [verb, rest] = phrases[act];
  return (
    <>
      {by !== undefined ? <PersonLink username={by} /> : act === 'founded' ? null : 'The server’s operator'} {verb}{' '}
      {post && <Post post={post} />}
      {community !== undefined && (
        <>
          <bdi>{community}</bdi> of
        </>
      )}{' '}
      {names ? <Names names={names} /> : to !== undefined && <PersonLink username={to} />}
      {rest !== '' && ` ${rest}`}
      {reason !== undefined && (
        <>
          : <bdi>{reason}</bdi>
        </>
      )}
      {changes && <Changed changes={changes} />}
    </>
  );
}

/** Any name that the person has had leads to them. */
function Names({ names: { from, to } }: { readonly names: NonNullable<SiteLogEntryWire['names']> }) {
  return (
    <>
      <bdi>{from}</bdi> to <PersonLink username={to} />
    </>
  );
}

const articles = {
  question: 'a question',
  answer: 'an answer',
  comment: 'a comment',
  message: 'a message',
  poll: 'a poll',
} as const;

function Post({ post: { kind, id, questionId, communityId } }: { readonly post: SiteLogPost }) {
  const words = articles[kind];
  const address =
    questionId !== undefined
      ? addressOfPost(questionId, { kind, id })
      : communityId !== undefined
        ? `/community/${communityId}`
        : undefined;
  return <>{address === undefined ? words : <Link to={address}>{words}</Link>} of</>;
}

const admitted = {
  everyone: 'everyone',
  code: 'people with a code',
  approval: 'people whom operators approve',
  nobody: 'nobody',
} as const;

const pictures: Record<SitePicture, string> = { logo: 'the logo', logoDark: 'the dark logo', icon: 'the icon' };

/** What was changed, and last what was removed: each with its verb. */
function Changed({ changes }: { readonly changes: SiteChanges }) {
  const { name, description, contact, question, signUp, language, colour, limits, files, inviters } = changes;
  const { codeChanged, picture } = changes;
  const parts = [
    name !== undefined && (
      <>
        the name to “<bdi>{name}</bdi>”
      </>
    ),
    description !== undefined && description !== '' && (
      <>
        the description to “<bdi>{description}</bdi>”
      </>
    ),
    contact !== undefined &&
      (contact === '' ? (
        'the contact to none'
      ) : (
        <>
          the contact to “<bdi>{contact}</bdi>”
        </>
      )),
    signUp !== undefined && `who may sign up to ${admitted[signUp]}`,
    question !== undefined && 'the question to newcomers',
    language !== undefined && `the language to ${language === '' ? 'none' : languageName(language)}`,
    colour !== undefined && `the colour to ${colour}`,
    limits !== undefined && `the limits to ${limits === 'server' ? 'the server’s' : limits}`,
    files && 'the limits of files',
    inviters !== undefined && `who may invite people to ${inviters}`,
    codeChanged && 'the sign-up code',
    picture?.isRemoved === false && pictures[picture.place],
  ].filter((part) => part !== false && part !== undefined);
  const removed =
    (description === '' && 'removed the description') || (picture?.isRemoved && `removed ${pictures[picture.place]}`);
  return (
    <>
      {parts.length > 0 && 'changed '}
      {parts.map((part, place) => (
        // The parts of an entry never change.
        <span key={place}>
          {place > 0 && (place === parts.length - 1 ? ' and ' : ', ')}
          {part}
        </span>
      ))}
      {removed && (parts.length > 0 ? `, and ${removed}` : removed)}
    </>
  );
}
