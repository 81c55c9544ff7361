import type { CommunityWire } from '@parlour/contracts/communities/communities';
import type { ProvidersWire } from '@parlour/contracts/identity/identity';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { addressOfFace } from '../design/parts/look/face-address.ts';
import { layoutOf } from '../design/parts/text/picture-layout.ts';
import { communityCall, communityIdOf } from '../features/communities/community-calls.ts';
import { pollsCall } from '../features/polls/poll-calls.ts';
import { answerOrder } from '../features/questions/question/answer-order.ts';
import { homeList, listCall, questionCall, questionIdOf } from '../features/questions/question-calls.ts';
import { providersCall, sessionCall } from '../features/session/session-calls.ts';
import type { Call } from '../shared/http/call.ts';
import { callEarly, forgetEarly } from '../shared/http/early.ts';
import { chosenTheme, colourBrowser } from '../shared/state/chosen-theme.ts';
import { knownName, knownSession } from '../shared/state/known-session.ts';

// The build puts this script into the document itself. On a slow network, the page's own script
// takes a second to arrive, and what is needed then must not wait for it: the session, the first
// list, and the chunks of the screen. It also decides whether the frame is drawn meanwhile.

/** A route, and the files that its screen needs besides those of the start. */
export type ScreenFiles = readonly [route: string, files: readonly string[]];

/** The screens that most visits begin with. Set by vite.config.ts. */
declare const screens: readonly ScreenFiles[];

/** The address of the other screens' files. Set by vite.config.ts. */
declare const otherScreens: string;

/** The files of our fonts. Set by vite.config.ts. */
declare const fonts: readonly string[];

/** The first reads of a screen that need only the address and the viewer's name. */
const firstReads: readonly (readonly [
  path: RegExp,
  calls: (id: string, username: string, parameters: URLSearchParams) => readonly Call[],
])[] = [
  [/^\/home$/, (_id, username, parameters) => [listCall(homeList(parameters, username))]],
  [
    /^\/question\/([^/]+)$/,
    (text, username) => [questionCall({ id: questionIdOf(text), username, answers: answerOrder.read(), after: '' })],
  ],
  [
    /^\/community\/(?!(?:explore|new)$)([^/]+)$/,
    (text, _username, parameters) => {
      const communityId = communityIdOf(text);
      const polls = parameters.get('tab') === 'posts' ? [] : [pollsCall({ communityId, status: 'active' })];
      return [communityCall(communityId), ...polls];
    },
  ],
];

function leadsTo(route: string, path: string): boolean {
  const [parts, given] = [route.split('/'), path.split('/')];
  return parts.length === given.length && parts.every((part, at) => part.startsWith(':') || part === given[at]);
}

function filesAmong(known: readonly ScreenFiles[], path: string): readonly string[] | undefined {
  return known.find(([route]) => leadsTo(route, path))?.[1];
}

async function filesOf(path: string): Promise<readonly string[]> {
  const answer = await fetch(otherScreens);
  // as vite.config.ts writes it
  return filesAmong((await answer.json()) as readonly ScreenFiles[], path) ?? [];
}

function preload(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement('link');
    if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
    else link.rel = 'modulepreload';
    // As the page's own links have it, or it would be loaded twice.
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}

function preloadScreen(path: string): void {
  const files = filesAmong(screens, path);
  if (files) preload(files);
  // Without them, the page's script finds its files by itself.
  else filesOf(path).then(preload, () => undefined);
}

/**
 * Asks for the picture that stands out on a screen, a community's banner or the first of a question
 * if it is near its beginning: the page's script would find it a second later.
 */
async function preloadPicture(read: Promise<Response>): Promise<void> {
  const { banner, text = '' } = (await (await read).clone().json()) as Partial<CommunityWire & QuestionWire>; // or a refusal
  const [, id] = /^[^\]]*\]\(\/file\/([\da-f-]{36})/.exec(text.slice(0, 600).split('![')[1] ?? '') ?? [];
  const image = new Image();
  image.fetchPriority = 'high';
  if (id !== undefined) ({ sizes: image.sizes, srcSet: image.srcset } = layoutOf(id));
  else if (banner) image.src = addressOfFace(banner, 1280);
}

/** Makes the first reads of a screen, as somebody of this name. */
function askAs(username: string, path: string, search: string): void {
  const parameters = new URLSearchParams(search);
  for (const [pattern, calls] of firstReads) {
    const found = pattern.exec(path);
    if (!found) continue;
    const reads = calls(decodeURIComponent(found[1] ?? ''), username, parameters).map(callEarly);
    for (const read of reads) preloadPicture(read).catch(() => undefined);
  }
}

/**
 * Asks beside the session under the name that this browser knew last: on a slow network, waiting
 * for the session takes as long as the read. If the name is another one by now, asks again.
 */
async function readFirst(path: string, search: string): Promise<void> {
  const name = knownName();
  const answer = callEarly(sessionCall);
  if (name !== '') askAs(name, path, search);
  const session = await answer;
  if (!session.ok) {
    // They were refused too: the page asks again once it has renewed the session.
    forgetEarly(sessionCall);
    return;
  }
  const { username } = (await session.clone().json()) as { readonly username: string }; // the reply of this call
  if (username !== name) askAs(username, path, search);
}

/** If so, asks for the session too: by Google, or when the browser's storage was cleared. */
async function askIfSignedInBefore(): Promise<boolean> {
  const ways = await callEarly(providersCall);
  const { signedInBefore } = (await ways.clone().json()) as ProvidersWire; // the reply of this call
  if (signedInBefore) callEarly(sessionCall).catch(() => undefined);
  return signedInBefore;
}

/** At once if the page's worker has them; otherwise they wait for the first screen. */
async function showKeptFonts(): Promise<void> {
  const kept = await Promise.all(fonts.map((font) => caches.match(font)));
  if (kept.every((file) => file !== undefined)) document.documentElement.dataset['fonts'] = '';
}

// A script that does not come leaves nothing of the page that could say it. Such events only come
// down to their element.
addEventListener(
  'error',
  ({ target }) => {
    // of an element, or of the window; few bytes, see the document's size
    if ((target as Partial<HTMLScriptElement> | null)?.type === 'module') document.querySelector('dialog')?.showModal();
  },
  true,
);

// Or the page would flash in the system's colours first.
const chosen = chosenTheme();
if (chosen) {
  document.documentElement.dataset['mantineColorScheme'] = chosen;
  colourBrowser(chosen);
}

const isLogin = ['/', '/signup'].includes(location.pathname);
if (knownSession() !== '') {
  document.documentElement.dataset['known'] = '';
  const [path, search] = isLogin ? ['/home', ''] : [location.pathname, location.search];
  // Before the files: with HTTP/1.1, six requests at most are on their way.
  readFirst(path, search).catch(() => undefined);
  preloadScreen(path);
} else {
  preloadScreen(isLogin ? location.pathname : '/');
  window.signedInBefore = askIfSignedInBefore().catch(() => true);
}

// There is no cache without https.
if ('caches' in window) showKeptFonts().catch(() => undefined);
