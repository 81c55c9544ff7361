import { Button, Checkbox } from '@mantine/core';
import type { GameType, GameWire, Strength } from '@parlour/contracts/games';
import { messages } from '@parlour/contracts/messages';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { hasUnknownOutcome, serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { enterGame } from './game-cache.ts';
import { GameMark } from './game-mark.tsx';
import { useCreateGameMutation } from './games.api.ts';
import { InvitePicker } from './invite-picker.tsx';
import classes from './create-game.module.css';

const kinds: readonly { readonly type: GameType; readonly label: string; readonly about: string }[] = [
  { type: 'Nim', label: 'Nim', about: 'Take one, two or three. The player who takes the last one loses.' },
  { type: 'Chopsticks', label: 'Chopsticks', about: 'Hit your opponent’s hands until both are dead.' },
  { type: 'TicTacToe', label: 'Tic-Tac-Toe', about: 'Three in a row, a column or a diagonal.' },
];

const opponents: readonly { readonly value: Strength | 'people'; readonly label: string }[] = [
  { value: 'people', label: 'People' },
  { value: 'easy', label: 'Computer, easy' },
  { value: 'strong', label: 'Computer, strong' },
];

/** The form for a new game: opponent and game type. `onCreated` receives the game. */
export function CreateGame({ onCreated }: { readonly onCreated: (game: GameWire) => void }) {
  const dispatch = useDispatch<Dispatch>();
  const [opponent, setOpponent] = useState<Strength | 'people'>('people');
  const [isPrivate, setPrivate] = useState(false);
  const [invited, setInvited] = useState<readonly string[]>([]);
  const [creating, setCreating] = useState<GameType>();
  const [createGame, { error, reset }] = useCreateGameMutation();
  // Creating the same game again after a lost reply is the same attempt.
  const attempt = useRef<{ readonly wanted: string; readonly key: string }>(undefined);

  async function create(gameType: GameType): Promise<void> {
    if (creating !== undefined) return;
    const wanted = {
      gameType,
      ...(opponent !== 'people' ? { computer: opponent } : isPrivate ? { invitedPlayers: invited } : {}),
    };
    const text = JSON.stringify(wanted);
    if (attempt.current?.wanted !== text) attempt.current = { wanted: text, key: newSubmissionKey() };
    setCreating(gameType);
    const outcome = await createGame({ ...wanted, submissionKey: attempt.current.key });
    setCreating(undefined);
    if (!outcome.data) {
      if (!hasUnknownOutcome(outcome.error)) attempt.current = undefined;
      return;
    }
    attempt.current = undefined;
    dispatch(enterGame(outcome.data));
    onCreated(outcome.data);
  }

  return (
    <div className={classes.sections}>
      <section className={classes.card} aria-labelledby="with-whom">
        <h2 id="with-whom" className={classes.cardTitle}>
          Opponent
        </h2>
        <div role="radiogroup" aria-labelledby="with-whom" className={classes.opponents}>
          {opponents.map(({ value, label }) => (
            <label key={value} className={classes.opponent}>
              <input
                type="radio"
                name="opponent"
                value={value}
                checked={opponent === value}
                onChange={() => {
                  setOpponent(value);
                  reset();
                }}
              />
              {label}
            </label>
          ))}
        </div>
        {opponent === 'people' ? (
          <Checkbox
            label="Private Game"
            description="Only people you invite can see and join it. You can invite more until it starts."
            checked={isPrivate}
            onChange={(event) => {
              setPrivate(event.currentTarget.checked);
              reset();
            }}
          />
        ) : (
          <p className={classes.note}>
            Nobody else sees it, and it does not count for the leaderboard. You begin; after that, take turns by
            rematches.
          </p>
        )}
        {opponent === 'people' && isPrivate && (
          <div>
            <h3 className={classes.smallTitle}>Players to invite</h3>
            <InvitePicker
              chosen={invited}
              onToggle={(username) => {
                reset();
                setInvited(
                  invited.includes(username) ? invited.filter((name) => name !== username) : [...invited, username],
                );
              }}
            />
          </div>
        )}
      </section>
      <section className={classes.card} aria-labelledby="which-game">
        <h2 id="which-game" className={classes.cardTitle}>
          Which game?
        </h2>
        <ul className={classes.kinds}>
          {kinds.map(({ type, label, about }) => (
            <li key={type} className={classes.kind}>
              <GameMark type={type} large />
              <p className={classes.about} id={`about-${type}`}>
                {about}
              </p>
              <Button
                fullWidth
                loading={creating === type}
                disabled={creating !== undefined && creating !== type}
                aria-describedby={`about-${type}`}
                onClick={() => void create(type)}
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
        {error !== undefined && <Failure title={messages.gameCreateFailed} detail={serverText(error)} />}
      </section>
    </div>
  );
}
