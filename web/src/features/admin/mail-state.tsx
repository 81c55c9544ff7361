import { Button, Skeleton } from '@mantine/core';
import type { MailKind } from '@parlour/contracts/delivery/delivery';
import { useState } from 'react';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { RelativeTime } from '../../design/parts/text/relative-time.tsx';
import { Section } from '../../design/patterns/section.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { useSubmission } from '../../shared/state/hooks/use-submission.ts';
import { digits } from '../../shared/text/count.ts';
import { useGetMailQuery, useSendTestMailMutation } from './admin.api.ts';
import classes from './admin.module.css';
import parts from './overview.module.css';

const kinds: Record<MailKind | 'notice', string> = {
  confirm: 'an address to confirm',
  account: 'a new account',
  reset: 'a forgotten password',
  passwordChanged: 'a changed password',
  emailChanged: 'a changed address',
  test: 'a test',
  notice: 'a notice',
};

/** The mails of the site: what waits, what failed last, and one to try. */
export function MailState() {
  const { data, error, refetch } = useGetMailQuery(undefined, everyVisit);
  if (error !== undefined && !data) {
    return <Failure title="The mails could not be loaded" detail={serverText(error)} onRetry={() => refetch()} />;
  }
  if (!data)
    return (
      <Loading label="Loading the mails">
        <Skeleton height={160} />
      </Loading>
    );
  const { from, waiting, waitingSince, lastFailure } = data;
  return (
    <Section
      id="mail"
      title="Mail"
      about="Links for addresses and forgotten passwords. Their texts are stored nowhere."
    >
      <dl className={parts.facts}>
        <div>
          <dt>From</dt>
          <dd>
            <bdi>{from}</bdi>
          </dd>
        </div>
        <div>
          <dt>Waiting</dt>
          <dd>
            {waiting === 0 ? 'none' : digits(waiting)}
            {waitingSince !== null && (
              <>
                {' '}
                since <RelativeTime at={waitingSince} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Last failure</dt>
          <dd>
            {lastFailure === null ? (
              'none'
            ) : (
              <>
                <RelativeTime at={lastFailure.at} />, {kinds[lastFailure.kind]}: <bdi>{lastFailure.text}</bdi>
              </>
            )}
          </dd>
        </div>
      </dl>
      <TestMail onSent={() => refetch()} />
    </Section>
  );
}

function TestMail({ onSent }: { readonly onSent: () => unknown }) {
  const [send, { isLoading }] = useSendTestMailMutation();
  const submit = useSubmission();
  const [outcome, setOutcome] = useState<{ readonly failure?: string | undefined }>();

  async function test(): Promise<void> {
    setOutcome(undefined);
    const { data, error } = await submit({}, send);
    const failure = data ? data.failure : (serverText(error) ?? 'No answer came.');
    setOutcome(failure === undefined ? {} : { failure });
    onSent();
  }

  return (
    <>
      <div className={classes.buttons}>
        <Button variant="default" loading={isLoading} onClick={() => void test()}>
          Send a test mail
        </Button>
        <span role="status">{outcome && outcome.failure === undefined && 'Sent to your address. Has it arrived?'}</span>
      </div>
      {outcome?.failure !== undefined && <Failure title="The test mail was not sent" detail={outcome.failure} />}
    </>
  );
}
