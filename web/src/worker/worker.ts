import { clientsClaim } from 'workbox-core';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { followPushes } from './pushes.ts';

// Keeps the page's own files, so that it opens at once, and says that the server is away instead of
// the browser. Nothing of anybody's data is kept: the document is the same for all, and calls are
// left alone. It also shows what is pushed.

declare const self: ServiceWorkerGlobalScope;
/** The paths of this build's files. Set by vite.config.ts. */
declare const files: readonly string[];
/** Those of them that are our fonts. */
declare const fonts: readonly string[];

/** Addresses that are not screens of the page. */
const others = [
  /^\/(?:api|auth|docs|docs-json|docs-yaml|file|health|metrics|socket\.io|assets)(?:\/|$)/,
  /^\/[^/?]+\.\w+$/,
];

const page = '/index.html';
const names = { document: 'document', files: 'files' };

registerRoute(
  new NavigationRoute(
    new NetworkFirst({
      cacheName: names.document,
      // By its own address: a worker's request for a screen looks like a call to the server.
      plugins: [
        {
          // A proxy's answer while the server is away.
          fetchDidSucceed: ({ response }) =>
            response.status < 500 ? Promise.resolve(response) : Promise.reject(new Error(response.statusText)),
          requestWillFetch: () => Promise.resolve(new Request(page)),
          cacheKeyWillBeUsed: () => Promise.resolve(page),
        },
      ],
    }),
    { denylist: others },
  ),
);

// Their content's hash is in their names.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: names.files }),
);

self.addEventListener('install', (event) => {
  event.waitUntil(keepFonts());
});

// Somebody answered that a newer version is there.
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldFiles());
});

clientsClaim();
followPushes();

/** The next visit begins with them (app/early.ts); they came before this worker. */
async function keepFonts(): Promise<void> {
  const kept = await self.caches.open(names.files);
  await kept.addAll(fonts).catch(() => undefined);
}

async function forgetOldFiles(): Promise<void> {
  // The document of the last version asks for files that go away here.
  await (await self.caches.open(names.document)).delete(page);
  const kept = await self.caches.open(names.files);
  const current = new Set(files);
  for (const request of await kept.keys()) {
    if (!current.has(new URL(request.url).pathname)) await kept.delete(request);
  }
}
