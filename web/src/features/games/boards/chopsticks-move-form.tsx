import { Button, TextInput } from '@mantine/core';
import type { ChopsticksMove, ChopsticksPosition, Seat } from '@parlour/contracts/games/games';
import { chopsticks } from '@parlour/rules/chopsticks';
import { useId, useState, type SyntheticEvent } from 'react';
import { IconChevronDown } from '../../../design/parts/look/icons.tsx';
import classes from './chopsticks-view.module.css';

interface Choice {
  readonly hand: number;
  readonly label: string;
}

/** The possible targets of a hand: the player's other hand, and both of the opponent's. */
function targetsOf(from: number): readonly Choice[] {
  const left = from % 2 === 0;
  const opponent = from < 2 ? 2 : 0;
  return [
    left ? { hand: from + 1, label: 'Your Right' } : { hand: from - 1, label: 'Your Left' },
    { hand: opponent, label: "Opponent's Left" },
    { hand: opponent + 1, label: "Opponent's Right" },
  ];
}

/**
 * The controls of a move. Illegal moves can't be chosen. While they are folded, keys and screen
 * readers reach them all the same.
 */
export function ChopsticksMoveForm({
  hands,
  seat,
  from,
  onFrom,
  disabled,
  opened,
  onOpen,
  onMove,
}: {
  readonly hands: ChopsticksPosition['hands'];
  readonly seat: Seat;
  /** The hand that moves; it can also be chosen on the board. */
  readonly from: number | undefined;
  readonly onFrom: (hand: number) => void;
  readonly disabled: boolean;
  readonly opened: boolean;
  readonly onOpen: () => void;
  readonly onMove: (move: ChopsticksMove) => void;
}) {
  const id = useId();
  const [target, setTarget] = useState<{ readonly from: number; readonly to: number }>();
  const [typed, setTyped] = useState('');
  // Targets are labelled relative to the moving hand, so another hand resets the target.
  const to = target !== undefined && target.from === from ? target.to : undefined;
  const position = { hands };
  const legal = chopsticks.legalMoves(position, seat);
  const bump = from !== undefined && to !== undefined && Math.floor(from / 2) === Math.floor(to / 2);
  const fingers = from === undefined ? 0 : (hands[from] ?? 0);
  const given = { hittingHand: from, handToHit: to, numFingersToMove: bump ? Number(typed) : fingers };
  const checked =
    from === undefined || to === undefined || (bump && typed === '')
      ? undefined
      : chopsticks.check(position, seat, given);
  const move = checked && 'move' in checked ? checked.move : undefined;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (move && !disabled) onMove(move);
  }

  return (
    <div className={classes.typing}>
      <button type="button" className={classes.open} aria-expanded={opened} aria-controls={id} onClick={onOpen}>
        Type your move <IconChevronDown size={16} aria-hidden />
      </button>
      <form id={id} className={classes.form} onSubmit={submit} noValidate>
        <HandChoices
          legend="Hand to move from"
          choices={[
            { hand: seat * 2, label: 'Left' },
            { hand: seat * 2 + 1, label: 'Right' },
          ]}
          possible={(hand) => !disabled && legal.some(({ hittingHand }) => hittingHand === hand)}
          chosen={from}
          onChoose={(hand) => {
            onFrom(hand);
            setTarget(undefined);
            setTyped('');
          }}
        />
        {from !== undefined && (
          <HandChoices
            legend="Target"
            choices={targetsOf(from)}
            possible={(hand) =>
              !disabled && legal.some(({ hittingHand, handToHit }) => hittingHand === from && handToHit === hand)
            }
            chosen={to}
            onChoose={(hand) => {
              setTarget({ from, to: hand });
              setTyped('');
            }}
          />
        )}
        {bump && (
          <TextInput
            type="number"
            label="Fingers to move"
            description={fingers === 1 ? 'This hand has 1 finger' : `From 1 to ${fingers}`}
            min={1}
            max={fingers}
            step={1}
            inputMode="numeric"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={checked && 'fault' in checked ? checked.fault.text : undefined}
            disabled={disabled}
            size="md"
          />
        )}
        <Button type="submit" size="md" disabled={disabled || !move}>
          Submit Move
        </Button>
      </form>
    </div>
  );
}

function HandChoices({
  legend,
  choices,
  possible,
  chosen,
  onChoose,
}: {
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly possible: (hand: number) => boolean;
  readonly chosen: number | undefined;
  readonly onChoose: (hand: number) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{legend}</legend>
      {choices.map(({ hand, label }) => (
        <label key={hand} className={classes.choice}>
          <input
            type="radio"
            name={name}
            checked={chosen === hand}
            disabled={!possible(hand)}
            onChange={() => onChoose(hand)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
