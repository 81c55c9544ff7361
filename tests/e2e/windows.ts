import { afterAll, afterEach, expect } from '@jest/globals';
import type { BrowserContext, WebSocketRoute } from 'playwright-core';
import { faultsOf, launchBrowser, openBrowser, type PersonalBrowser } from './browsers.ts';
import type { Person } from './person.ts';
import { sharedSite } from './shared.ts';

type Window = Pick<PersonalBrowser, 'context' | 'page'>;

/** Set by tests/jest/browser-environment.mjs. */
declare global {
  var windowsLeft: Window[] | undefined;
}

interface Windows {
  /**
   * A window on the shared site, in which this person is signed in, or nobody. Others may have used
   * it before: in a new one, the first page takes 0.3 s more of processor time.
   */
  of(person?: Person, width?: number): Promise<PersonalBrowser>;
  /** One that nobody else uses: a test may change its network or its clock. */
  own(person: Person, width?: number): Promise<PersonalBrowser>;
}

/**
 * Windows for the people of a file. After each test they must have had no errors but refusals and
 * lost connections, which tests provoke.
 */
export function windowsFor(span: 'each test' | 'the file'): Windows {
  const shared: Window[] = [];
  const own: Window[] = [];
  const faults: string[][] = [];

  async function endUse(): Promise<void> {
    faults.length = 0;
    await Promise.all([...own.splice(0).map(({ context }) => context.close()), ...shared.splice(0).map(leave)]);
  }

  afterEach(async () => {
    const found = faults.flatMap((each) => each.splice(0));
    if (span === 'each test') await endUse();
    // The server may close the connection of a session that ends while the page says goodbye.
    const usual = /Failed to load resource|WebSocket connection|WebSocket is already in CLOSING/;
    expect(found.filter((fault) => !usual.test(fault))).toEqual([]);
  });
  afterAll(async () => {
    await endUse();
    await (await launchBrowser()).close();
  });

  async function open(width?: number): Promise<PersonalBrowser> {
    return openBrowser(await launchBrowser(), (await sharedSite()).url, width);
  }

  async function signIn(window: PersonalBrowser, person: Person | undefined): Promise<PersonalBrowser> {
    faults.push(window.faults);
    if (person) await window.context.addCookies(person.cookiesFor((await sharedSite()).url));
    return window;
  }

  return {
    async of(person, width = 1280) {
      const left = globalThis.windowsLeft?.pop();
      const window = left ? { ...left, faults: faultsOf(left.page) } : await open();
      shared.push(window);
      await window.page.setViewportSize({ width, height: 860 });
      return signIn(window, person);
    },
    async own(person, width) {
      const window = await open(width);
      own.push(window);
      return signIn(window, person);
    },
  };
}

/** The live connections of a window of one's own, before its page is opened. */
export async function wireOf(context: BrowserContext) {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  const wire = {
    /** Whether nothing comes in, though the connection is open. */
    deaf: false,
    /** Closes what is open; no connection works until `mend`. */
    async cut(): Promise<void> {
      isCut = true;
      await Promise.all([...open].map((socket) => socket.close({ code: 1012 })));
      open.clear();
    },
    mend(): void {
      isCut = false;
    },
  };
  await context.routeWebSocket(/socket\.io/, (socket) => {
    if (isCut) {
      void socket.close({ code: 1012 });
      return;
    }
    open.add(socket);
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!wire.deaf) socket.send(message);
    });
  });
  return wire;
}

/** Empties a window and leaves it to the next test; its HTTP cache and compiled scripts stay. */
async function leave({ context, page }: Window): Promise<void> {
  const others = context.pages().filter((each) => each !== page);
  await Promise.all(others.map((each) => each.close()));
  page.removeAllListeners('pageerror').removeAllListeners('console');
  await context.setOffline(false);
  // A document of the same site without a script, which would store things again, or ask without
  // cookies and have the next person's deleted by the answer.
  await page.goto('/favicon.svg');
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  });
  await context.clearCookies();
  globalThis.windowsLeft?.push({ context, page });
}
