import type { AnyEvent, EnvelopeOf, Source } from '@parlour/contracts/envelope';
import { eventsOf } from '@parlour/contracts/envelope';
import { filesIn } from '@parlour/contracts/files/file-id';
import type { FilePlace } from '@parlour/contracts/files/files';
import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import { isOfQuestion, type QaEvent } from '@parlour/contracts/qa/qa.events';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** A text as it is from an event on, or that it was erased. */
interface Written extends FilePlace {
  readonly author: string;
  /** Null once it is erased. */
  readonly text: string | null;
  readonly isNew: boolean;
}

/** Which files the texts of a log name: what an event says of a text, if it says anything. */
function useView<Event extends AnyEvent>(
  { source, table, handles }: { readonly source: Source; readonly table: string; readonly handles: Event['type'][] },
  writtenIn: (event: EnvelopeOf<Event>) => Written | undefined,
): View {
  const end = statement(
    `${table}.end`,
    `update ${table} set ended_at = $2 where post_id = $1 and ended_at is null and file_id <> all($3::text[])`,
  );
  const name = statement(
    `${table}.name`,
    `insert into ${table} (post_id, file_id, type, author)
     select $1, named.id, $3, $4 from unnest($2::text[]) as named(id)
     on conflict (post_id, file_id) do update set ended_at = null`,
  );
  const erase = statement(`${table}.erase`, `update ${table} set ended_at = '-infinity' where post_id = $1`);
  return {
    name: `files.${table === 'post_uses' ? 'posts' : 'messages'}`,
    source,
    tables: [table],
    handles,
    // One event after the other: an edit may take back what the one before it did.
    writes(envelopes) {
      return eventsOf<Event>(envelopes).flatMap((event): BoundStatement[] => {
        const written = writtenIn(event);
        if (!written) return [];
        const { type, id, author, text, isNew } = written;
        if (text === null) return [{ statement: erase, values: [id] }];
        const named = filesIn(text);
        return [
          ...(isNew ? [] : [{ statement: end, values: [id, event.occurredAt, named] }]),
          ...(named.length === 0 ? [] : [{ statement: name, values: [id, named, type, author] }]),
        ];
      });
    },
  };
}

/** The files in questions, answers and comments. */
export const postUseView = useView<QaEvent>(
  {
    source: 'qa',
    table: 'post_uses',
    handles: ['QuestionAsked', 'AnswerPosted', 'CommentPosted', 'PostEdited', 'PostErased'],
  },
  (event) => {
    if (!isOfQuestion(event)) return undefined;
    switch (event.type) {
      case 'QuestionAsked': {
        const { questionId: id, askedBy: author, text } = event.data;
        return { type: 'question', id, author, text, isNew: true };
      }
      case 'AnswerPosted': {
        const { answerId: id, answeredBy: author, text } = event.data;
        return { type: 'answer', id, author, text, isNew: true };
      }
      case 'CommentPosted': {
        const { commentId: id, commentedBy: author, text } = event.data;
        return { type: 'comment', id, author, text, isNew: true };
      }
      case 'PostEdited': {
        const { kind: type, id, author, text } = event.data;
        return { type, id, author, text, isNew: false };
      }
      case 'PostErased': {
        const { kind: type, id, author } = event.data;
        return { type, id, author, text: null, isNew: false };
      }
      default:
        return undefined;
    }
  },
);

/** The files in messages of chats and of the global room. */
export const messageUseView = useView<MessagingEvent>(
  {
    source: 'messaging',
    table: 'message_uses',
    handles: ['MessagePosted', 'ChatMessagePosted', 'PostEdited', 'PostErased'],
  },
  (event) => {
    switch (event.type) {
      case 'MessagePosted':
      case 'ChatMessagePosted': {
        const { messageId: id, from: author, text } = event.data;
        return { type: 'message', id, author, text, isNew: true };
      }
      case 'PostEdited': {
        // Messages are edited by their authors alone.
        const { messageId: id, editedBy: author, text } = event.data;
        return { type: 'message', id, author, text, isNew: false };
      }
      case 'PostErased':
        return { type: 'message', id: event.data.messageId, author: '', text: null, isNew: false };
      default:
        return undefined;
    }
  },
);
