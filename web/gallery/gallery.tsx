import '../src/design/styles.ts';
import '@mantine/core/styles/Switch.layer.css';
import { Button, Checkbox, MantineProvider, Skeleton, Switch, Textarea, TextInput } from '@mantine/core';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Avatar, Avatars } from '../src/design/parts/avatar.tsx';
import { BadgedIcon } from '../src/design/parts/badged-icon.tsx';
import { Chip, type ChipTone } from '../src/design/parts/chip.tsx';
import { CountBadge } from '../src/design/parts/count-badge.tsx';
import { DestroyButton } from '../src/design/parts/destroy-button.tsx';
import type { DrawingName } from '../src/design/parts/drawing.tsx';
import { EmptyState } from '../src/design/parts/empty-state.tsx';
import { Failure } from '../src/design/parts/failure.tsx';
import { IconBell, IconSearch } from '../src/design/parts/icons.tsx';
import { LoadMore } from '../src/design/parts/load-more.tsx';
import Markdown from '../src/design/parts/markdown.tsx';
import { NavTabs } from '../src/design/parts/nav-tabs.tsx';
import { PersonLink } from '../src/design/parts/person-link.tsx';
import { PersonRoles } from '../src/design/parts/person-role.tsx';
import { SegmentedControl } from '../src/design/parts/segmented.tsx';
import { TagLink } from '../src/design/parts/tag-link.tsx';
import { PageHead } from '../src/design/patterns/page-head.tsx';
import { RailLayout, RailSection } from '../src/design/patterns/rail-layout.tsx';
import { cssVariables, theme } from '../src/design/theme.ts';
import { createStore } from '../src/shared/state/store.ts';
import classes from './gallery.module.css';

const tones: readonly ChipTone[] = ['plain', 'baize', 'brass', 'plum', 'danger'];
const people = ['Freya', 'Ines', 'Arthur', 'Lucia', 'Ben', 'Yuki'];
const drawings: readonly DrawingName[] = [
  ...(['questions', 'chats', 'games', 'communities', 'people'] as const),
  ...(['notifications', 'tags', 'polls', 'lost'] as const),
];
const colours = [
  ...['ground', 'surface', 'raised', 'field', 'hover', 'line', 'line-strong', 'ink', 'soft', 'faint'],
  ...['baize', 'baize-wash', 'brass', 'brass-wash', 'plum', 'plum-wash', 'danger', 'danger-wash', 'felt'],
];
const text = [
  'A paragraph with **strong** and *emphasised* words, `code`, and [a link](https://example.org).',
  '> A quotation.\n\n- one\n- two\n  1. nested',
  '```ts\nconst answer: number = 42; // a remark\n```',
  'A paragraph with **strong** words after a block of code.',
].join('\n\n');

/** Every part in every state, in groups; the pictures of each group are compared. */
const groups: Readonly<Record<string, () => ReactNode>> = {
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
  text: () => <Markdown text={text} />,
};

function Gallery() {
  const wanted = new URLSearchParams(location.search).get('group');
  return Object.entries(groups)
    .filter(([name]) => wanted === null || wanted === name)
    .map(([name, show]) => (
      <section key={name} className={classes.group} data-group={name}>
        <h2 className={classes.name}>{name}</h2>
        {show()}
      </section>
    ));
}

const router = createMemoryRouter([{ path: '*', element: <Gallery /> }]);
// As in the page after its first screen.
document.documentElement.dataset['fonts'] = '';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Provider store={createStore()}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          deduplicateCssVariables={false}
        >
          <RouterProvider router={router} />
        </MantineProvider>
      </Provider>
    </StrictMode>,
  );
}
