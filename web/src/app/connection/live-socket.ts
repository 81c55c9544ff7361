import type { ErrorWire } from '@parlour/contracts/errors';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { communitiesLive } from '../../features/communities/communities.live.ts';
import { gamesLive } from '../../features/games/games.live.ts';
import { resumeGames } from '../../features/games/game-socket.ts';
import { reportPresence } from '../../features/messaging/chat-presence.ts';
import { messagingLive } from '../../features/messaging/messaging.live.ts';
import { notificationsLive } from '../../features/notifications/notifications.live.ts';
import { readBlocked } from '../../features/people/block/blocked.api.ts';
import { peopleLive } from '../../features/people/people.live.ts';
import { pollsLive } from '../../features/polls/polls.live.ts';
import { questionsLive } from '../../features/questions/questions.live.ts';
import { isOwn, readOwnName, renewOwnName } from '../session/own-name.ts';
import { delay, type LiveSocket, ownSocket } from './own-socket.ts';
import { api, liveTags } from '../../shared/api.ts';
import { openTag } from '../../shared/tag-cache-tags.ts';
import { isPassing, isSessionCode } from '../../shared/http/call-failure.ts';
import { forgetEarly } from '../../shared/http/early.ts';
import { forgetPositions, refreshSession, rememberChange, repeatReads } from '../../shared/http/client.ts';
import { prepareToasts, showStanding } from '../../design/parts/feedback/toasts.ts';
import { followFaces } from '../../shared/faces.api.ts';
import { connectionLost, connectionMade } from '../../shared/state/connection.slice.ts';
import { forgetOnline, onlineUpdate, watchAgain } from '../../shared/state/online.ts';
import { sessionEnded, sessionRenewed } from '../../shared/state/session.slice.ts';
import type { Dispatch } from '../../shared/state/store.ts';

/** What features do when something happens live; several may handle the same. */
type Handlers = Partial<ServerToClientEvents>;

/** Hands live events to the features. The result follows each connection, until it is stopped. */
function followEvents(socket: LiveSocket, dispatch: Dispatch, open: (path: string) => void, openAnew: () => void) {
  let catchingUp: ReturnType<typeof setTimeout> | undefined;
  const people = peopleLive(dispatch);
  const faces = followFaces(dispatch);
  const { catchUp: catchUpMessages, ...messaging } = messagingLive(dispatch);
  const { catchUp: catchUpNotifications, ...notifications } = notificationsLive(dispatch, open);
  const features: readonly Handlers[] = [
    questionsLive(dispatch),
    messaging,
    gamesLive(dispatch, open),
    communitiesLive(dispatch),
    pollsLive(dispatch),
    notifications,
    {
      userUpdate: (update) => {
        faces.userUpdate(update);
        const own = dispatch(isOwn(update.user));
        if (own && update.formerName !== undefined) return void dispatch(renewOwnName()).then(openAnew);
        people.userUpdate(update);
        // The viewer may have become an operator, or may be one no more.
        if (own && update.type === 'updated') void dispatch(readOwnName());
        return undefined;
      },
      blockUpdate: (update) => {
        people.blockUpdate(update);
        if (!update.blocked) watchAgain(socket);
      },
      onlineUpdate,
      tagUpdate: () => dispatch(api.util.invalidateTags([openTag])),
    },
  ];

  // Read-your-writes for events: the next read must wait until every service has applied what this
  // client has already seen.
  socket.onAny((_event: string, _payload: unknown, positions: unknown) => {
    if (typeof positions === 'string') rememberChange(positions);
  });
  for (const handlers of features) {
    for (const [event, handler] of Object.entries(handlers)) {
      socket.on(event as keyof ServerToClientEvents, handler as never); // of the same entry
    }
  }

  return {
    connected() {
      // Events sent before are not sent again, so we refetch everything that is shown; also the
      // first time, because the page reads while it connects.
      forgetEarly();
      reportPresence(socket);
      watchAgain(socket);
      resumeGames(socket, dispatch);
      dispatch(api.util.invalidateTags([...liveTags]));
      // In a task of its own: all calls at once would keep a slow phone from answering touches.
      clearTimeout(catchingUp);
      catchingUp = setTimeout(() => {
        void catchUpNotifications();
        void catchUpMessages();
        void dispatch(readBlocked());
      });
    },
    /** Pictures may have changed meanwhile, as nobody was told. */
    reconnected: faces.askAgain,
    stop() {
      clearTimeout(catchingUp);
      faces.stop();
    },
  };
}

/**
 * A connection that ends before Socket.IO has said hello, as when the server stops just then, is
 * noticed by Socket.IO only when its time is over, 20 seconds later.
 */
function watchOpenings({ io: manager }: LiveSocket, onEnded: () => void) {
  let unwatch = (): unknown => undefined;
  const watch = () => {
    unwatch();
    const { engine } = manager;
    const onClose = () => {
      if (manager._readyState === 'opening') onEnded();
    };
    engine.on('close', onClose);
    unwatch = () => engine.off('close', onClose);
  };
  // Each attempt has an engine of its own, made after this event.
  const watchNext = () => {
    queueMicrotask(watch);
  };
  manager.on('reconnect_attempt', watchNext);
  watch();
  return {
    watch,
    stop() {
      manager.off('reconnect_attempt', watchNext);
      unwatch();
    },
  };
}

/**
 * Keeps the store in sync with a socket until the returned function is called. Socket.IO reconnects
 * by itself after a network failure, but not after the server closed or refused the connection;
 * this function handles those. `open` navigates to the page that an event is about.
 */
export function bindSocket(socket: LiveSocket, dispatch: Dispatch, open: (path: string) => void): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  let connectedBefore = false;
  let refreshed = false;
  let closeReason: (() => void) | undefined;
  let isStopped = false;
  const events = followEvents(socket, dispatch, open, openAnew);
  const openings = watchOpenings(socket, () => {
    dispatch(connectionLost());
    socket.disconnect();
    again();
  });

  function again(): void {
    clearTimeout(retry);
    const spread = Math.random() * (delay.greatest - delay.least);
    retry = setTimeout(connectAgain, delay.least + spread);
  }

  function connectAgain(): void {
    // What led here may have waited for an answer.
    if (isStopped) return;
    socket.connect();
    openings.watch();
  }

  socket.on('connect', () => {
    refreshed = false;
    forgetReason();
    dispatch(connectionMade());
    if (connectedBefore) {
      forgetPositions();
      repeatReads();
      // An operator may have renamed the viewer meanwhile.
      void dispatch(readOwnName()).then((renamed) => {
        if (renamed) openAnew();
      });
      events.reconnected();
    }
    connectedBefore = true;
    events.connected();
  });
  socket.on('disconnect', (reason) => {
    dispatch(connectionLost());
    forgetOnline();
    if (reason === 'io server disconnect') again();
  });
  socket.on('connect_error', (error) => {
    // If the socket is active, the network failed and Socket.IO retries. Otherwise the server
    // refused, and the message is its error code: one that does not pass ends the session.
    if (socket.active) dispatch(connectionLost());
    else if (isSessionCode(error.message) && !refreshed) void renew();
    else if (isPassing(error.message)) {
      dispatch(connectionLost());
      if (error.message === 'limit.reached') tellWhy(error.data);
      again();
    } else dispatch(sessionEnded());
  });

  /** Only the person can do something about it. The retries would say the same. */
  function tellWhy(refusal: unknown): void {
    const { error: text } = (refusal ?? {}) as Partial<ErrorWire>; // as the gateway refuses
    if (text !== undefined) closeReason ??= showStanding(text);
  }

  function forgetReason(): void {
    closeReason?.();
    closeReason = undefined;
  }

  async function renew(): Promise<void> {
    const outcome = await refreshSession();
    if (isStopped) return;
    if (outcome.status === 'over') dispatch(sessionEnded());
    else if (outcome.status === 'unknown') {
      dispatch(connectionLost());
      again();
    } else {
      refreshed = true;
      dispatch(sessionRenewed(outcome.user));
      connectAgain();
    }
  }

  /** The gateway checks calls by the name in which a socket was opened. */
  function openAnew(): void {
    socket.disconnect();
    connectAgain();
  }

  return () => {
    isStopped = true;
    forgetReason();
    clearTimeout(retry);
    events.stop();
    openings.stop();
    forgetOnline();
    socket.off();
    socket.disconnect();
  };
}

/** Connects, and keeps the store in sync until the returned function is called. */
export function connect(dispatch: Dispatch, open: (path: string) => void): () => void {
  prepareToasts();
  return bindSocket(ownSocket(), dispatch, open);
}
