import { useDocumentVisibility } from '@mantine/hooks';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { newSubmissionKey } from '../../../shared/http/submission-key.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { showRead } from '../question-cache.ts';
import { questionsApi } from '../questions.api.ts';

/**
 * The viewer reads this question: also the answers that come while it is in sight. Source:
 * decisions Q-36.
 */
export function useReading(question: QuestionWire | undefined): void {
  const { _id: id, answerCount = 0 } = question ?? {};
  const dispatch = useDispatch<Dispatch>();
  const isInSight = useDocumentVisibility() !== 'hidden';
  const read = useRef<{ readonly id: string; readonly answerCount: number }>(undefined);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (id === undefined) {
      wasAsked.current = true;
      return;
    }
    // What had to be asked for was marked by that.
    if (wasAsked.current) read.current = { id, answerCount };
    wasAsked.current = false;
    if (!isInSight) return;
    const known = read.current?.id === id ? read.current.answerCount : undefined;
    read.current = { id, answerCount };
    const wasUnread = dispatch(showRead(id));
    if (known === undefined ? !wasUnread : answerCount <= known) return;
    // If it fails, the question only stays unread.
    const { markQuestionRead } = questionsApi.endpoints;
    void dispatch(markQuestionRead.initiate({ qid: id, submissionKey: newSubmissionKey() }, { track: false }));
  }, [dispatch, id, answerCount, isInSight]);
}
