import { useDebouncedValue } from '@mantine/hooks';
import { canonicalName } from '@parlour/contracts/text/checks';
import type { ReactNode } from 'react';
import { useStore } from 'react-redux';
import { useGetCommunitiesInfiniteQuery } from '../../../features/communities/communities.api.ts';
import { communityAddress } from '../../../features/communities/membership/permissions.ts';
import { chatTitle, othersIn } from '../../../features/messaging/chats/chat-names.ts';
import { useGetChatsInfiniteQuery } from '../../../features/messaging/messaging.api.ts';
import { useGetFirstQuestionsQuery } from '../../../features/questions/questions.api.ts';
import { useGetFoundInfiniteQuery } from '../../../features/search/search.api.ts';
import { hasText } from '../../../features/search/search-query.ts';
import { useGetTagsInfiniteQuery } from '../../../features/tags/tags.api.ts';
import { Avatar } from '../../../design/parts/person/avatar.tsx';
import {
  type Icon,
  IconDeviceGamepad2,
  IconMessageCircleQuestion,
  IconMessages,
  IconPlus,
  IconSearch,
  IconSettings,
  IconTag,
  IconUserCircle,
} from '../../../design/parts/look/icons.tsx';
import { readWhenOld } from '../../../shared/http/endpoint.ts';
import { useGetUsersInfiniteQuery } from '../../../shared/users.api.ts';
import { useNextPages } from '../../../shared/state/hooks/use-next-pages.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { count } from '../../../shared/text/count.ts';
import { Emblem } from '../../../design/parts/look/emblem.tsx';
import { acts, chatAddress, chatWith, gameWith, sections, settings } from '../sidebar/navigation.ts';

/** Debounces typing. */
const typingMs = 200;

/** Of each kind. */
const most = 5;

/** Something one can go to. */
export interface Choice {
  readonly to: string;
  readonly label: string;
  readonly note?: string;
  readonly picture: ReactNode;
}

export interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly Choice[];
}

function pictured(Picture: Icon): ReactNode {
  return <Picture size={20} stroke={1.7} aria-hidden />;
}

/** What was chosen last of what people made, until the page is loaded again; for one viewer. */
const recents = new WeakMap<object, { readonly viewer: string; readonly choices: readonly Choice[] }>();

/** Remembers what is chosen, so that it comes first the next time. */
export function useNoteChosen(): (group: ChoiceGroup, to: string) => void {
  const store = useStore();
  const viewer = useViewer();
  return ({ title, choices }, to) => {
    const chosen = choices.find((choice) => choice.to === to);
    if (!chosen || ['Actions', 'Pages', 'Search'].includes(title)) return;
    const others = recentsOf(store, viewer).filter((choice) => choice.to !== to);
    recents.set(store, { viewer, choices: [chosen, ...others].slice(0, most) });
  };
}

function recentsOf(store: object, viewer: string): readonly Choice[] {
  const kept = recents.get(store);
  return kept?.viewer === viewer ? kept.choices : [];
}

/** Every act, every entry of the sidebar, and what is mine. */
function fixedGroups(viewer: string): readonly ChoiceGroup[] {
  const pages = sections.flatMap((section) =>
    (section.entries ?? [section]).map(({ label, to }) => ({
      to,
      label,
      picture: pictured(section.icon),
      ...(section.entries && { note: section.label }),
    })),
  );
  return [
    { title: 'Actions', choices: acts.map(({ label, to }) => ({ to, label, picture: pictured(IconPlus) })) },
    {
      title: 'Pages',
      choices: [
        // Create Game is among the actions.
        ...pages.filter(({ to }) => !acts.some((act) => act.kind !== 'talk' && act.to === to)),
        { to: `/user/${encodeURIComponent(viewer)}`, label: 'Profile', picture: pictured(IconUserCircle) },
        { to: settings, label: 'Settings', picture: pictured(IconSettings) },
      ],
    },
  ];
}

/** Whether each typed word begins or continues in the text. */
function matches(text: string, typed: string): boolean {
  const found = canonicalName(text);
  return canonicalName(typed)
    .split(/\s+/)
    .every((word) => found.includes(word));
}

/** Whether a name begins with what is typed. */
function fits(name: string, typed: string): boolean {
  return canonicalName(name).startsWith(canonicalName(typed));
}

/** A person, and if it is likely the one who is meant, what else can be done with them. */
function personChoices(username: string, verbs: boolean): readonly Choice[] {
  return [
    {
      to: `/user/${encodeURIComponent(username)}`,
      label: username,
      picture: <Avatar username={username} size="s" />,
    },
    ...(verbs
      ? [
          { to: chatWith(username), label: `Message ${username}`, picture: pictured(IconMessages) },
          { to: gameWith(username), label: `Play with ${username}`, picture: pictured(IconDeviceGamepad2) },
        ]
      : []),
  ];
}

/** Questions with the typed words, or else those that come closest to them. */
function useQuestions(search: string, viewer: string) {
  const skip = search === '';
  const exact = useGetFirstQuestionsQuery({ order: 'newest', search, username: viewer }, { skip });
  const none = exact.currentData?.rows.length === 0;
  const close = useGetFoundInfiniteQuery(
    { q: search, type: 'questions', order: 'best', match: 'close' },
    { skip: skip || !none || !hasText(search) },
  );
  const picture = pictured(IconMessageCircleQuestion);
  const rows = (exact.currentData?.rows ?? []).map(({ _id: id, title, answerCount }) => ({
    to: `/question/${encodeURIComponent(id)}`,
    label: title,
    note: count(answerCount, 'answer'),
    picture,
  }));
  const closeRows = (close.currentData?.pages[0]?.rows ?? []).map(({ url, title }) => ({
    to: url,
    label: title,
    picture,
  }));
  const group: ChoiceGroup = none
    ? { title: 'No exact match; close ones', choices: closeRows }
    : { title: 'Questions', choices: rows };
  return { queries: [exact, close], group };
}

/**
 * What the typed text may mean, by kind. The fixed ones answer at once, those of the server when
 * typing pauses. Names that begin with it come before questions, which have it anywhere.
 */
export function useChoices(typed: string) {
  const viewer = useViewer();
  const store = useStore();
  const [search] = useDebouncedValue(typed, typingMs);
  const skip = search === '';
  const people = useGetUsersInfiniteQuery({ search, limit: most }, { skip });
  const questions = useQuestions(search, viewer);
  const communities = useGetCommunitiesInfiniteQuery({ search }, { ...readWhenOld, skip });
  const tags = useGetTagsInfiniteQuery({ viewer, search }, { ...readWhenOld, skip });
  const chats = useGetChatsInfiniteQuery(viewer);

  const fixed = fixedGroups(viewer).map(({ title, choices }) => ({
    title,
    choices: choices.filter(({ label, note = '' }) => matches(`${note} ${label}`, typed)),
  }));
  const inChats = (chats.data?.pages.flatMap(({ rows }) => rows) ?? []).flatMap((chat): Choice[] => {
    const names = othersIn(chat.participants, viewer);
    const label = chatTitle(chat, viewer);
    if (!matches([label, ...names].join(' '), typed)) return [];
    return [
      {
        to: chatAddress(chat._id),
        label,
        ...(chat.unread > 0 && !chat.muted && { note: count(chat.unread, 'unread message') }),
        picture: <Avatar username={names[0] ?? ''} size="s" />,
      },
    ];
  });
  // The server doesn't search them, so the rest of them comes while one is looked for.
  useNextPages(chats, skip || inChats.length >= most);

  const chatGroup = { title: 'Chats', choices: inChats.slice(0, most) };
  const queries = [people, ...questions.queries, communities, tags, chats];
  const state = {
    pending: search !== typed || queries.some(({ isFetching }) => isFetching),
    failed: queries.some(({ isError }) => isError),
  };
  if (typed === '') {
    return { ...state, groups: [{ title: 'Recent', choices: recentsOf(store, viewer) }, ...fixed, chatGroup] };
  }
  const named: readonly ChoiceGroup[] = [
    {
      title: 'People',
      choices: (people.currentData?.pages[0]?.rows ?? [])
        .slice(0, most)
        .flatMap(({ username }, place) =>
          personChoices(username, place === 0 && username !== viewer && fits(username, typed)),
        ),
    },
    {
      title: 'Tags',
      choices: (tags.currentData?.pages[0]?.rows ?? []).slice(0, most).map(({ name, qcnt }) => ({
        to: `/home?tag=${encodeURIComponent(name)}`,
        label: name,
        note: count(qcnt, 'question'),
        picture: pictured(IconTag),
      })),
    },
    {
      title: 'Communities',
      choices: (communities.currentData?.pages[0]?.rows ?? [])
        .slice(0, most)
        .map(({ _id: id, name, picture, memberCount }) => ({
          to: communityAddress(id),
          label: name,
          note: count(memberCount, 'member'),
          picture: <Emblem name={name} picture={picture} size="s" />,
        })),
    },
  ];
  const isFitting = ({ choices }: ChoiceGroup) => choices.some(({ label }) => fits(label, typed));
  const found: readonly ChoiceGroup[] = [
    ...named.filter(isFitting),
    { ...questions.group, choices: questions.group.choices.slice(0, most) },
    ...named.filter((group) => !isFitting(group)),
    // Results of an earlier word are not offered for this one.
  ].map((group) => (skip || search !== typed ? { ...group, choices: [] } : group));
  const searches = [
    { to: `/home?search=${encodeURIComponent(typed)}`, label: `Search questions for “${typed}”` },
    { to: `/search?q=${encodeURIComponent(typed)}`, label: `Search everything for “${typed}”` },
  ].map((choice): Choice => ({ ...choice, picture: pictured(IconSearch) }));
  return {
    ...state,
    groups: [...fixed, ...found, chatGroup, { title: 'Search', choices: searches }],
  };
}
