import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { lazyPart } from '../../design/parts/feedback/lazy-part.tsx';
import { Checkbox } from '../../design/parts/form/checkbox.tsx';
import { CancelButton, Dialog } from '../../design/parts/overlay/dialog.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { count } from '../../shared/text/count.ts';
import { useAddMembersMutation } from './members.api.ts';
import classes from './members.module.css';
import { OutcomeTable } from './outcome-table.tsx';
import { type ListLine, parseList, textOf } from './parse-list.ts';
import { type Outcomes, runList } from './run-list.ts';

const Cards = lazyPart(async () => (await import('./cards.tsx')).Cards);

/** The largest file that is read, in bytes: 10,000 people with many communities. */
const mostBytes = 8 * 1024 * 1024;

const none: Outcomes = new Map();

/** Accounts for everybody on a list: tried first, then created, with cards to hand out. */
export default function Members() {
  const [text, setText] = useState('');
  const [source, setSource] = useState('');
  const [renew, setRenew] = useState(false);
  const [lines, setLines] = useState<readonly ListLine[]>();
  const [tried, setTried] = useState<Outcomes>(none);
  const [created, setCreated] = useState<Outcomes>();
  const [running, setRunning] = useState<'trial' | 'creation'>();
  const [failure, setFailure] = useState<{ readonly title: string; readonly detail?: string | undefined }>();
  const [isOver, setIsOver] = useState(false);
  const [isShowing, setIsShowing] = useState(false);
  const [send] = useAddMembersMutation();
  const chooser = useRef<HTMLInputElement>(null);
  const outcome = useRef<HTMLHeadingElement>(null);

  const outcomes = created ?? tried;
  const wanted = [...tried.values()].filter(({ status }) => status === 'new' || status === 'renewed').length;
  const missing = [...tried.values()].filter(
    ({ status, joined, mailed }) => status === 'existing' && (joined.length > 0 || mailed),
  ).length;
  const cards = [...(created ?? none)].filter(([, { password }]) => password !== undefined);

  async function tryOut(list: string, from: string, renews: boolean): Promise<void> {
    const parsed = parseList(list);
    setSource(list);
    setCreated(undefined);
    setTried(none);
    if ('fault' in parsed) {
      setLines(undefined);
      setFailure({ title: `${from} could not be read`, detail: parsed.fault });
      return;
    }
    setLines(parsed.lines);
    await run(parsed.lines, true, renews);
    outcome.current?.focus();
  }

  async function run(all: readonly ListLine[], dryRun: boolean, renews: boolean): Promise<void> {
    setFailure(undefined);
    setRunning(dryRun ? 'trial' : 'creation');
    const error = await runList(
      all,
      { dryRun, renew: renews },
      {
        send,
        pause: (seconds) => new Promise((resume) => setTimeout(resume, seconds * 1_000)),
        isNew: (line) => !dryRun && tried.get(line)?.status === 'new',
        isAgain: created !== undefined,
        onPart: dryRun ? setTried : (done) => setCreated((before) => keptPasswords(before, done)),
      },
    );
    setRunning(undefined);
    if (error !== undefined) {
      setFailure({
        title: dryRun ? 'The list could not be checked' : 'Not all accounts were created',
        detail: `${serverText(error) ?? 'No answer came.'} ${dryRun ? 'Check it again.' : 'Go on to create the missing ones.'}`,
      });
    }
    if (!dryRun) setIsShowing(true);
  }

  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > mostBytes) {
      setFailure({ title: `${file.name} could not be read`, detail: 'It is larger than 8 MB. Split it.' });
      return;
    }
    await tryOut(textOf(await file.arrayBuffer()), file.name, renew);
  }

  return (
    <>
      <ol className={classes.steps}>
        <li>
          The first line names the columns: <code>username</code> or <code>name</code>, and if you like{' '}
          <code>mail</code> and <code>communities</code>, with <code>;</code> between several.
        </li>
        <li>Checking a list changes nothing. You see what would happen on each line.</li>
        <li>The same list can be run again: only what is new is added.</li>
      </ol>
      <div
        className={classes.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          if (running === undefined) void read(event.dataTransfer.files[0]);
        }}
      >
        <div className="row">
          <Button disabled={running !== undefined} onClick={() => chooser.current?.click()}>
            Choose a CSV file…
          </Button>
          <span className="hint">or drop it here</span>
          <input
            ref={chooser}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            hidden
            aria-label="A list of members"
            onChange={({ currentTarget }) => {
              void read(currentTarget.files?.[0]);
              // The same file can be chosen again.
              currentTarget.value = '';
            }}
          />
        </div>
        <Textarea
          label="Or paste the table"
          placeholder={'name,mail,communities\nAnn Lee,ann@example.org,Bakers;Chess club'}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          rows={5}
          spellCheck={false}
          classNames={{ input: classes.table }}
        />
        <Checkbox
          label="New passwords for people on the list who have never signed in"
          description="For lost cards and links, or when they have expired."
          checked={renew}
          disabled={running !== undefined}
          onChange={({ currentTarget: { checked } }) => {
            setRenew(checked);
            if (lines && !created) void tryOut(source, 'The list', checked);
          }}
        />
        <div>
          <Button
            variant="default"
            disabled={text.trim() === '' || running !== undefined}
            onClick={() => void tryOut(text, 'The table', renew)}
          >
            Check the list
          </Button>
        </div>
      </div>
      {failure && <Failure title={failure.title} detail={failure.detail} />}
      {lines && (
        <section className={classes.outcome} aria-labelledby="list-outcome">
          <h3 id="list-outcome" ref={outcome} tabIndex={-1} className={classes.title}>
            {created ? 'What was done' : 'What would happen'}
          </h3>
          {running !== undefined && (
            <div role="status" className={classes.progress}>
              <progress max={lines.length} value={outcomes.size} aria-label="Progress" />
              <span>
                {running === 'trial' ? 'Checking' : 'Creating'}… {outcomes.size} of {count(lines.length, 'line')}
              </span>
            </div>
          )}
          <OutcomeTable lines={lines} outcomes={outcomes} isDone={created !== undefined} />
          {running === undefined && (
            <div className="wrap">
              {(!created || failure) && (
                <Button
                  disabled={wanted + missing === 0}
                  onClick={() =>
                    void run(
                      lines.filter(({ line }) => !isComplete(created?.get(line))),
                      false,
                      renew,
                    )
                  }
                >
                  {created ? 'Go on' : words(wanted, missing)}
                </Button>
              )}
              {cards.length > 0 && (
                <Button variant={created && failure ? 'default' : 'filled'} onClick={() => setIsShowing(true)}>
                  Print {count(cards.length, 'card')}…
                </Button>
              )}
            </div>
          )}
        </section>
      )}
      {cards.length > 0 && <KeptOnLeaving />}
      {lines && cards.length > 0 && isShowing && (
        <CardsDialog
          onClose={() => setIsShowing(false)}
          count={cards.length}
          cards={cards.map(([line, { username, password = '' }]) => {
            const name = lines.find((one) => one.line === line)?.name ?? username;
            return { name, username, password };
          })}
        />
      )}
    </>
  );
}

/** Whether nothing is left to do for a line. */
function isComplete(member: { readonly fault?: unknown } | undefined): boolean {
  return member !== undefined && member.fault === undefined;
}

/** Later parts, and later runs, say nothing of passwords that were told before. */
function keptPasswords(before: Outcomes | undefined, after: Outcomes): Outcomes {
  const kept = new Map(before);
  for (const [line, member] of after) {
    const password = member.password ?? kept.get(line)?.password;
    kept.set(line, password === undefined ? member : { ...member, password });
  }
  return kept;
}

function words(accounts: number, missing: number): string {
  if (accounts > 0) return `Create ${count(accounts, 'account')}`;
  return missing > 0 ? `Add what is missing to ${count(missing, 'account')}` : 'Nothing to add';
}

/** The passwords are nowhere else. */
function KeptOnLeaving() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return null;
}

interface Card {
  readonly name: string;
  readonly username: string;
  readonly password: string;
}

function CardsDialog({
  cards,
  count: number,
  onClose,
}: {
  readonly cards: readonly Card[];
  readonly count: number;
  readonly onClose: () => void;
}) {
  const [presses, setPresses] = useState(0);
  return (
    <Dialog opened isForm title={`${count(number, 'card')} to hand out`} onClose={onClose}>
      <div className="stack">
        <p>
          Each card has a username, a temporary password and the address of this site as a QR code. The passwords are
          shown only here, and are gone when you leave this page: print the cards now.
        </p>
        <p className="hint">
          They work for seven days, and only to choose another password. Eight cards fill a sheet of A4.
        </p>
        <div className="wrap">
          <Button onClick={() => setPresses(presses + 1)}>Print</Button>
          <CancelButton>Done</CancelButton>
        </div>
      </div>
      {presses > 0 && <Cards cards={cards} presses={presses} />}
    </Dialog>
  );
}
