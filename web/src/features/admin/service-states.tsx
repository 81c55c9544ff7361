import type { ConsumerStateWire, ServiceOverviewWire } from '@parlour/contracts/site';
import { Chip } from '../../design/parts/form/chip.tsx';
import { count, digits } from '../../shared/text/count.ts';
import { sizeText } from '../../shared/text/size.ts';
import classes from './admin.module.css';
import parts from './overview.module.css';
import { serviceNames } from './service-names.ts';

/** Each service: whether it answers, and how far it follows the others. */
export function ServiceStates({ services }: { readonly services: readonly ServiceOverviewWire[] }) {
  return (
    <section aria-labelledby="services">
      <h3 id="services" className={parts.name}>
        Services
      </h3>
      <p className={classes.about}>Services update each other, usually within a second.</p>
      <ul className={classes.log} aria-labelledby="services">
        {services.map(({ name, state }) => (
          <li key={name}>
            <div className={classes.entry}>
              <div className={parts.service}>
                <strong>{serviceNames[name]}</strong>
                {!state ? (
                  <Chip tone="danger">No answer</Chip>
                ) : state.ready ? (
                  <Chip tone="baize">Works</Chip>
                ) : (
                  <Chip tone="brass">Not ready</Chip>
                )}
              </div>
              {state && <Consumers service={serviceNames[name]} consumers={state.consumers} />}
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
  if (!first) return <p className={parts.lag}>Needs no other service</p>;
  const behind = Math.max(0, ...consumers.map(({ lag }) => lag ?? 0));
  const parked = consumers.reduce((sum, { deadLetters }) => sum + deadLetters, 0);
  const isKnown = consumers.every(({ lag }) => lag !== null);
  return (
    <>
      <p className={parts.lag}>
        {behind > 0 ? `${count(behind, 'update')} behind` : isKnown ? 'Up to date' : 'Not known yet'}
        {parked > 0 && (
          <>
            {', '}
            <strong className="danger">{count(parked, 'failed update')}</strong>
          </>
        )}
      </p>
      <details>
        <summary className={parts.switch}>Details</summary>
        {/* Wider than a phone: keys scroll it too. */}
        <div className={parts.scroller} tabIndex={0} role="region" aria-label={`Details of ${service}`}>
          <table className={parts.numbers} aria-label={`Details of ${service}`}>
            <thead>
              <tr>
                <th scope="col">Consumer</th>
                <th scope="col">Follows</th>
                <th scope="col">Behind</th>
                <th scope="col">Failed updates</th>
              </tr>
            </thead>
            <tbody>
              {consumers.map(({ name, source, lag, deadLetters }) => (
                <tr key={`${source} ${name}`}>
                  <th scope="row">{name}</th>
                  <td>{serviceNames[source]}</td>
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
