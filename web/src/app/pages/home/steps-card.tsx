import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../../design/parts/look/icon-button.tsx';
import { IconCheck, IconX } from '../../../design/parts/look/icons.tsx';
import { moveFocusToHeading } from '../../../design/parts/page/move-focus.ts';
import { inBrowser } from '../../../shared/state/browser-storage.ts';
import classes from './welcome.module.css';

/** A first step: a link, or something that is done at once. */
export type Step = {
  readonly label: string;
  readonly done: boolean;
  /** What must come first; until then the step cannot be taken. */
  readonly waits?: string;
} & ({ readonly to: string } | { readonly onClick: () => void });

/** First steps, each ticked by what was done, until they are hidden in this browser. */
export function StepsCard({
  title,
  place,
  steps,
  children,
}: {
  readonly title: ReactNode;
  /** Where this browser remembers that they are hidden. */
  readonly place: string;
  readonly steps: readonly Step[];
  /** Below the steps. */
  readonly children?: ReactNode;
}) {
  const heading = useId();
  const [isHidden, setIsHidden] = useState(false);
  if (isHidden) return null;
  return (
    <section className={classes.welcome} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {title}
      </h2>
      <IconButton
        label="Hide the first steps"
        icon={IconX}
        className={classes.hide ?? ''}
        onClick={({ currentTarget }) => {
          moveFocusToHeading(currentTarget);
          inBrowser((storage) => storage.setItem(place, ''));
          setIsHidden(true);
        }}
      />
      <ul className={classes.steps}>
        {steps.map((step) => (
          <li key={step.label}>
            {step.waits !== undefined && !step.done ? (
              <span className={classes.step} data-waits>
                <Ticked step={step} />
              </span>
            ) : 'to' in step ? (
              <Link to={step.to} className={classes.step} data-done={step.done}>
                <Ticked step={step} />
              </Link>
            ) : (
              <button type="button" className={classes.step} data-done={step.done} onClick={step.onClick}>
                <Ticked step={step} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

function Ticked({ step: { label, done, waits } }: { readonly step: Step }) {
  return (
    <>
      <span className={classes.mark}>{done && <IconCheck size={14} aria-hidden />}</span>
      {label}
      {done ? <span className="visually-hidden"> (done)</span> : waits !== undefined && ` ${waits}`}
    </>
  );
}
