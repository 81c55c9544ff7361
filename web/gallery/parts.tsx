import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import type { PollOptionWire } from '@parlour/contracts/communities/communities';
import { type ReactNode, useEffect, useState } from 'react';
import { Avatar } from '../src/design/parts/person/avatar.tsx';
import { Avatars } from '../src/design/parts/person/avatars.tsx';
import { BadgedIcon } from '../src/design/parts/look/badged-icon.tsx';
import { Checkbox } from '../src/design/parts/form/checkbox.tsx';
import { Chip, type ChipTone } from '../src/design/parts/form/chip.tsx';
import { CountBadge } from '../src/design/parts/look/count-badge.tsx';
import { DestroyButton } from '../src/design/parts/overlay/destroy-button.tsx';
import type { DrawingName } from '../src/design/parts/look/drawing.tsx';
import { EmptyState } from '../src/design/parts/list/empty-state.tsx';
import { Failure } from '../src/design/parts/feedback/failure.tsx';
import {
  IconArrowLeft,
  IconArrowRight,
  IconBell,
  IconChevronLeft,
  IconChevronRight,
  IconPlus,
  IconSearch,
} from '../src/design/parts/look/icons.tsx';
import { Emblem } from '../src/design/parts/look/emblem.tsx';
import { FilterLinks } from '../src/design/parts/list/filter-links.tsx';
import { IconButton } from '../src/design/parts/look/icon-button.tsx';
import { ListFilter } from '../src/design/parts/list/list-filter.tsx';
import { ListFoot } from '../src/design/parts/list/list-foot.tsx';
import { MarkdownField } from '../src/design/parts/editor/markdown-field.tsx';
import { OnlineAvatar } from '../src/design/parts/person/online-avatar.tsx';
import { PostMenu } from '../src/design/parts/post/post-menu.tsx';
import { Switch } from '../src/design/parts/form/switch.tsx';
import { Tombstone } from '../src/design/parts/post/tombstone.tsx';
import { LoadMore } from '../src/design/parts/list/load-more.tsx';
import { PostText } from '../src/design/parts/text/post-text.tsx';
import { NavTabs } from '../src/design/parts/page/nav-tabs.tsx';
import { PersonLink } from '../src/design/parts/person/person-link.tsx';
import { PersonRoles } from '../src/design/parts/person/person-role.tsx';
import { SegmentedControl } from '../src/design/parts/form/segmented.tsx';
import { TagLink } from '../src/design/parts/text/tag-link.tsx';
import { ClosedMark, VisibilityMark } from '../src/design/parts/look/visibility-mark.tsx';
import { PageHead } from '../src/design/patterns/page-head.tsx';
import { QuestionRow } from '../src/design/parts/list/question-row.tsx';
import { RailLayout, RailSection } from '../src/design/patterns/rail-layout.tsx';
import { DayChart } from '../src/features/admin/day-chart.tsx';
import { PollChart } from '../src/features/polls/poll/poll-chart.tsx';
import { onlineUpdate } from '../src/shared/state/online.ts';
import classes from './gallery.module.css';
import { questionRows } from './samples.ts';

const tones: readonly ChipTone[] = ['plain', 'baize', 'brass', 'plum', 'danger'];
const people = ['Freya', 'Ines', 'Arthur', 'Lucia', 'Ben', 'Yuki'];
const drawings: readonly DrawingName[] = [
  ...(['questions', 'chats', 'games', 'communities', 'people'] as const),
  ...(['notifications', 'tags', 'polls', 'lost'] as const),
];
const colours = [
  ...['ground', 'surface', 'raised', 'field', 'hover', 'line', 'line-strong', 'ink', 'soft', 'faint'],
  ...['baize', 'baize-wash', 'brass', 'brass-wash', 'plum', 'plum-wash', 'danger', 'danger-wash'],
];
const text = [
  'A paragraph with **strong** and *emphasised* words, `code`, and [a link](https://example.org).',
  '> A quotation.\n\n- one\n- two\n  1. nested',
  '```ts\nconst answer: number = 42; // a remark\n```',
  'A paragraph with **strong** words after a block of code.',
].join('\n\n');

/** In the address itself: others load once they are near. The fragment takes the width. */
const face = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="teal"/><circle cx="4" cy="4" r="3" fill="gold"/></svg>',
)}#`;

/** Every part in every state, in groups; the pictures of each group are compared. */
export const groups: Readonly<Record<string, () => ReactNode>> = {
  scales: () => (
    <>
      {[7, 6, 5, 4, 3, 2, 1].map((size) => (
        <p key={size} className={classes.sample} data-size={size}>
          Text {size}: The quick brown fox, 0123456789
        </p>
      ))}
      <h1>A page’s title in Fraunces</h1>
      <div className={classes.row}>
        {colours.map((colour) => (
          <span key={colour} className={classes.swatch} style={{ background: `var(--${colour})` }} title={colour} />
        ))}
      </div>
    </>
  ),
  buttons: () => (
    <div className={classes.row}>
      {(['filled', 'default', 'light', 'subtle'] as const).map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button disabled>disabled</Button>
      <DestroyButton onClick={() => undefined}>Delete</DestroyButton>
      <DestroyButton variant="default" onClick={() => undefined}>
        Delete…
      </DestroyButton>
      <Button variant="light" color="danger">
        Remove
      </Button>
      <Button size="xs">small</Button>
      <SegmentedControl data={['Light', 'Dark', 'System']} aria-label="Theme" />
    </div>
  ),
  fields: () => (
    <div className={classes.column}>
      <TextInput label="Username" description="What others see." placeholder="ann" />
      <TextInput
        label="Password"
        error="This is too short"
        defaultValue="secret"
        leftSection={<IconSearch size={16} />}
      />
      <TextInput label="Disabled" disabled defaultValue="unchangeable" />
      <Textarea label="Text" defaultValue="Several lines" rows={3} />
      <Checkbox label="Off" />
      <Checkbox label="On" defaultChecked />
      <Switch label="Off" />
      <Switch label="On" defaultChecked />
    </div>
  ),
  marks: () => (
    <>
      {[false, true].map((solid) => (
        <p key={String(solid)} className={classes.row}>
          {tones.map((tone) => (
            <Chip key={tone} tone={tone} solid={solid} icon={<IconBell size={12} />}>
              {tone}
            </Chip>
          ))}
        </p>
      ))}
      <p className={classes.row}>
        <CountBadge number={1} label="one" />
        <CountBadge number={120} label="many" />
        <BadgedIcon number={4}>
          <IconBell size={22} />
        </BadgedIcon>
        <TagLink name="programming" />
        <TagLink name="a-rather-long-tag" />
      </p>
    </>
  ),
  people: () => (
    <>
      {(['s', 'm', 'l', 'xl'] as const).map((size) => (
        <p key={size} className={classes.row}>
          {people.map((name) => (
            <Avatar key={name} username={name} size={size} />
          ))}
        </p>
      ))}
      <p className={classes.row}>
        <Avatars usernames={people} />
        <Avatars usernames={people.slice(0, 3)} size="m" />
        <PersonRoles roleOf={(name) => (name === 'Freya' ? 'owner' : name === 'Ines' ? 'moderator' : undefined)}>
          {people.slice(0, 3).map((name) => (
            <span key={name}>
              <PersonLink username={name} avatar="s" />
            </span>
          ))}
        </PersonRoles>
      </p>
    </>
  ),
  places: () => (
    <>
      <PageHead title="All Questions" below="58 questions">
        <Button variant="default">Other</Button>
        <Button>Ask a Question</Button>
      </PageHead>
      <NavTabs
        label="Parts"
        tabs={[
          { to: '/', label: 'Polls', current: true, count: 3 },
          { to: '/posts', label: 'Posts', current: false },
          { to: '/members', label: 'Members', current: false, count: 12 },
        ]}
      />
      <RailLayout label="About" rail={<RailSection title="About">What belongs to the page.</RailSection>}>
        <Skeleton height={16} width="60%" />
        <Skeleton height={12} width="40%" mt="sm" />
        <LoadMore label="Show more questions" automatic={false} onMore={() => undefined} />
      </RailLayout>
      <Failure title="Error when fetching questions" detail="The server is busy." onRetry={() => undefined} />
    </>
  ),
  empty: () => (
    <div className={classes.grid}>
      {drawings.map((drawing) => (
        <EmptyState key={drawing} drawing={drawing} title={drawing}>
          <p>What would be here, in one sentence.</p>
        </EmptyState>
      ))}
    </div>
  ),
  emblems: () => (
    <p className={classes.row}>
      {(['s', 'm', 'l', 'xl'] as const).map((size) => (
        <Emblem key={size} name="Harbour Sailing Club" size={size} />
      ))}
      <Emblem name="allotment" />
      <Emblem name="7 Seas" />
      <Emblem name="?!" />
    </p>
  ),
  online: () => <Online />,
  filters: () => (
    <>
      <FilterLinks
        links={[
          { to: '/any', title: 'By Rosa', removes: true },
          { to: '/', title: 'Open', isCurrent: true },
          { to: '/resolved', title: 'Resolved', isCurrent: false },
          { to: '/all', title: 'Everything there is', isCurrent: false },
        ]}
      />
      {['', 'sail'].map((search) => (
        <ListFilter
          key={search}
          label={`Filter ${search}`}
          placeholder="Filter by name"
          search={search}
          orders={[
            { value: 'most', label: 'Most questions' },
            { value: 'name', label: 'Name' },
          ]}
          order={search === '' ? 'most' : 'name'}
          onSearch={nothing}
          onOrder={nothing}
        />
      ))}
      <ListFoot query={more} label="Show more tags" failed="" automatic={false} />
      <ListFoot query={{ ...more, isFetchingNextPage: true }} label="Show more tags" failed="" automatic={false} />
      <ListFoot
        query={{ ...more, isFetchNextPageError: true }}
        label="Show more tags"
        failed="More tags could not be loaded"
        automatic={false}
      />
    </>
  ),
  editor: () => (
    <div className={classes.column} data-wide>
      <Editor label="Text" written="A **text** with `code`." />
      <Editor label="With a fault" written="" error="Question text cannot be empty" />
      <Editor label="Beside its preview" written={'- one\n- **two**'} beside />
      <Editor label="Short" written="" compact />
    </div>
  ),
  posts: () => (
    <>
      <Tombstone deleted={{ by: 'author', reason: null }} onRestore={nothing} />
      <Tombstone deleted={{ by: 'moderator', reason: 'Off topic, and posted twice.' }} />
      <Tombstone deleted={{ by: 'operator', reason: 'Advertising' }} onRestore={nothing} />
      <p className={classes.row}>
        A post with a menu <PostMenu label="Actions for this post" acts={[]} />
      </p>
    </>
  ),
  charts: () => (
    <div className={classes.grid}>
      <div className={classes.chart}>
        <PollChart options={votes} />
      </div>
      <div className={classes.chart}>
        <DayChart label="Posts" days={days} numbers={numbers} />
      </div>
    </div>
  ),
  arrows: () =>
    (['ltr', 'rtl'] as const).map((direction) => (
      <p key={direction} className={classes.row} dir={direction}>
        {[IconArrowLeft, IconChevronLeft, IconChevronRight, IconArrowRight].map((Arrow, place) => (
          <IconButton key={place} label={`Arrow ${place}`} icon={Arrow} />
        ))}
        <IconButton label="Disabled" icon={IconPlus} disabled />
        <Button leftSection={<IconArrowLeft size={16} aria-hidden />} variant="default">
          Back
        </Button>
      </p>
    )),
  visibility: () => (
    <p className={classes.row}>
      <VisibilityMark visibility="public" />
      <VisibilityMark visibility="private" />
      <ClosedMark />
    </p>
  ),
  rows: () => questionRows.map((question) => <QuestionRow key={question._id} question={question} />),
  text: () => <PostText text={text} />,
  faces: () => (
    <p className={classes.row}>
      {(['s', 'm', 'l', 'xl', 'xxl'] as const).map((size) => (
        <Avatar key={size} username="Mia" picture={face} size={size} />
      ))}
      {(['s', 'm', 'l', 'xl'] as const).map((size) => (
        <Emblem key={size} name="Harbour Sailing Club" picture={face} size={size} />
      ))}
      <Avatar username="Lost" picture="/lost.png" />
    </p>
  ),
};

const nothing = (): undefined => undefined;

const more = {
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: nothing,
};

const votes: readonly PollOptionWire[] = ['The blue dinghy', 'The gaffer', 'None, repair the trailer'].map(
  (name, place) => ({ _id: name, text: name, votes: [], voteCount: [3, 5, 0][place] ?? 0 }),
);

const numbers = [2, 0, 5, 9, 4, 7, 12, 3, 6, 8];
const days = numbers.map((_, place) => `Nov ${place + 10}`);

/** Some are online: those whom the page watches once it shows them. */
function Online() {
  useEffect(() => onlineUpdate({ people: [{ username: 'Freya', online: true }] }), []);
  return (
    <p className={classes.row}>
      {(['s', 'm', 'l', 'xl', 'xxl'] as const).map((size) => (
        <OnlineAvatar key={size} username="Freya" size={size} />
      ))}
      <OnlineAvatar username="Ines" />
    </p>
  );
}

function Editor({
  label,
  written,
  error,
  ...layout
}: {
  readonly label: string;
  readonly written: string;
  readonly error?: string;
  readonly beside?: boolean;
  readonly compact?: boolean;
}) {
  const [value, setValue] = useState(written);
  return (
    <MarkdownField
      {...layout}
      name={label}
      label={label}
      value={value}
      error={error}
      readOnly={false}
      onChange={({ currentTarget }) => setValue(currentTarget.value)}
      onUploads={() => undefined}
    />
  );
}
