import { Button } from '@mantine/core';
import { IconDoorOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { asCallFailure } from '../../shared/http/call-failure.ts';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

/** Whether the server reports that this question doesn't exist, or not for this viewer. */
export function isUnknownQuestion(error: unknown): boolean {
  const failure = asCallFailure(error);
  return failure?.status === 'refused' && (failure.httpStatus === 404 || failure.code === 'id.malformed');
}

/** Doesn't distinguish a hidden question from one that doesn't exist. */
export function QuestionNotFound() {
  usePageTitle('Question not found');
  return (
    <div className={classes.card}>
      <EmptyState
        icon={<IconDoorOff size={28} />}
        title={
          <h1 className={classes.title} tabIndex={-1}>
            Question not found
          </h1>
        }
      >
        <p>It may not exist, or it is not shared with you.</p>
        <Button component={Link} to="/home" variant="default">
          All questions
        </Button>
      </EmptyState>
    </div>
  );
}
