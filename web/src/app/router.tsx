import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { messages } from '@parlour/contracts/messages';
import { openWantedAfterGoogle } from '../features/session/google-redirect.ts';
import { showToast } from '../design/parts/feedback/toasts.ts';
import { SignInFrame } from './pages/sign-in-frame.tsx';
import { PageError } from './page-error.tsx';
import { newSubmissionKey } from '../shared/http/submission-key.ts';
import { markChunkErrors } from '../shared/navigation/chunk-errors.ts';
import { Shell } from './shell/shell.tsx';
import { nowhere, RestoredSession, SignedInOnly, Opening, SignedOutOnly } from './session/session-guard.tsx';

/** Shown when the address lacks the question id (specification SC-22). */
function questionIdMissing() {
  void showToast('error', messages.questionIdMissing);
  return redirect('/home');
}

/** Every page is a chunk; the guards and the frame load at the start. */
export const routes: RouteObject[] = [
  {
    Component: RestoredSession,
    ErrorBoundary: PageError,
    HydrateFallback: Opening,
    children: [
      {
        Component: SignedOutOnly,
        children: [
          {
            Component: SignInFrame,
            children: [
              {
                path: '/',
                lazy: async () => ({ Component: (await import('../features/session/login-page.tsx')).LoginPage }),
              },
              {
                path: '/signup',
                lazy: async () => ({ Component: (await import('../features/session/signup-page.tsx')).SignupPage }),
              },
            ],
          },
        ],
      },
      {
        // Also for those who are signed in, perhaps as somebody else.
        Component: SignInFrame,
        children: [
          ...['/forgot', '/reset/:token', '/confirm/:token', '/unsubscribe/:token'].map((path) => ({
            path,
            lazy: async () => ({ Component: (await import('../features/session/by-mail-pages.tsx')).ByMailPage }),
          })),
          {
            path: '/waiting',
            lazy: async () => ({ Component: (await import('../features/session/waiting-page.tsx')).WaitingPage }),
          },
          {
            path: '/invite/:code',
            lazy: async () => ({ Component: (await import('../features/invitations/invite-page.tsx')).InvitePage }),
          },
        ],
      },
      {
        Component: SignedInOnly,
        children: [
          {
            Component: Shell,
            children: [
              {
                ErrorBoundary: PageError,
                children: [
                  {
                    path: '/home',
                    lazy: async () => ({ Component: (await import('./pages/home/home-page.tsx')).HomePage }),
                  },
                  { path: '/question', loader: questionIdMissing },
                  { path: '/new/answer', loader: questionIdMissing },
                  {
                    path: '/question/:id',
                    lazy: async () => ({
                      Component: (await import('./pages/question/question-page.tsx')).QuestionPage,
                    }),
                  },
                  {
                    path: '/new/question',
                    lazy: async () => ({ Component: (await import('./pages/question/ask-page.tsx')).AskPage }),
                  },
                  {
                    path: '/new/answer/:qid',
                    lazy: async () => ({ Component: (await import('./pages/question/answer-page.tsx')).AnswerPage }),
                  },
                  {
                    path: '/users',
                    lazy: async () => ({ Component: (await import('./pages/people/users-page.tsx')).UsersPage }),
                  },
                  {
                    path: '/tags',
                    lazy: async () => ({ Component: (await import('./pages/home/tags-page.tsx')).TagsPage }),
                  },
                  {
                    path: '/search',
                    lazy: async () => ({ Component: (await import('./pages/home/search-page.tsx')).SearchPage }),
                  },
                  {
                    path: '/user/:username',
                    lazy: async () => ({ Component: (await import('./pages/people/profile-page.tsx')).ProfilePage }),
                  },
                  {
                    path: '/settings',
                    lazy: async () => ({ Component: (await import('./pages/people/settings-page.tsx')).SettingsPage }),
                  },
                  {
                    path: '/settings/:part',
                    lazy: async () => ({ Component: (await import('./pages/people/settings-page.tsx')).SettingsPage }),
                  },
                  {
                    path: '/admin',
                    lazy: async () => ({ Component: (await import('./pages/admin-page.tsx')).AdminPage }),
                  },
                  {
                    path: '/admin/:part',
                    lazy: async () => ({ Component: (await import('./pages/admin-page.tsx')).AdminPage }),
                  },
                  {
                    path: '/notifications',
                    lazy: async () => ({
                      Component: (await import('./pages/people/notifications-page.tsx')).NotificationsPage,
                    }),
                  },
                  {
                    path: '/messaging',
                    lazy: async () => ({
                      Component: (await import('./pages/messaging/messaging-page.tsx')).MessagingPage,
                    }),
                  },
                  {
                    path: '/messaging/direct-message',
                    lazy: async () => ({
                      Component: (await import('./pages/messaging/direct-messages-page.tsx')).DirectMessagesPage,
                    }),
                  },
                  {
                    path: '/games',
                    lazy: async () => ({ Component: (await import('./pages/games/games-page.tsx')).PublicGamesPage }),
                  },
                  {
                    path: '/games/private',
                    lazy: async () => ({ Component: (await import('./pages/games/games-page.tsx')).PrivateGamesPage }),
                  },
                  {
                    path: '/games/hosted',
                    lazy: async () => ({ Component: (await import('./pages/games/games-page.tsx')).HostedGamesPage }),
                  },
                  {
                    path: '/games/new',
                    lazy: async () => ({
                      Component: (await import('./pages/games/create-game-page.tsx')).CreateGamePage,
                    }),
                  },
                  {
                    path: '/games/leaderboard',
                    lazy: async () => ({
                      Component: (await import('./pages/people/leaderboard-page.tsx')).LeaderboardPage,
                    }),
                  },
                  {
                    path: '/games/:gameID',
                    lazy: async () => ({ Component: (await import('./pages/games/game-page.tsx')).GamePage }),
                  },
                  {
                    path: '/community',
                    lazy: async () => ({
                      Component: (await import('./pages/community/communities-page.tsx')).CommunitiesPage,
                    }),
                  },
                  {
                    path: '/community/explore',
                    lazy: async () => ({ Component: (await import('./pages/community/explore-page.tsx')).ExplorePage }),
                  },
                  {
                    path: '/community/new',
                    lazy: async () => ({
                      Component: (await import('./pages/community/create-community-page.tsx')).CreateCommunityPage,
                    }),
                  },
                  {
                    path: '/community/:communityID',
                    lazy: async () => ({
                      Component: (await import('./pages/community/community-page.tsx')).CommunityPage,
                    }),
                  },
                  {
                    path: '/community/:communityID/settings',
                    lazy: async () => ({
                      Component: (await import('./pages/community/community-settings-page.tsx')).CommunitySettingsPage,
                    }),
                  },
                  {
                    path: '/community/:communityID/createPoll',
                    lazy: async () => ({
                      Component: (await import('./pages/community/create-poll-page.tsx')).CreatePollPage,
                    }),
                  },
                  {
                    path: '*',
                    handle: nowhere,
                    lazy: async () => ({ Component: (await import('./pages/not-found-page.tsx')).NotFoundPage }),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];

markChunkErrors(routes);

/**
 * Gives the page a key in the tab's history, which a reload and Back keep. Without one, all pages
 * of a tab that were opened by their address would share their place to scroll to.
 */
function keepOwnPlace(): void {
  const { state } = window.history as { state: { key?: string } | null }; // as the router writes it
  if (state?.key === undefined) window.history.replaceState({ key: newSubmissionKey() }, '');
}

export function createRouter() {
  openWantedAfterGoogle();
  keepOwnPlace();
  return createBrowserRouter(routes);
}
