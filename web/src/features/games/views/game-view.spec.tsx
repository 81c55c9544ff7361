import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { GameType, GameWire } from '@parlour/contracts/games/games';
import { useState } from 'react';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { describeMove } from './describe-move.ts';
import { rematchKey } from './end-panel.tsx';
import { tonesOf } from './game-sounds.ts';
import { GameView } from './game-view.tsx';
import { gameOf, hits, marks, over, takes } from './testing.ts';

async function show(
  game: GameWire,
  {
    viewer = 'ann',
    sending = false,
    error,
    at = '/games/g1',
  }: { viewer?: string; sending?: boolean; error?: string; at?: string } = {},
) {
  const onMove = jest.fn();
  const view = renderPage(<GameView {...{ game, viewer, sending, error, onMove }} />, { at, path: '/games/g1' });
  await waitFor(() => expect(screen.queryByLabelText('Loading the board')).not.toBeInTheDocument());
  return { ...view, onMove };
}

const submit = () => screen.getByRole('button', { name: 'Submit Move' });
const noSubmit = () => expect(screen.queryByRole('button', { name: 'Submit Move' })).not.toBeInTheDocument();
const radio = (name: string) => screen.getByRole('radio', { name });

beforeEach(() => {
  window.localStorage.clear();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('every game', () => {
  test('[SC-41, BG-2] shows the players, whose turn it is, the last move and the rules', async () => {
    await show(gameOf('Nim', takes(2, 1)));
    const [first, second] = within(screen.getByRole('list', { name: 'Players' })).getAllByRole('listitem');
    expect(first).toHaveTextContent(/^APlayer 1annyou$/);
    expect(second).toHaveTextContent(/^BPlayer 2bob$/);
    expect(screen.getByRole('link', { name: 'bob' })).toHaveAttribute('href', '/user/bob');
    expect(screen.getByRole('status')).toHaveTextContent(
      'bob took 1 object; 18 are left.Current player to move: ann – it is your turn.',
    );
    // Sentences are announced one by one: unchanged ones are not repeated.
    expect(screen.getByRole('status')).toHaveAttribute('aria-atomic', 'false');
    const rules = screen.getByRole('region', { name: 'Rules' });
    expect(rules).toHaveTextContent('The player who takes the last object loses.');
    for (const rule of [/10 minutes/, /24 hours/]) expect(rules).toHaveTextContent(rule);
    // It has no more moves than objects.
    expect(rules).not.toHaveTextContent('500 moves');
  });

  test('says only the rules that apply: a private game is not listed, the computer never claims', async () => {
    await show({ ...gameOf('Nim', takes(2, 1)), host: 'ann' });
    expect(screen.getByRole('region', { name: 'Rules' })).toHaveTextContent('10 minutes');
    expect(screen.getByRole('region', { name: 'Rules' })).not.toHaveTextContent('24 hours');
  });

  test('says no rule of the clock against the computer', async () => {
    await show({ ...gameOf('Nim', takes(2, 1)), computer: 'easy' });
    expect(screen.getByRole('region', { name: 'Rules' })).not.toHaveTextContent(/minutes|hours/);
  });

  test('waits for players, without controls', async () => {
    await show(
      gameOf('Nim', [], {
        players: [],
        state: { status: 'WAITING_TO_START', player1: undefined, player2: undefined } as never,
      }),
    );
    expect(screen.getAllByText('Waiting...')).toHaveLength(2);
    noSubmit();
  });

  test('[SC-41, G-11] names the winner, or says that there is none', async () => {
    const won = await show(gameOf('Nim', takes(2), { state: over('bob'), endedBy: 'left' }));
    expect(screen.getByRole('status')).toHaveTextContent('Winner: bob ann left the game.');
    expect(screen.getAllByRole('listitem')[1]).toHaveTextContent('Player 2bob winner');
    noSubmit();
    won.unmount();
    await show(gameOf('TicTacToe', marks(0, 1, 2, 4, 3, 5, 7, 6, 8), { state: over() }));
    expect(screen.getByText('No winner')).toBeInTheDocument();
  });

  test('against the computer shows its strength and links to no profile', async () => {
    await show(gameOf('Nim', [], { computer: 'strong', state: { player2: 'computer' } }));
    expect(screen.getByText('computer (strong)')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /computer/ })).not.toBeInTheDocument();
  });

  test('[SC-41] of an unknown type shows a notice', async () => {
    // From a newer server.
    await show({ ...gameOf('Nim', []), gameType: 'Chess' as GameType });
    expect(screen.getByText('Unknown game type')).toBeInTheDocument();
  });

  test('[SC-41] shows a refusal below the board', async () => {
    await show(gameOf('Nim', []), { error: 'Invalid move: wrong player' });
    const alert = screen.getByText('Invalid move: wrong player');
    expect(alert.closest('[role=alert]')).not.toBeNull();
    expect(submit().compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('[G-12] the rules are open at the first visit to a game in a browser, and on request', async () => {
    const rules = () => screen.queryByRole('region', { name: 'Rules' });
    const first = await show(gameOf('Nim', []));
    expect(screen.getByRole('button', { name: 'Rules', expanded: true })).toBeInTheDocument();
    await first.user.click(screen.getByRole('button', { name: 'Hide the rules' }));
    expect(rules()).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Rules', expanded: false })).toHaveFocus();
    first.unmount();
    const second = await show(gameOf('Nim', []));
    expect(rules()).not.toBeInTheDocument();
    await second.user.click(screen.getByRole('button', { name: 'Rules', expanded: false }));
    expect(rules()).toBeInTheDocument();
    second.unmount();
    await show(gameOf('TicTacToe', []));
    expect(rules()).toBeInTheDocument();
  });

  test('has sounds for a move, a turn and the end, which are off until they are turned on', async () => {
    const before = gameOf('Nim', takes(2));
    const turn = gameOf('Nim', takes(2, 1));
    const heard = (now: GameWire, viewer = 'ann') => tonesOf(before, now, viewer).length;
    expect(
      [before, turn, gameOf('Nim', takes(2, 1, 1)), gameOf('Nim', takes(2), { state: over('ann') })].map((now) =>
        heard(now),
      ),
    ).toEqual([0, 2, 1, 3]);
    expect(tonesOf(before, gameOf('Nim', takes(2), { state: over('bob') }), 'ann')).not.toEqual(
      tonesOf(before, gameOf('Nim', takes(2), { state: over('bob') }), 'bob'),
    );
    const first = await show(turn);
    await first.user.click(screen.getByRole('button', { name: 'Sounds', pressed: false }));
    first.unmount();
    await show(turn);
    expect(screen.getByRole('button', { name: 'Sounds', pressed: true })).toBeInTheDocument();
  });

  test('keeps the focus for keyboard users', async () => {
    const { user, onMove } = await show(gameOf('Nim', []));
    await user.type(screen.getByRole('textbox'), '3{Enter}');
    expect(onMove).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toHaveTextContent('Current player to move: ann');
  });
});

describe('Nim', () => {
  test('[SC-42] draws the remaining objects', async () => {
    const { container } = await show(gameOf('Nim', takes(2, 3)));
    expect(screen.getByText('Remaining objects:')).toHaveTextContent('Remaining objects: 16');
    expect(screen.getByRole('img', { name: '16 objects of 21' })).toBeInTheDocument();
    expect(container.querySelectorAll('[data-state=there]')).toHaveLength(16);
    expect(container.querySelectorAll('[data-state=taken]')).toHaveLength(5);
  });

  test('[SC-42] the input takes the last digit typed', async () => {
    const { user, onMove, container } = await show(gameOf('Nim', []));
    const input = screen.getByRole('textbox', { name: 'Objects to take' });
    await user.type(input, '12');
    expect(input).toHaveValue('2');
    expect(container.querySelectorAll('[data-state=chosen]')).toHaveLength(2);
    await user.type(input, 'x');
    expect(input).toHaveValue('2');
    await user.type(input, '{Backspace}');
    expect(input).toHaveValue('');
    await user.type(input, '3');
    await user.click(submit());
    expect(onMove).toHaveBeenCalledWith({ numObjects: 3 });
  });

  test('clicking an object selects it and those after it', async () => {
    const { user, container } = await show(gameOf('Nim', []));
    const third = container.querySelectorAll('[data-state=there]')[18];
    if (!third) throw new Error('There are 21 objects.');
    await user.click(third);
    expect(screen.getByRole('textbox')).toHaveValue('3');
  });

  test('[G-12] coins are taken by touch: choose, then take; those of the last move are marked', async () => {
    const { user, onMove, container } = await show(gameOf('Nim', takes(2, 3)));
    expect(container.querySelectorAll('[data-last=true]')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /^Take/ })).not.toBeInTheDocument();
    await user.click(container.querySelectorAll('[data-choosable=true]')[1]!);
    await user.click(screen.getByRole('button', { name: 'Take 2' }));
    expect(onMove).toHaveBeenCalledWith({ numObjects: 2 });
  });

  test('[VA-13] reports an illegal number without sending it', async () => {
    const { user, onMove } = await show(gameOf('Nim', takes(3, 3, 3, 3, 3, 2, 1, 1)));
    await user.type(screen.getByRole('textbox'), '4{Enter}');
    expect(screen.getByText('Invalid move: must remove between 1 and 3 objects')).toBeInTheDocument();
    await user.type(screen.getByRole('textbox'), '3{Enter}');
    expect(screen.getByText('Invalid move: cannot remove more objects than are left')).toBeInTheDocument();
    expect(onMove).not.toHaveBeenCalled();
    await user.type(screen.getByRole('textbox'), '2{Enter}');
    expect(onMove).toHaveBeenCalledWith({ numObjects: 2 });
  });

  test('[SC-42] enables submit only for the mover; spectators have no input', async () => {
    const mover = await show(gameOf('Nim', []));
    expect(submit()).toBeEnabled();
    mover.unmount();
    const other = await show(gameOf('Nim', []), { viewer: 'bob' });
    expect(submit()).toBeDisabled();
    expect(screen.getByRole('textbox')).toBeDisabled();
    other.unmount();
    const sending = await show(gameOf('Nim', []), { sending: true });
    expect(submit()).toBeDisabled();
    sending.unmount();
    await show(gameOf('Nim', []), { viewer: 'carl' });
    noSubmit();
  });
});

describe('TicTacToe', () => {
  const square = (name: RegExp) => screen.getByRole('button', { name });

  test('[SC-44, VA-15] the mover previews their symbol, may choose again, and submits', async () => {
    const { user, onMove } = await show(gameOf('TicTacToe', marks(0)), { viewer: 'bob' });
    expect(submit()).toBeDisabled();
    await user.click(square(/^top left: X/));
    expect(submit()).toBeDisabled();
    await user.click(square(/^centre: empty/));
    expect(square(/^centre: your O, not submitted yet/)).toBeInTheDocument();
    await user.click(square(/^bottom right/));
    expect(square(/^centre: empty/)).toBeInTheDocument();
    expect(onMove).not.toHaveBeenCalled();
    await user.click(submit());
    expect(onMove).toHaveBeenCalledWith({ slot: 8 });
  });

  test('[G-12] a second tap on the preview plays it; the last move is marked', async () => {
    const { user, onMove, container } = await show(gameOf('TicTacToe', marks(0, 4)));
    expect(container.querySelectorAll('[data-last=true]')).toHaveLength(1);
    expect(square(/^centre: O/)).toHaveAttribute('data-last', 'true');
    await user.click(square(/^bottom right/));
    expect(onMove).not.toHaveBeenCalled();
    await user.click(square(/^bottom right/));
    expect(onMove).toHaveBeenCalledWith({ slot: 8 });
  });

  test('arrow keys move between squares and stop at the edges', async () => {
    const { user, onMove } = await show(gameOf('TicTacToe', []));
    square(/^centre/).focus();
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowLeft}{ArrowLeft}');
    await waitFor(() => expect(square(/^top left/)).toHaveFocus());
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{Enter}');
    await waitFor(() => expect(square(/^middle right: your X/)).toHaveFocus());
    await user.tab();
    await waitFor(() => expect(submit()).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(onMove).toHaveBeenCalledWith({ slot: 5 });
  });

  test('[SC-44] anyone else sees a read-only board', async () => {
    await show(gameOf('TicTacToe', marks(0, 4)), { viewer: 'bob' });
    noSubmit();
    expect(screen.getByRole('cell', { name: 'top left: X' })).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: 'centre: O' })).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: 'bottom right: empty' })).toBeInTheDocument();
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
  });

  test.each([
    [[0, 1, 4, 2, 8], ['top left: X', 'centre: X', 'bottom right: X'], ['M0.18 0.18L2.82 2.82']],
    [[2, 0, 5, 1, 8], ['top right: X', 'middle right: X', 'bottom right: X'], ['M2.5 0.18L2.5 2.82']],
    // The ninth move completes two lines.
    [
      [0, 1, 2, 3, 6, 5, 8, 7, 4],
      ['top left: X', 'top right: X', 'centre: X', 'bottom left: X', 'bottom right: X'],
      ['M0.18 0.18L2.82 2.82', 'M2.82 0.18L0.18 2.82'],
    ],
  ])('marks three in a row, and draws a line through them: %j', async (slots, cells, lines) => {
    const { container } = await show(gameOf('TicTacToe', marks(...slots), { state: over('ann') }));
    const marked = [...container.querySelectorAll('[data-winning=true]')].map((cell) => cell.ariaLabel);
    expect(marked).toEqual(cells);
    expect([...container.querySelectorAll('[pathLength]')].map((line) => line.getAttribute('d'))).toEqual(lines);
  });
});

describe('Chopsticks', () => {
  test('[SC-43] shows hands as bars, a dead one as X, the viewer’s own below', async () => {
    // 0>2, 2>0, 0>2, 3>0, 0>3: [4,1,0,0].
    const moves = hits([0, 2, 1], [2, 0, 2], [0, 2, 3], [3, 0, 1], [0, 3, 4]);
    await show(gameOf('Chopsticks', moves, { state: over('ann') }), { viewer: 'bob' });
    const [far, near] = screen.getAllByRole('region', { name: /^Hands of player/ });
    expect(far).toHaveTextContent(/Player 1: ann/);
    expect(near).toHaveTextContent(/Player 2: bob/);
    const [left, right] = within(near as HTMLElement).getAllByRole('listitem');
    expect(left).toHaveTextContent('Left handXdead');
    expect(right).toHaveTextContent('Right handXdead');
    expect(within(far as HTMLElement).getAllByRole('listitem')[0]).toHaveTextContent('Left hand4 fingers');
  });

  test.each([
    [8, 'A position came up for the third time.'],
    [500, '500 moves were played.'],
  ])('[G-14] after %i moves a draw says why', async (moveCount, why) => {
    const state = { ...over(), moveCount };
    await show(gameOf('Chopsticks', [], { state, endedBy: 'draw' }));
    expect(screen.getByText(why)).toBeVisible();
  });

  test('[SC-43] shows an empty seat as waiting', async () => {
    const waiting = { status: 'WAITING_TO_START', player2: undefined } as never;
    await show(gameOf('Chopsticks', [], { players: ['ann'], state: waiting }));
    expect(screen.getByRole('region', { name: 'Hands of player 2' })).toHaveTextContent('Player 2: Waiting...');
    noSubmit();
  });

  test('[SC-43] a hit: hand, target, submit', async () => {
    const { user, onMove } = await show(gameOf('Chopsticks', hits([0, 2, 1])), { viewer: 'bob' });
    expect(submit()).toBeDisabled();
    await user.click(radio('Left'));
    expect(submit()).toBeDisabled();
    expect(radio('Your Right')).toBeEnabled();
    await user.click(radio("Opponent's Right"));
    expect(screen.queryByLabelText('Fingers to move')).not.toBeInTheDocument();
    await user.click(submit());
    expect(onMove).toHaveBeenCalledWith({ hittingHand: 2, handToHit: 1, numFingersToMove: 2, isBumping: false });
  });

  test('[SC-43, VA-14] a bump needs a count, which may neither exceed the hand nor reproduce the position', async () => {
    // [1,1,2,1], bob to move.
    const { user, onMove } = await show(gameOf('Chopsticks', hits([0, 2, 1])), { viewer: 'bob' });
    await user.click(radio('Left'));
    await user.click(radio('Your Right'));
    const fingers = screen.getByRole('spinbutton', { name: 'Fingers to move' });
    expect(fingers).toHaveAttribute('min', '1');
    expect(fingers).toHaveAttribute('max', '2');
    expect(screen.queryByText(/Invalid move/)).not.toBeInTheDocument();
    expect(submit()).toBeDisabled();
    await user.type(fingers, '1');
    expect(screen.getByText('Invalid move: a bump cannot reproduce the same position')).toBeInTheDocument();
    expect(submit()).toBeDisabled();
    await user.clear(fingers);
    await user.type(fingers, '3');
    expect(screen.getByText('Invalid move: must move between 1 finger and all of the hand')).toBeInTheDocument();
    await user.clear(fingers);
    await user.type(fingers, '2');
    await user.click(submit());
    expect(onMove).toHaveBeenCalledWith({ hittingHand: 2, handToHit: 3, numFingersToMove: 2, isBumping: true });
  });

  test('[G-12] hands are touched: first the own one, then the one to hit', async () => {
    const { user, onMove } = await show(gameOf('Chopsticks', hits([0, 2, 1])), { viewer: 'bob' });
    expect(screen.queryByRole('button', { name: /hit it$/ })).not.toBeInTheDocument();
    const own = screen.getByRole('button', { name: 'Left hand, 2 fingers: move with it' });
    await user.click(own);
    expect(own).toHaveAttribute('aria-pressed', 'true');
    // The form follows.
    expect(radio('Left')).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Right hand, 1 finger: hit it' }));
    expect(onMove).toHaveBeenCalledWith({ hittingHand: 2, handToHit: 1, numFingersToMove: 2, isBumping: false });
  });

  test('divisions of the fingers are offered as far as they are legal', async () => {
    // [1,1,2,1], bob to move: moving one would only swap the hands.
    const { user, onMove } = await show(gameOf('Chopsticks', hits([0, 2, 1])), { viewer: 'bob' });
    await user.click(screen.getByRole('button', { name: /^Left hand, 2 fingers/ }));
    const splits = screen.getAllByRole('button', { name: /^Move \d to your right hand$/ });
    expect(splits.map(({ textContent }) => textContent)).toEqual(['Move 2']);
    await user.click(splits[0]!);
    expect(onMove).toHaveBeenCalledWith({ hittingHand: 2, handToHit: 3, numFingersToMove: 2, isBumping: true });
  });

  test('dead hands and, for everybody but the mover, all hands are no buttons', async () => {
    const moves = hits([0, 2, 1], [2, 0, 2], [0, 2, 3], [3, 0, 1]);
    const { user, unmount } = await show(gameOf('Chopsticks', moves));
    const names = () => screen.queryAllByRole('button', { name: /it$/ }).map((hand) => hand.ariaLabel);
    expect(names()).toEqual(['Left hand, 4 fingers: move with it', 'Right hand, 1 finger: move with it']);
    await user.click(screen.getByRole('button', { name: /^Right hand, 1 finger/ }));
    expect(names()).toContain('Right hand, 1 finger: hit it');
    expect(names().filter((name) => name?.startsWith('Left hand, dead'))).toEqual([]);
    unmount();
    await show(gameOf('Chopsticks', moves), { viewer: 'bob' });
    expect(names()).toEqual([]);
  });

  test('choosing another hand changes the targets', async () => {
    const { user } = await show(gameOf('Chopsticks', []));
    await user.click(radio('Left'));
    await user.click(radio("Opponent's Left"));
    await user.click(radio('Right'));
    expect(radio("Opponent's Left")).not.toBeChecked();
    expect(radio('Your Left')).toBeInTheDocument();
    expect(submit()).toBeDisabled();
  });

  test('[SC-43] dead hands are neither sources nor targets', async () => {
    // 0>2, 2>0, 0>2: [3,1,0,1]; then 3>0: [4,1,0,1], ann to move.
    const moves = hits([0, 2, 1], [2, 0, 2], [0, 2, 3], [3, 0, 1]);
    const { user } = await show(gameOf('Chopsticks', moves));
    await user.click(radio('Left'));
    expect(radio("Opponent's Left")).toBeDisabled();
    expect(radio("Opponent's Right")).toBeEnabled();
  });

  test('the mover’s own dead hand cannot be chosen', async () => {
    const moves = hits([0, 2, 1], [2, 0, 2], [0, 2, 3]);
    await show(gameOf('Chopsticks', moves), { viewer: 'bob' });
    expect(radio('Left')).toBeDisabled();
    expect(radio('Right')).toBeEnabled();
  });

  test('[SC-43] the selection survives a refusal and resets after a move', async () => {
    const later = { ...gameOf('Chopsticks', hits([0, 2, 1], [2, 0, 2])), gameID: 'g1' };
    function Page() {
      const [game, setGame] = useState(gameOf('Chopsticks', []));
      const [error, setError] = useState<string>();
      return (
        <>
          <GameView game={game} viewer="ann" sending={false} error={error} onMove={() => setError('Refused.')} />
          <button onClick={() => setGame(later)}>Both move</button>
        </>
      );
    }
    const { user } = renderPage(<Page />, { at: '/games/g1' });
    await user.click(await screen.findByRole('radio', { name: 'Left' }));
    await user.click(radio("Opponent's Left"));
    await user.click(submit());
    expect(screen.getByText('Refused.')).toBeInTheDocument();
    expect(radio("Opponent's Left")).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Both move' }));
    expect(radio('Left')).not.toBeChecked();
    expect(screen.queryByRole('radio', { name: "Opponent's Left" })).not.toBeInTheDocument();
  });

  test('[RO-9] only the mover has controls', async () => {
    await show(gameOf('Chopsticks', []), { viewer: 'bob' });
    noSubmit();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  });
});

describe('the replay of a finished game', () => {
  const game = gameOf('Nim', takes(2, 3, 2, 3, 2, 3, 2, 3, 1), { state: over('bob') });
  const slider = () => screen.getByRole('slider', { name: 'Position' });
  const left = (objects: number) =>
    expect(screen.getByText('Remaining objects:')).toHaveTextContent(`Remaining objects: ${objects}`);

  test('starts at the end; a running game has none', async () => {
    const running = await show(gameOf('Nim', takes(2)));
    expect(screen.queryByRole('slider')).not.toBeInTheDocument();
    running.unmount();
    await show(game);
    expect(slider()).toHaveValue('9');
    expect(slider()).toHaveAttribute('aria-valuetext', 'Move 9 of 9');
    left(0);
    expect(screen.getByText('Move 9 of 9:').parentElement).toHaveTextContent('ann took 1 object; none is left.');
  });

  test('has first, previous, next and last; the address follows without history entries', async () => {
    const { user, router } = await show(game);
    await user.click(screen.getByRole('button', { name: 'First position' }));
    left(21);
    expect(screen.getByText('Start of 9:').parentElement).toHaveTextContent('nothing has been moved yet.');
    await user.click(screen.getByRole('button', { name: 'Next move' }));
    left(19);
    await waitFor(() => expect(router.state.location.search).toBe('?move=1'));
    expect(router.state.historyAction).toBe('REPLACE');
    await user.click(screen.getByRole('button', { name: 'Last position' }));
    left(0);
    await user.click(screen.getByRole('button', { name: 'Previous move' }));
    left(1);
    await waitFor(() => expect(router.state.location.search).toBe('?move=8'));
  });

  test('does not pull back whoever has chosen another page before the address follows', async () => {
    const { router } = await show(game);
    act(() => router.patchRoutes(null, [{ path: '/users', loader: () => new Promise<never>(() => undefined) }]));
    jest.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'First position' }));
    act(() => void router.navigate('/users'));
    act(() => jest.advanceTimersByTime(200));
    expect(router.state.navigation.location?.pathname).toBe('/users');
  });

  test('keeps a position chosen before the address has followed the previous one', async () => {
    const { router } = await show(game);
    router.subscribe(({ location }) => {
      if (location.search === '?move=0') fireEvent.click(screen.getByRole('button', { name: 'Next move' }));
    });
    fireEvent.click(screen.getByRole('button', { name: 'First position' }));
    await waitFor(() => expect(router.state.location.search).toBe('?move=0'));
    await act(async () => undefined);
    expect(slider()).toHaveValue('1');
    await waitFor(() => expect(router.state.location.search).toBe('?move=1'));
    expect(slider()).toHaveValue('1');
  });

  test('opens the position in the link; beyond the end, the last one', async () => {
    const linked = await show(game, { at: '/games/g1?move=5' });
    expect(slider()).toHaveValue('5');
    left(9);
    fireEvent.change(slider(), { target: { value: '6' } });
    left(6);
    linked.unmount();
    const beyond = await show(game, { at: '/games/g1?move=99' });
    expect(slider()).toHaveValue('9');
    beyond.unmount();
    await show(game, { at: '/games/g1?move=x' });
    expect(slider()).toHaveValue('9');
  });
});

describe('the end of a game', () => {
  const finished = gameOf('Nim', takes(2, 3), { state: over('ann'), endedBy: 'left' });
  const end = () => screen.queryByRole('group', { name: 'End of the game' });

  test.each([
    ['ann', 'You won'],
    ['bob', 'You lost'],
    ['carl', 'ann won'],
  ])('is told beside the board to %s: %s', async (viewer, result) => {
    await show(finished, { viewer });
    expect(
      within(end()!).getByText((_, element) => element?.textContent === result && element.tagName === 'P'),
    ).toBeInTheDocument();
    expect(end()).not.toHaveFocus();
  });

  test('a draw is told as one', async () => {
    await show(gameOf('TicTacToe', marks(0, 1, 2, 4, 3, 5, 7, 6, 8), { state: over() }));
    expect(end()).toHaveTextContent('A draw');
  });

  test('when it comes, the result gets the focus, so that a second Enter presses nothing', async () => {
    const again = jest.fn();
    function Page() {
      const [game, setGame] = useState(gameOf('Nim', takes(2, 3)));
      return (
        <>
          <div role="region">
            <GameView
              game={game}
              viewer="ann"
              sending={false}
              error={undefined}
              onMove={() => setGame(finished)}
              afterwards={<button onClick={again}>Again</button>}
            />
          </div>
          <button onClick={() => setGame(finished)}>Elsewhere</button>
        </>
      );
    }
    const first = renderPage(<Page />, { at: '/games/g1' });
    await first.user.type(await screen.findByRole('textbox'), '3{Enter}');
    await waitFor(() => expect(document.activeElement).toHaveTextContent(/^You won$/));
    await first.user.keyboard('{Enter}');
    expect(again).not.toHaveBeenCalled();
    first.unmount();
    // Unless the viewer is busy elsewhere.
    const second = renderPage(<Page />, { at: '/games/g1' });
    await second.user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(end()).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus());
  });

  test('[G-12] Replay starts at the beginning; the result stays beside it', async () => {
    const { user } = await show(finished);
    await user.click(screen.getByRole('button', { name: 'Replay' }));
    expect(screen.getByText('Start of 2:')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('slider')).toHaveFocus());
    expect(end()).toBeInTheDocument();
  });

  test('[G-12] the space bar asks for a rematch from the result, and not the one that is held since the last move', async () => {
    const again = jest.fn();
    renderPage(
      <GameView
        {...{ game: finished, viewer: 'ann', sending: false, error: undefined, onMove: () => undefined }}
        afterwards={
          <button {...rematchKey} onClick={again}>
            Again
          </button>
        }
      />,
      { at: '/games/g1' },
    );
    const result = await screen.findByText('You won');
    fireEvent.keyDown(result, { key: ' ', repeat: true });
    expect(again).not.toHaveBeenCalled();
    fireEvent.keyDown(result, { key: ' ' });
    expect(again).toHaveBeenCalledTimes(1);
  });

  test('Share copies the link', async () => {
    const { user } = await show(finished);
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/games/g1');
  });
});

test('moves in words', () => {
  expect(describeMove(gameOf('Nim', takes(2, 1)), 0)).toBe('ann took 2 objects; 19 are left.');
  expect(describeMove(gameOf('Nim', takes(2, 1)), 1)).toBe('bob took 1 object; 18 are left.');
  expect(describeMove(gameOf('Nim', takes(2, 1)), 2)).toBe('');
  expect(describeMove(gameOf('TicTacToe', marks(4)), 0)).toBe('ann marked the centre.');
  const hitting = gameOf('Chopsticks', [
    ...hits([0, 2, 1], [2, 0, 2]),
    { hittingHand: 0, handToHit: 1, numFingersToMove: 3, isBumping: true },
    ...hits([3, 1, 1]),
  ]);
  expect(describeMove(hitting, 0)).toBe('ann hit bob’s left hand with 1 finger.');
  expect(describeMove(hitting, 1)).toBe('bob hit ann’s left hand with 2 fingers.');
  expect(describeMove(hitting, 2)).toBe('ann moved 3 fingers from the left to the right hand.');
  expect(describeMove(hitting, 3)).toBe('bob hit ann’s right hand with 1 finger; that hand is dead.');
});
