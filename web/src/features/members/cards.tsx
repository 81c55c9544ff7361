import { memberLimits } from '@parlour/contracts/identity/members';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { encode } from 'uqr';
import { serverDate } from '../../shared/http/server-clock.ts';
import { useSiteTexts } from '../../shared/state/site.ts';
import classes from './cards.module.css';

const perSheet = 8;

/**
 * Cards on paper, eight on a sheet of A4, and nothing on the screen. Phones print them after the
 * call has returned, so they stay.
 */
export function Cards({
  cards,
  presses,
}: {
  readonly cards: readonly { readonly name: string; readonly username: string; readonly password: string }[];
  /** How often printing was asked for. */
  readonly presses: number;
}) {
  const { name: site } = useSiteTexts();
  useEffect(() => window.print(), [presses]);
  const address = `${window.location.origin}/`;
  const until = serverDate();
  until.setDate(until.getDate() + memberLimits.days);
  const last = until.toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
  const sheets = Array.from({ length: Math.ceil(cards.length / perSheet) }, (_, sheet) =>
    cards.slice(sheet * perSheet, (sheet + 1) * perSheet),
  );
  return createPortal(
    <div className={classes.cards} data-cards>
      <svg className={classes.symbol} width={0} height={0} aria-hidden>
        <QrSymbol text={address} />
      </svg>
      {sheets.map((sheet, place) => (
        <div key={place} className={classes.sheet}>
          {sheet.map(({ name, username, password }) => (
            <section key={username} className={classes.card}>
              <p className={classes.site}>
                <bdi>{site}</bdi>
              </p>
              <p className="ellipsis">
                <bdi>{name}</bdi>
              </p>
              <div className={classes.facts}>
                <dl>
                  <dt>Username</dt>
                  <dd>
                    <bdi>{username}</bdi>
                  </dd>
                  <dt>Password, until {last}</dt>
                  <dd>{password}</dd>
                </dl>
                <svg className={classes.code} aria-hidden>
                  <use href="#address" />
                </svg>
              </div>
              <p className={classes.address}>{address}</p>
              <p className={classes.hint}>Sign in there and choose a password of your own.</p>
            </section>
          ))}
        </div>
      ))}
    </div>,
    document.body,
  );
}

/** A QR code as the symbol `#address`: the same on all cards. */
export function QrSymbol({ text }: { readonly text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <symbol id="address" viewBox={`0 0 ${size} ${size}`}>
      <path d={squares.join('')} shapeRendering="crispEdges" />
    </symbol>
  );
}
