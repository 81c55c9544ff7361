import { Skeleton } from '@mantine/core';
import { type DailyCount, dailyCounts, type OverviewWire } from '@parlour/contracts/site';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { lazyPart } from '../../design/parts/feedback/lazy-part.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { Section } from '../../design/patterns/section.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { count, digits } from '../../shared/text/count.ts';
import { sizeText } from '../../shared/text/size.ts';
import { useGetOverviewQuery } from './admin.api.ts';
import classes from './admin.module.css';
import { daysOf } from './days.ts';
import parts from './overview.module.css';
import { ServiceStates } from './service-states.tsx';
import { Today } from './today.tsx';

// The chart library is loaded with the first chart.
const DayChart = lazyPart(async () => (await import('./day-chart.tsx')).DayChart);

/** What needs attention today, what was made lately, and folded, how the site runs. */
export function Overview() {
  const { data, error, refetch } = useGetOverviewQuery(undefined, everyVisit);
  if (error !== undefined && !data) {
    return <Failure title="The overview could not be loaded" detail={serverText(error)} onRetry={() => refetch()} />;
  }
  if (!data)
    return (
      <Loading label="Loading the overview">
        <Skeleton height={320} />
      </Loading>
    );
  return (
    <>
      <Today overview={data} />
      <Activity overview={data} />
      <details className={classes.section}>
        <summary className={parts.fold}>
          <h2 className={classes.title}>How the site runs</h2>
        </summary>
        <ServiceStates services={data.services} />
        <Storage overview={data} />
      </details>
    </>
  );
}

const titles: Record<DailyCount, { readonly title: string; readonly one: string; readonly many: string }> = {
  people: { title: 'People', one: 'new person', many: 'new people' },
  posts: { title: 'Posts', one: 'question, answer or comment', many: 'questions, answers and comments' },
  messages: { title: 'Messages', one: 'message', many: 'messages' },
};

function Activity({ overview: { daily, since } }: { readonly overview: OverviewWire }) {
  const days = daysOf(since, Math.max(0, ...dailyCounts.map((what) => daily[what]?.length ?? 0)));
  return (
    <Section title="The last 30 days">
      <div className={parts.charts}>
        {dailyCounts.map((what) => {
          const { title, one, many } = titles[what];
          const numbers = daily[what];
          const total = numbers && count(sumOf(numbers), one, many);
          return (
            <div key={what} className={parts.chart}>
              <h3 className={parts.name}>{title}</h3>
              <p className={parts.total}>
                {total ?? 'This could not be counted in time. Reload the page to try again.'}
              </p>
              {numbers && (
                <div className={parts.canvas}>
                  <DayChart label={`Bar chart: ${total} in 30 days`} days={days} numbers={numbers} />
                </div>
              )}
            </div>
          );
        })}
      </div>
      <details>
        <summary className={parts.switch}>Show the numbers</summary>
        <p className={classes.about}>Each day ends at midnight UTC. Erased posts aren’t counted.</p>
        <table className={parts.numbers}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {dailyCounts.map((what) => (
                <th key={what} scope="col">
                  {titles[what].title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days
              .map((day, place) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  {dailyCounts.map((what) => (
                    <td key={what}>{numberOf(daily[what]?.[place])}</td>
                  ))}
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </details>
    </Section>
  );
}

function Storage({ overview: { services, freeBytes, version } }: { readonly overview: OverviewWire }) {
  const isWhole = services.every(({ state }) => state);
  const size = sizeText(sumOf(services.map(({ state }) => state?.bytes ?? 0)));
  return (
    <section aria-labelledby="storage">
      <h3 id="storage" className={parts.name}>
        Storage and version
      </h3>
      <dl className={parts.facts}>
        <div>
          <dt>Database</dt>
          <dd>{isWhole ? size : `at least ${size}`}</dd>
        </div>
        {freeBytes !== undefined && (
          <div>
            <dt>Free on its disk</dt>
            <dd>{sizeText(freeBytes)}</dd>
          </div>
        )}
        <div>
          <dt>Version</dt>
          <dd>{version}</dd>
        </div>
      </dl>
    </section>
  );
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function numberOf(number: number | undefined): string {
  return number === undefined ? '–' : digits(number);
}
