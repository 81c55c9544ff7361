import type { AnswerRowWire } from '@parlour/contracts/qa/qa';
import { messages } from '@parlour/contracts/messages';
import type { ReactNode } from 'react';
import { CardList, EmptyCard } from '../../design/parts/list/card-list.tsx';
import { Collapsed } from '../../design/parts/post/collapsed.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { ListFoot } from '../../design/parts/list/list-foot.tsx';
import { ListRow, RowSkeletons } from '../../design/parts/list/list-row.tsx';
import { RelativeTime } from '../../design/parts/text/relative-time.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { useGetAnswersOfInfiniteQuery } from './answers.api.ts';
import { addressOfPost } from '../../shared/navigation/post-address.ts';

/** A person's answers that the viewer may see; `children` are shown if there are none. */
export function PersonAnswers({ username, children }: { readonly username: string; readonly children: ReactNode }) {
  const query = useGetAnswersOfInfiniteQuery(username, everyVisit);
  const { currentData, error } = query;
  if (!currentData) {
    if (error === undefined) return <RowSkeletons label="Loading answers" />;
    return <Failure title={messages.answersFailed} detail={serverText(error)} onRetry={() => query.refetch()} />;
  }
  const rows = currentData.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <EmptyCard>{children}</EmptyCard>;
  return (
    <>
      <CardList label="Answers">
        {rows.map((row) => (
          <li key={row._id}>
            <Collapsed by={username} isRow>
              <Row row={row} />
            </Collapsed>
          </li>
        ))}
      </CardList>
      <ListFoot query={query} label="Show more answers" failed={messages.answersFailed} />
    </>
  );
}

/** An answer in the list; all of it leads to the very answer. */
function Row({ row: { _id: id, question, excerpt, ansDateTime } }: { readonly row: AnswerRowWire }) {
  return (
    <ListRow to={addressOfPost(question._id, { kind: 'answer', id })} title={question.title} excerpt={excerpt}>
      <p>
        answered <RelativeTime at={ansDateTime} />
      </p>
    </ListRow>
  );
}
