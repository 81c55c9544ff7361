import { useDebouncedValue } from '@mantine/hooks';
import { canonicalName } from '@parlour/contracts/text/checks';
import type { ReactNode } from 'react';
import { useGetCommunitiesInfiniteQuery } from '../../../features/communities/communities.api.ts';
import { communityAddress } from '../../../features/communities/membership/permissions.ts';
import { chatTitle, othersIn } from '../../../features/messaging/chats/chat-names.ts';
import { useGetChatsInfiniteQuery } from '../../../features/messaging/messaging.api.ts';
import { useGetFirstQuestionsQuery } from '../../../features/questions/questions.api.ts';
import { useGetTagsInfiniteQuery } from '../../../features/tags/tags.api.ts';
import { Avatar } from '../../../design/parts/person/avatar.tsx';
import {
  type Icon,
  IconMessageCircleQuestion,
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
import { acts, chatAddress, sections, settings } from '../sidebar/navigation.ts';

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

/**
 * What the typed text may mean, by kind. The fixed ones answer at once, those of the server when
 * typing pauses.
 */
export function useChoices(typed: string) {
  const viewer = useViewer();
  const [search] = useDebouncedValue(typed, typingMs);
  const skip = search === '';
  const people = useGetUsersInfiniteQuery({ search, limit: most }, { skip });
  const questions = useGetFirstQuestionsQuery({ order: 'newest', search, username: viewer }, { skip });
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
  const queries = [people, questions, communities, tags, chats];
  const state = {
    pending: search !== typed || queries.some(({ isFetching }) => isFetching),
    failed: queries.some(({ isError }) => isError),
  };
  if (typed === '') return { ...state, groups: [...fixed, chatGroup] };
  const found: readonly ChoiceGroup[] = [
    {
      title: 'People',
      choices: (people.currentData?.pages[0]?.rows ?? []).slice(0, most).map(({ username }) => ({
        to: `/user/${encodeURIComponent(username)}`,
        label: username,
        picture: <Avatar username={username} size="s" />,
      })),
    },
    {
      title: 'Questions',
      choices: (questions.currentData?.rows ?? []).slice(0, most).map(({ _id: id, title, answerCount }) => ({
        to: `/question/${encodeURIComponent(id)}`,
        label: title,
        note: count(answerCount, 'answer'),
        picture: pictured(IconMessageCircleQuestion),
      })),
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
      choices: (communities.currentData?.pages[0]?.rows ?? []).slice(0, most).map(({ _id: id, name, memberCount }) => ({
        to: communityAddress(id),
        label: name,
        note: count(memberCount, 'member'),
        picture: <Emblem name={name} size="s" />,
      })),
    },
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
