import type { ErrorWire } from '@parlour/contracts/errors';
import { communitiesLive } from '../features/communities/communities.live.ts';
import { gamesLive } from '../features/games/games.live.ts';
import { resumeGames } from '../features/games/game-socket.ts';
import { reportPresence } from '../features/messaging/chat-presence.ts';
import { messagingLive } from '../features/messaging/messaging.live.ts';
import { notificationsLive } from '../features/notifications/notifications.live.ts';
import { readBlocked } from '../features/people/blocked.api.ts';
import { peopleLive } from '../features/people/people.live.ts';
import { pollsLive } from '../features/polls/polls.live.ts';
import { questionsLive } from '../features/questions/questions.live.ts';
import { isOwn, readOwnName, renewOwnName } from './own-name.ts';
import { delay, type LiveSocket, ownSocket } from './own-socket.ts';
import { api, liveTags } from '../shared/api.ts';
import { openTag } from '../shared/tag-cache-tags.ts';
import { isPassing, isSessionCode } from '../shared/http/call-failure.ts';
import { forgetEarly } from '../shared/http/early.ts';
import { forgetPositions, refreshSession, rememberChange, repeatReads } from '../shared/http/client.ts';
import { prepareToasts, showStanding } from '../design/parts/toasts.ts';
import { connectionLost, connectionMade } from '../shared/state/connection.slice.ts';
import { forgetOnline, onlineUpdate, watchAgain } from '../shared/state/online.ts';
import { sessionEnded, sessionRenewed } from '../shared/state/session.slice.ts';
import type { Dispatch } from '../shared/state/store.ts';

/**
 * Keeps the store in sync with a socket until the returned function is called. Socket.IO reconnects
 * by itself after a network failure, but not after the server closed or refused the connection;
 * this function handles those. `open` navigates to the page that an event is about.
 */
export function bindSocket(socket: LiveSocket, dispatch: Dispatch, open: (path: string) => void): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  let catchingUp: ReturnType<typeof setTimeout> | undefined;
  let unwatch = (): unknown => undefined;
  let connectedBefore = false;
  let refreshed = false;
  let closeReason: (() => void) | undefined;
  let isStopped = false;

  const again = () => {
    clearTimeout(retry);
    const spread = Math.random() * (delay.greatest - delay.least);
    retry = setTimeout(connectAgain, delay.least + spread);
  };

  function connectAgain(): void {
    // What led here may have waited for an answer.
    if (isStopped) return;
    socket.connect();
    watchOpening();
  }

  /**
   * A connection that ends before Socket.IO has said hello, as when the server stops just then, is
   * noticed by Socket.IO only when its time is over, 20 seconds later.
   */
  function watchOpening(): void {
    unwatch();
    const { io: manager } = socket;
    const { engine } = manager;
    const onClose = () => {
      if (manager._readyState !== 'opening') return;
      dispatch(connectionLost());
      socket.disconnect();
      again();
    };
    engine.on('close', onClose);
    unwatch = () => engine.off('close', onClose);
  }

  // Each attempt has an engine of its own, made after this event.
  const watchNext = () => {
    queueMicrotask(watchOpening);
  };
  socket.io.on('reconnect_attempt', watchNext);
  watchOpening();

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
    }
    connectedBefore = true;
    // Events sent before are not sent again, so we refetch everything that is shown; also the first
    // time, because the page reads while it connects.
    forgetEarly();
    reportPresence(socket);
    watchAgain(socket);
    resumeGames(socket, dispatch);
    dispatch(api.util.invalidateTags([...liveTags]));
    // In a task of its own: all calls at once would keep a slow phone from answering touches.
    clearTimeout(catchingUp);
    catchingUp = setTimeout(() => {
      void notifications.catchUp();
      void messaging.catchUp();
      void dispatch(readBlocked());
    });
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

  // Read-your-writes for events: the next read must wait until every service has applied what this
  // client has already seen.
  socket.onAny((_event: string, _payload: unknown, positions: unknown) => {
    if (typeof positions === 'string') rememberChange(positions);
  });

  const handlers = questionsLive(dispatch);
  socket.on('answerUpdate', handlers.answerUpdate);
  socket.on('viewsUpdate', handlers.viewsUpdate);
  socket.on('voteUpdate', handlers.voteUpdate);
  socket.on('commentUpdate', handlers.commentUpdate);

  const people = peopleLive(dispatch);
  const messaging = messagingLive(dispatch);
  socket.on('messageUpdate', messaging.messageUpdate);
  socket.on('chatUpdate', messaging.chatUpdate);
  socket.on('chatRead', messaging.chatRead);
  socket.on('chatLeft', messaging.chatLeft);
  socket.on('chatMuted', messaging.chatMuted);
  socket.on('userUpdate', (update) => {
    const own = dispatch(isOwn(update.user));
    if (own && update.formerName !== undefined) return void dispatch(renewOwnName()).then(openAnew);
    people.userUpdate(update);
    // The viewer may have become an operator, or may be one no more.
    if (own && update.type === 'updated') void dispatch(readOwnName());
    return undefined;
  });
  socket.on('onlineUpdate', onlineUpdate);
  socket.on('blockUpdate', (update) => {
    people.blockUpdate(update);
    if (!update.blocked) watchAgain(socket);
  });

  const games = gamesLive(dispatch, open);
  socket.on('gameUpdate', games.gameUpdate);
  socket.on('gameError', games.gameError);
  socket.on('lobbyUpdate', games.lobbyUpdate);

  const communities = communitiesLive(dispatch);
  socket.on('communityUpdate', communities.communityUpdate);

  socket.on('tagUpdate', () => dispatch(api.util.invalidateTags([openTag])));

  const polls = pollsLive(dispatch);
  socket.on('pollUpdate', polls.pollUpdate);
  socket.on('pollCreation', polls.pollCreation);
  socket.on('pollStatusChange', polls.pollStatusChange);

  const notifications = notificationsLive(dispatch, open);
  socket.on('notification', notifications.notification);
  socket.on('notificationsUpdate', notifications.notificationsUpdate);
  socket.on('invitationDeclined', (declined) => {
    games.invitationDeclined(declined);
    notifications.invitationDeclined(declined);
  });
  socket.on('questionUpdate', (row) => {
    handlers.questionUpdate(row);
    notifications.questionUpdate(row);
  });

  return () => {
    isStopped = true;
    forgetReason();
    clearTimeout(retry);
    clearTimeout(catchingUp);
    forgetOnline();
    socket.off();
    socket.io.off('reconnect_attempt', watchNext);
    unwatch();
    socket.disconnect();
  };
}

/** Connects, and keeps the store in sync until the returned function is called. */
export function connect(dispatch: Dispatch, open: (path: string) => void): () => void {
  prepareToasts();
  return bindSocket(ownSocket(), dispatch, open);
}
