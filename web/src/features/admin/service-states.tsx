import type { ConsumerStateWire, ServiceOverviewWire } from '@parlour/contracts/site';
import { Chip } from '../../design/parts/form/chip.tsx';
import { count, digits } from '../../shared/text/count.ts';
import { sizeText } from '../../shared/text/size.ts';
import classes from './admin.module.css';
import parts from './overview.module.css';

/** Each service: whether it answers, and how far it follows the others. */
export function ServiceStates({ services }: { readonly services: readonly ServiceOverviewWire[] }) {
  return (
    <section className={classes.section} aria-labelledby="services">
      <div>
        <h2 id="services" className={classes.title}>
          Services
        </h2>
        <p className={classes.about}>Services update each other, usually within a second.</p>
      </div>
      <ul className={classes.log} aria-labelledby="services">
        {services.map(({ name, state }) => (
          <li key={name}>
            <div className={classes.entry}>
              <div className={parts.service}>
                <strong>{name}</strong>
                {!state ? (
                  <Chip tone="danger">No answer</Chip>
                ) : state.ready ? (
                  <Chip tone="baize">Running</Chip>
                ) : (
                  <Chip tone="brass">Not ready</Chip>
                )}
              </div>
              {state && <Consumers service={name} consumers={state.consumers} />}
            </div>
            {state && <span className={classes.when}>{sizeText(state.bytes)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Consumers({
  service,
  consumers,
}: {
  readonly service: string;
  readonly consumers: readonly ConsumerStateWire[];
}) {
  const [first] = consumers;
  if (!first) return <p className={parts.lag}>Follows no other service.</p>;
  const behind = Math.max(0, ...consumers.map(({ lag }) => lag ?? 0));
  const parked = consumers.reduce((sum, { deadLetters }) => sum + deadLetters, 0);
  const isKnown = consumers.every(({ lag }) => lag !== null);
  return (
    <>
      <p className={parts.lag}>
        {behind > 0 ? `${count(behind, 'event')} behind` : isKnown ? 'Up to date' : 'Not known yet'}
        {parked > 0 && (
          <>
            {', '}
            <strong className="danger">{count(parked, 'dead letter')}</strong>
          </>
        )}
      </p>
      <details>
        <summary className={parts.switch}>{count(consumers.length, 'consumer')}</summary>
        {/* Wider than a phone: keys scroll it too. */}
        <div className={parts.scroller} tabIndex={0} role="region" aria-label={`Consumers of ${service}`}>
          <table className={parts.numbers} aria-label={`Consumers of ${service}`}>
            <thead>
              <tr>
                <th scope="col">Consumer</th>
                <th scope="col">Follows</th>
                <th scope="col">Behind</th>
                <th scope="col">Dead letters</th>
              </tr>
            </thead>
            <tbody>
              {consumers.map(({ name, source, lag, deadLetters }) => (
                <tr key={`${source} ${name}`}>
                  <th scope="row">{name}</th>
                  <td>{source}</td>
                  <td>{lag === null ? '–' : digits(lag)}</td>
                  <td>{digits(deadLetters)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
