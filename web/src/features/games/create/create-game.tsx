import { Button } from '@mantine/core';
import type { GameType, GameWire, Strength } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { serverText } from '../../../shared/http/call-failure.ts';
import { Checkbox } from '../../../design/parts/form/checkbox.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { type Icon, IconRobot, IconUsers } from '../../../design/parts/look/icons.tsx';
import type { Dispatch } from '../../../shared/state/store.ts';
import { toggled } from '../../../shared/state/toggled.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { gameName } from '@parlour/contracts/games/game-name';
import { enterGame } from '../game-cache.ts';
import { gameKinds } from './game-kinds.ts';
import { useCreateGameMutation } from '../games.api.ts';
import { InvitePicker } from './invite-picker.tsx';
import { GameDrawing } from '../lobby/mini-board.tsx';
import classes from './create-game.module.css';

const opponents: readonly { readonly value: Strength | 'people'; readonly label: string; readonly icon: Icon }[] = [
  { value: 'people', label: 'People', icon: IconUsers },
  { value: 'easy', label: 'Computer, easy', icon: IconRobot },
  { value: 'strong', label: 'Computer, strong', icon: IconRobot },
];

/** The form for a new game: opponent and game type. `onCreated` receives the game. */
export function CreateGame({
  opponent: wanted,
  onCreated,
}: {
  /** Somebody to invite; then the game is private at first. */
  readonly opponent?: string | undefined;
  readonly onCreated: (game: GameWire) => void;
}) {
  const dispatch = useDispatch<Dispatch>();
  const [opponent, setOpponent] = useState<Strength | 'people'>('people');
  const [isPrivate, setPrivate] = useState(wanted !== undefined);
  const [invited, setInvited] = useState<readonly string[]>(wanted === undefined ? [] : [wanted]);
  const [creating, setCreating] = useState<GameType>();
  const [createGame, { error, reset }] = useCreateGameMutation();
  const submit = useSubmission();

  async function create(gameType: GameType): Promise<void> {
    if (creating !== undefined) return;
    const given = {
      gameType,
      ...(opponent !== 'people' ? { computer: opponent } : isPrivate ? { invitedPlayers: invited } : {}),
    };
    setCreating(gameType);
    const { data: game } = await submit(given, createGame);
    setCreating(undefined);
    if (!game) return;
    dispatch(enterGame(game));
    onCreated(game);
  }

  function change(apply: () => void): void {
    // What is being sent stays: its answer opens the game, without what is chosen after it.
    if (creating !== undefined) return;
    reset();
    apply();
  }

  return (
    <div className="stack">
      <section className={classes.card} aria-labelledby="with-whom">
        <h2 id="with-whom" className={classes.cardTitle}>
          Opponent
        </h2>
        <div role="radiogroup" aria-labelledby="with-whom" className="wrap">
          {opponents.map(({ value, label, icon: OpponentIcon }) => (
            <label key={value} className={classes.opponent}>
              <input
                type="radio"
                name="opponent"
                value={value}
                checked={opponent === value}
                onChange={() => change(() => setOpponent(value))}
              />
              <OpponentIcon size={18} aria-hidden />
              {label}
            </label>
          ))}
        </div>
        {opponent === 'people' ? (
          <Checkbox
            label="Private Game"
            description="Only people you invite can see and join it. You can invite more until it starts."
            checked={isPrivate}
            onChange={({ currentTarget: { checked } }) => change(() => setPrivate(checked))}
          />
        ) : (
          <p className="hint">
            Nobody else sees it, and it does not count for the leaderboard. You begin; after that, take turns by
            rematches.
          </p>
        )}
        {opponent === 'people' && isPrivate && (
          <div>
            <h3 className={classes.smallTitle}>Players to invite</h3>
            <InvitePicker
              chosen={invited}
              onToggle={(username) => change(() => setInvited(toggled(invited, username)))}
            />
          </div>
        )}
      </section>
      <section className={classes.card} aria-labelledby="which-game">
        <h2 id="which-game" className={classes.cardTitle}>
          Which game?
        </h2>
        <Kinds creating={creating} onCreate={(type) => void create(type)} />
        {error !== undefined && <Failure title={messages.gameCreateFailed} detail={serverText(error)} />}
      </section>
    </div>
  );
}

/** The games to choose from; while one is being made, no other. */
function Kinds({
  creating,
  onCreate,
}: {
  readonly creating: GameType | undefined;
  readonly onCreate: (type: GameType) => void;
}) {
  return (
    <ul className={classes.kinds}>
      {gameKinds.map(({ type, about }) => (
        <li key={type} className={classes.kind}>
          <GameDrawing type={type} />
          <p className={classes.about} id={`about-${type}`}>
            {about}
          </p>
          <Button
            fullWidth
            loading={creating === type}
            disabled={creating !== undefined && creating !== type}
            aria-describedby={`about-${type}`}
            onClick={() => onCreate(type)}
          >
            {gameName(type)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
