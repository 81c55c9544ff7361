import { limits } from '@parlour/contracts/limits';
import type { OverviewWire } from '@parlour/contracts/site';
import { Link } from 'react-router';
import { Chip } from '../../design/parts/form/chip.tsx';
import { IconAlertTriangle, IconCheck } from '../../design/parts/look/icons.tsx';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { useCountReportsQuery } from '../../shared/reports.api.ts';
import { digits } from '../../shared/text/count.ts';
import { sizeText } from '../../shared/text/size.ts';
import classes from './admin.module.css';
import parts from './overview.module.css';
import { serviceNames } from './service-names.ts';

/** The services count no further. */
const most = limits.countedExactly;

/** Below this, a disk is almost full. */
const leastFreeBytes = 1_000_000_000;

/** What an operator looks for first: what waits for somebody, and whether everything works. */
export function Today({ overview }: { readonly overview: OverviewWire }) {
  const { data: reports } = useCountReportsQuery(undefined, everyVisit);
  const { daily, waiting, freeBytes } = overview;
  const faults = faultsOf(overview);
  return (
    <section className={classes.section} aria-labelledby="today">
      <div className="row">
        <h2 id="today" className={classes.title}>
          Today
        </h2>
        {faults.length === 0 ? (
          <Chip tone="baize" icon={<IconCheck size={13} aria-hidden />}>
            Everything works
          </Chip>
        ) : (
          faults.map((fault) => (
            <Chip key={fault} tone="danger" icon={<IconAlertTriangle size={13} aria-hidden />}>
              {fault}
            </Chip>
          ))
        )}
      </div>
      <ul className={parts.tiles} aria-labelledby="today">
        <Tile to="/admin/reports" number={reports} one="open report" calls />
        {waiting.newcomers !== undefined && waiting.newcomers > 0 && (
          <Tile
            to="/admin/waiting"
            number={waiting.newcomers}
            one="person waiting for approval"
            many="people waiting for approval"
            calls
          />
        )}
        <Tile to="/admin/communities" number={waiting.requests} one="request to join" many="requests to join" />
        <Tile
          to="/home?order=unanswered"
          number={waiting.unanswered}
          one="question waiting for a day"
          many="questions waiting for a day"
          calls
        />
        <Tile to="/admin/people" number={daily.people?.at(-1)} one="new person" many="new people" />
        {freeBytes !== undefined && (
          <li>
            <span className={parts.tile} data-calls={freeBytes < leastFreeBytes}>
              <strong>{sizeText(freeBytes)}</strong>
              free on the disk
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}

/** A number that leads to what it counts; it stands out if it calls for something to be done. */
function Tile({
  to,
  number,
  one,
  many = `${one}s`,
  calls = false,
}: {
  readonly to: string;
  /** Absent if it is not known. */
  readonly number: number | undefined;
  readonly one: string;
  readonly many?: string;
  readonly calls?: boolean;
}) {
  return (
    <li>
      <Link to={to} className={parts.tile} data-calls={calls && number !== undefined && number > 0}>
        <strong>{number === undefined ? '–' : number === most ? `${digits(most - 1)}+` : digits(number)}</strong>
        {number === 1 ? one : many}
      </Link>
    </li>
  );
}

/** What does not work, in few words; empty if everything does. */
function faultsOf({ services, freeBytes }: OverviewWire): readonly string[] {
  return [
    ...services.flatMap(({ name, state }) => {
      if (!state) return [`${serviceNames[name]}: no answer`];
      const parked = state.consumers.some(({ deadLetters }) => deadLetters > 0);
      return state.ready && !parked ? [] : [`${serviceNames[name]}: ${state.ready ? 'needs repair' : 'not ready'}`];
    }),
    ...(freeBytes !== undefined && freeBytes < leastFreeBytes ? ['The disk is almost full'] : []),
  ];
}
