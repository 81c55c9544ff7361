import { Button, TextInput } from '@mantine/core';
import { moverAt } from '@parlour/rules/rules';
import { nim } from '@parlour/rules/nim';
import { useState, type SyntheticEvent } from 'react';
import { count } from '../../../shared/text/count.ts';
import { seatOf, turnOf, type BoardProps } from './board.ts';
import classes from './nim-view.module.css';

const start = nim.start().remainingObjects;

/** Nim: the remaining objects, drawn to be counted; a move is a number from 1 to 3. */
export default function NimView(props: BoardProps) {
  const { game, viewer, position } = props;
  const remaining = 'remainingObjects' in position ? position.remainingObjects : 0;
  const taken = props.last && 'numObjects' in props.last ? props.last.numObjects : 0;
  const plays = game.state.status === 'IN_PROGRESS' && seatOf(game, viewer) !== undefined;
  // Keyed by move, so that the selection resets.
  return plays ? (
    <Playing key={game.state.moveCount} {...props} remaining={remaining} taken={taken} />
  ) : (
    <Objects remaining={remaining} taken={taken} chosen={0} />
  );
}

function Playing({
  game,
  viewer,
  onMove,
  disabled,
  remaining,
  taken,
}: BoardProps & { readonly remaining: number; readonly taken: number }) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const hasTurn = turnOf(game, viewer) !== undefined && !disabled;
  const mover = moverAt(game.state.moveCount);
  const position = { remainingObjects: remaining };
  const most = nim.legalMoves(position, mover).length;
  const chosen = Number(typed) <= most ? Number(typed) : 0;

  function choose(digit: string): void {
    setTyped(digit);
    setFault(undefined);
  }

  function submit(event?: SyntheticEvent): void {
    event?.preventDefault();
    if (!hasTurn) return;
    const checked = nim.check(position, mover, { numObjects: Number(typed) });
    if ('move' in checked) onMove(checked.move);
    else setFault(checked.fault.text);
  }

  return (
    <>
      <Objects
        remaining={remaining}
        taken={taken}
        chosen={hasTurn ? chosen : 0}
        onTake={hasTurn ? () => submit() : undefined}
        onChoose={hasTurn ? (number) => choose(String(number)) : undefined}
        most={most}
      />
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label="Objects to take"
          description={most === 1 ? 'Only 1 is left to take' : `A number from 1 to ${most}`}
          value={typed}
          onChange={(event) => choose(/\d(?=\D*$)/.exec(event.currentTarget.value)?.[0] ?? '')}
          error={fault}
          inputMode="numeric"
          autoComplete="off"
          disabled={!hasTurn}
          size="md"
          classNames={{
            root: classes.input ?? '',
            label: classes.label ?? '',
            description: classes.description ?? '',
            wrapper: classes.field ?? '',
            error: classes.fault ?? '',
          }}
        />
        <Button type="submit" size="md" disabled={!hasTurn}>
          Submit Move
        </Button>
      </form>
    </>
  );
}

/**
 * The objects as coins in rows of seven. Taken ones keep their place, so that nothing moves, and
 * those of the last move are marked. Clicking one selects it and those after it.
 */
function Objects({
  remaining,
  taken,
  chosen,
  most = 0,
  onChoose,
  onTake,
}: {
  readonly remaining: number;
  /** By the last move. */
  readonly taken: number;
  readonly chosen: number;
  readonly most?: number;
  readonly onChoose?: ((number: number) => void) | undefined;
  readonly onTake?: (() => void) | undefined;
}) {
  const places = Array.from({ length: start }, (_, index) => index);
  return (
    <div className={classes.table}>
      <div className={classes.head}>
        <p className={classes.remaining}>
          Remaining objects: <strong>{remaining}</strong>
        </p>
        {chosen > 0 && onTake && (
          <button type="button" className={classes.take} onClick={onTake}>
            Take {chosen}
          </button>
        )}
      </div>
      <div className={classes.objects} role="img" aria-label={`${count(remaining, 'object')} of ${start}`}>
        {places.map((place) => {
          const number = remaining - place;
          const choose = onChoose && number >= 1 && number <= most ? onChoose : undefined;
          return (
            <span
              key={place}
              className={classes.object}
              data-state={number < 1 ? 'taken' : number <= chosen ? 'chosen' : 'there'}
              data-last={number < 1 && number > -taken}
              data-choosable={choose !== undefined}
              onClick={choose && (() => choose(number))}
            />
          );
        })}
      </div>
    </div>
  );
}
