import { Button } from '@mantine/core';
import { besideHeld } from '../../../shared/state/hooks/use-hover-pause.ts';
import { count } from '../../../shared/text/count.ts';
import { IconArrowUp } from '../look/icons.tsx';
import { moveFocusToHeading } from '../page/move-focus.ts';

/** Says how many new rows wait above a list that is held, and shows them. */
export function NewRows({
  number,
  noun,
  onShow,
}: {
  readonly number: number;
  readonly noun: string;
  readonly onShow: () => void;
}) {
  return (
    <Button
      size="xs"
      radius="xl"
      leftSection={<IconArrowUp size={14} aria-hidden />}
      {...besideHeld}
      onClick={({ currentTarget }) => {
        moveFocusToHeading(currentTarget);
        onShow();
      }}
    >
      {count(number, noun)}
    </Button>
  );
}
