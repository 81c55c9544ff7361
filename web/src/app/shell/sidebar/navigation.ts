import {
  IconDeviceGamepad2,
  IconMessageCircleQuestion,
  IconMessages,
  IconTag,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '../../../design/parts/look/icons.tsx';

export interface Entry {
  readonly label: string;
  readonly to: string;
}

export interface Section extends Entry {
  readonly icon: Icon;
  readonly entries?: readonly Entry[];
}

/** The address of the viewer's chats. */
export const directMessages = '/messaging/direct-message';

/** The address of one of them. */
export function chatAddress(chatId: string): string {
  return `${directMessages}?chat=${encodeURIComponent(chatId)}`;
}

/** The address for starting a chat with somebody. */
export function chatWith(username: string): string {
  return `${directMessages}?with=${encodeURIComponent(username)}`;
}

/** The form for a new game, for somebody who is to be invited. */
export function gameWith(username: string): string {
  return `/games/new?with=${encodeURIComponent(username)}`;
}

/** The lobby, and the pages below it. */
export const games = '/games';

/** The viewer's settings. */
export const settings = '/settings';

/** Administration of the site, for its operators. */
export const administration = '/admin';

/** Actions that can be started from every screen. */
export const acts = [
  { kind: 'ask', label: 'Ask a Question', to: '/new/question' },
  { kind: 'play', label: 'Create Game', to: '/games/new' },
  { kind: 'talk', label: 'Start a Chat', to: directMessages },
  { kind: 'gather', label: 'Create a Community', to: '/community/new' },
] as const;

/** The sidebar entries of the specification, all with absolute addresses (decisions S-5). */
export const sections: readonly Section[] = [
  { label: 'Questions', to: '/home', icon: IconMessageCircleQuestion },
  { label: 'Tags', to: '/tags', icon: IconTag },
  {
    label: 'Messaging',
    to: '/messaging',
    icon: IconMessages,
    entries: [
      { label: 'Global Messages', to: '/messaging' },
      { label: 'Direct Messages', to: directMessages },
    ],
  },
  { label: 'Users', to: '/users', icon: IconUsers },
  {
    label: 'Games',
    to: games,
    icon: IconDeviceGamepad2,
    entries: [
      { label: 'Public Games', to: games },
      { label: 'Your Hosted Games', to: '/games/hosted' },
      { label: 'Your Private Games', to: '/games/private' },
      { label: 'Create Game', to: '/games/new' },
    ],
  },
  {
    label: 'Communities',
    to: '/community',
    icon: IconUsersGroup,
    entries: [
      { label: 'Your Communities', to: '/community' },
      { label: 'Explore', to: '/community/explore' },
      { label: 'Create', to: '/community/new' },
    ],
  },
];

/** Whether an address belongs to a section: `/games/new` to `/games`, but `/gamesome` does not. */
export function isWithin(pathname: string, section: Section): boolean {
  return pathname === section.to || pathname.startsWith(`${section.to}/`);
}
