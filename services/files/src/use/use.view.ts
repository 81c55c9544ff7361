import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import type { AnyEvent, EnvelopeOf, Source } from '@parlour/contracts/envelope';
import { eventsOf } from '@parlour/contracts/envelope';
import { filesIn } from '@parlour/contracts/files/file-id';
import type { FilePlace } from '@parlour/contracts/files/files';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import { isOfQuestion, type QaEvent } from '@parlour/contracts/qa/qa.events';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** What has files from an event on, in place of those that it had, or that it was erased. */
interface Named extends FilePlace {
  readonly author: string;
  /** Null once it is erased. */
  readonly files: readonly string[] | null;
  readonly isNew: boolean;
}

interface UseTable<Event extends AnyEvent> {
  readonly source: Source;
  readonly name: string;
  readonly table: string;
  readonly handles: Event['type'][];
}

/** Which files the texts of a log name: what an event says of a text, if it says anything. */
function useView<Event extends AnyEvent>(
  { source, name: view, table, handles }: UseTable<Event>,
  namedIn: (event: EnvelopeOf<Event>) => Named | undefined,
): View {
  const end = statement(
    `${table}.end`,
    `update ${table} set ended_at = $2 where post_id = $1 and ended_at is null and file_id <> all($3::text[])`,
  );
  const name = statement(
    `${table}.name`,
    `insert into ${table} (post_id, file_id, type, author)
     select $1, named.id, $3, $4 from unnest($2::text[]) as named(id)
     on conflict (post_id, file_id) do update set ended_at = null, author = excluded.author`,
  );
  const erase = statement(`${table}.erase`, `update ${table} set ended_at = '-infinity' where post_id = $1`);
  return {
    name: `files.${view}`,
    source,
    tables: [table],
    handles,
    // One event after the other: an edit may take back what the one before it did.
    writes(envelopes) {
      return eventsOf<Event>(envelopes).flatMap((event): BoundStatement[] => {
        const named = namedIn(event);
        if (!named) return [];
        const { type, id, author, files, isNew } = named;
        if (files === null) return [{ statement: erase, values: [id] }];
        return [
          ...(isNew ? [] : [{ statement: end, values: [id, event.occurredAt, files] }]),
          ...(files.length === 0 ? [] : [{ statement: name, values: [id, files, type, author] }]),
        ];
      });
    },
  };
}

/** The files in questions, answers and comments. */
export const postUseView = useView<QaEvent>(
  {
    source: 'qa',
    name: 'posts',
    table: 'post_uses',
    handles: ['QuestionAsked', 'AnswerPosted', 'CommentPosted', 'PostEdited', 'PostErased'],
  },
  (event) => {
    if (!isOfQuestion(event)) return undefined;
    switch (event.type) {
      case 'QuestionAsked': {
        const { questionId: id, askedBy: author, text } = event.data;
        return { type: 'question', id, author, files: filesIn(text), isNew: true };
      }
      case 'AnswerPosted': {
        const { answerId: id, answeredBy: author, text } = event.data;
        return { type: 'answer', id, author, files: filesIn(text), isNew: true };
      }
      case 'CommentPosted': {
        const { commentId: id, commentedBy: author, text } = event.data;
        return { type: 'comment', id, author, files: filesIn(text), isNew: true };
      }
      case 'PostEdited': {
        const { kind: type, id, author, text } = event.data;
        return { type, id, author, files: filesIn(text), isNew: false };
      }
      case 'PostErased': {
        const { kind: type, id, author } = event.data;
        return { type, id, author, files: null, isNew: false };
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
    name: 'messages',
    table: 'message_uses',
    handles: ['MessagePosted', 'ChatMessagePosted', 'PostEdited', 'PostErased'],
  },
  (event) => {
    switch (event.type) {
      case 'MessagePosted':
      case 'ChatMessagePosted': {
        const { messageId: id, from: author, text } = event.data;
        return { type: 'message', id, author, files: filesIn(text), isNew: true };
      }
      case 'PostEdited': {
        // Messages are edited by their authors alone.
        const { messageId: id, editedBy: author, text } = event.data;
        return { type: 'message', id, author, files: filesIn(text), isNew: false };
      }
      case 'PostErased':
        return { type: 'message', id: event.data.messageId, author: '', files: null, isNew: false };
      default:
        return undefined;
    }
  },
);

/** The pictures of people. */
export const personUseView = useView<IdentityEvent>(
  { source: 'identity', name: 'faces', table: 'person_uses', handles: ['PictureChosen', 'UserDeleted'] },
  ({ type, data }) => {
    if (type !== 'PictureChosen' && type !== 'UserDeleted') return undefined;
    const { userId: id } = data;
    const files = type === 'UserDeleted' ? null : data.fileId === null ? [] : [data.fileId];
    return { type: 'person', id, author: id, files, isNew: false };
  },
);

/** The pictures of communities, each with its place: `<id>/banner`. */
export const communityUseView = useView<CommunitiesEvent>(
  { source: 'communities', name: 'communities', table: 'community_uses', handles: ['CommunityPictureChosen'] },
  ({ type, data }) => {
    if (type !== 'CommunityPictureChosen') return undefined;
    const { communityId, place, fileId, by: author } = data;
    const files = fileId === null ? [] : [fileId];
    return { type: 'community', id: `${communityId}/${place}`, author, files, isNew: false };
  },
);
