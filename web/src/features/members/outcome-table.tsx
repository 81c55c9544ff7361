import { Button } from '@mantine/core';
import type { MemberWire } from '@parlour/contracts/identity/members';
import { useState } from 'react';
import { Chip, type ChipTone } from '../../design/parts/form/chip.tsx';
import { PersonLink } from '../../design/parts/person/person-link.tsx';
import { count, digits } from '../../shared/text/count.ts';
import classes from './members.module.css';
import type { ListLine } from './parse-list.ts';
import type { Outcomes } from './run-list.ts';

/** How many lines are shown at first, and more at each press. */
const shownAtOnce = 100;

type Kind = 'fault' | 'new' | 'renewed' | 'existing' | 'waiting';

const chips: Record<Kind, readonly [trial: string, done: string, ChipTone]> = {
  fault: ['Problem', 'Problem', 'danger'],
  new: ['New', 'Created', 'baize'],
  renewed: ['New password', 'New password', 'brass'],
  existing: ['Already here', 'Already here', 'plain'],
  waiting: ['…', '…', 'plain'],
};

const order: readonly Kind[] = ['fault', 'new', 'renewed', 'existing', 'waiting'];

/** What becomes of each line, problems first. */
export function OutcomeTable({
  lines,
  outcomes,
  isDone,
}: {
  readonly lines: readonly ListLine[];
  readonly outcomes: Outcomes;
  /** Whether it was done, not just tried. */
  readonly isDone: boolean;
}) {
  const [shown, setShown] = useState(shownAtOnce);
  const rows = lines
    .map((line) => {
      const member = outcomes.get(line.line);
      return { line, member, kind: kindOf(line, member) };
    })
    .sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  const counts = order.flatMap((kind) => {
    const number = rows.filter((row) => row.kind === kind).length;
    return number > 0 && kind !== 'waiting' ? [{ kind, number }] : [];
  });
  return (
    <>
      <p className="wrap" role="status">
        {counts.map(({ kind, number }) => (
          <Chip key={kind} tone={chips[kind][2]}>
            {kind === 'fault'
              ? count(number, 'problem')
              : `${digits(number)} ${chips[kind][isDone ? 1 : 0].toLowerCase()}`}
          </Chip>
        ))}
      </p>
      <table className={classes.lines} aria-labelledby="list-outcome">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Person</th>
            <th scope="col">{isDone ? 'What was done' : 'What would happen'}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(({ line, member, kind }) => (
            <tr key={line.line}>
              <td className={classes.number}>{line.line}</td>
              <td className={classes.name}>
                <bdi>{line.name || '–'}</bdi>
              </td>
              <td>
                <span className={classes.words}>
                  <Chip tone={chips[kind][2]}>{chips[kind][isDone ? 1 : 0]}</Chip>
                  <Sentence line={line} member={member} isDone={isDone} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <div>
          <Button variant="default" onClick={() => setShown(shown + 10 * shownAtOnce)}>
            Show more of {count(rows.length, 'line')}
          </Button>
        </div>
      )}
    </>
  );
}

function kindOf({ fault }: ListLine, member: MemberWire | undefined): Kind {
  if (fault !== undefined || member?.fault) return 'fault';
  if (!member || member.status === 'unprocessed' || member.status === 'invalid') return 'waiting';
  return member.status;
}

function Sentence({
  line: { fault },
  member,
  isDone,
}: {
  readonly line: ListLine;
  readonly member: MemberWire | undefined;
  readonly isDone: boolean;
}) {
  if (fault !== undefined) return <span>{fault}</span>;
  if (!member) return null;
  const { status, username, mailed, joined } = member;
  const isThere = isDone || status === 'existing' || status === 'renewed';
  return (
    <>
      {status !== 'invalid' && (
        <span>
          as {isThere ? <PersonLink username={username} /> : <bdi className={classes.username}>{username}</bdi>}
          {mailed === true && (isDone ? ', gets a link by mail' : ', will get a link by mail')}
          {joined.length > 0 && `, ${isDone ? 'joined' : 'joins'} ${joined.join(', ')}`}
        </span>
      )}
      {member.fault && <span>{member.fault.text}</span>}
    </>
  );
}
