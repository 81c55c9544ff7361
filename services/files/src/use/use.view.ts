import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import { type AnyEvent, type EnvelopeOf, eventsOf, type Source } from '@parlour/contracts/envelope';
import { filesIn } from '@parlour/contracts/files/file-id';
import type { FilePlace } from '@parlour/contracts/files/files';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import type { QaEvent } from '@parlour/contracts/qa/qa.events';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** What has files from an event on, in place of those that it had. */
interface Named extends FilePlace {
  readonly author: string;
  /** Null once it is erased. */
  readonly files: readonly string[] | null;
  /** Whether it can't have had any before. */
  readonly isNew?: true;
}

type NamedIn<Event extends AnyEvent, Type> = (data: Extract<Event, { readonly type: Type }>['data']) => Named;

/**
 * What events of a log say of files, by type. Those with a `text` must be named, because files that
 * no text names are deleted; null if theirs never has any.
 */
type NamedBy<Event extends AnyEvent> = {
  readonly [Type in Extract<Event, { readonly data: { readonly text: string } }>['type']]: NamedIn<Event, Type> | null;
} & { readonly [Type in Event['type']]?: NamedIn<Event, Type> | null };

/** Which files the texts and choices of a log name. */
function useView<Event extends AnyEvent>(source: Source, name: string, table: string, namedBy: NamedBy<Event>): View {
  const end = statement(
    `${table}.end`,
    `update ${table} set ended_at = $2 where post_id = $1 and ended_at is null and file_id <> all($3::text[])`,
  );
  const begin = statement(
    `${table}.begin`,
    `insert into ${table} (post_id, file_id, type, author)
     select $1, named.id, $3, $4 from unnest($2::text[]) as named(id)
     on conflict (post_id, file_id) do update set ended_at = null, author = excluded.author`,
  );
  const erase = statement(`${table}.erase`, `update ${table} set ended_at = '-infinity' where post_id = $1`);
  return {
    name: `files.${name}`,
    source,
    tables: [table],
    handles: Object.keys(namedBy).filter((type) => namedBy[type as Event['type']] !== null), // its keys
    // One event after the other: an edit may take back what the one before it did.
    writes(envelopes) {
      return eventsOf<Event>(envelopes).flatMap((event: EnvelopeOf<Event>): BoundStatement[] => {
        const named = namedBy[event.type as Event['type']]?.(event.data as never); // of its type
        if (!named) return [];
        const { type, id, author, files, isNew } = named;
        if (files === null) return [{ statement: erase, values: [id] }];
        return [
          ...(isNew ? [] : [{ statement: end, values: [id, event.occurredAt, files] }]),
          ...(files.length === 0 ? [] : [{ statement: begin, values: [id, files, type, author] }]),
        ];
      });
    },
  };
}

/** A text that is new. */
function written(type: FilePlace['type'], id: string, author: string, text: string): Named {
  return { type, id, author, files: filesIn(text), isNew: true };
}

/** The files in questions, answers and comments. */
export const postUseView = useView<QaEvent>('qa', 'posts', 'post_uses', {
  QuestionAsked: ({ questionId, askedBy, text }) => written('question', questionId, askedBy, text),
  AnswerPosted: ({ answerId, answeredBy, text }) => written('answer', answerId, answeredBy, text),
  CommentPosted: ({ commentId, commentedBy, text }) => written('comment', commentId, commentedBy, text),
  PostEdited: ({ kind: type, id, author, text }) => ({ type, id, author, files: filesIn(text) }),
  PostErased: ({ kind: type, id, author }) => ({ type, id, author, files: null }),
  TagDescribed: null,
});

/** The files in messages of chats and of the global room. */
export const messageUseView = useView<MessagingEvent>('messaging', 'messages', 'message_uses', {
  MessagePosted: ({ messageId, from, text }) => written('message', messageId, from, text),
  ChatMessagePosted: ({ messageId, from, text }) => written('message', messageId, from, text),
  // Messages are edited by their authors alone.
  PostEdited: ({ messageId: id, editedBy: author, text }) => ({ type: 'message', id, author, files: filesIn(text) }),
  PostErased: ({ messageId: id }) => ({ type: 'message', id, author: '', files: null }),
});

function chosen(fileId: string | null): readonly string[] {
  return fileId === null ? [] : [fileId];
}

/** The pictures of people, and those of the site by their places. */
export const personUseView = useView<IdentityEvent>('identity', 'faces', 'person_uses', {
  PictureChosen: ({ userId: id, fileId }) => ({ type: 'person', id, author: id, files: chosen(fileId) }),
  UserDeleted: ({ userId: id }) => ({ type: 'person', id, author: id, files: null }),
  SitePictureChosen: ({ place: id, fileId, by: author }) => ({ type: 'site', id, author, files: chosen(fileId) }),
});

/** The pictures of communities, each with its place: `<id>/banner`; and the files in reports. */
export const communityUseView = useView<CommunitiesEvent>('communities', 'communities', 'community_uses', {
  CommunityPictureChosen: ({ communityId, place, fileId, by: author }) => {
    return { type: 'community', id: `${communityId}/${place}`, author, files: chosen(fileId) };
  },
  ReportMade: ({ reportId, by, text }) => written('report', reportId, by, text),
  ReportBlanked: ({ reportId: id }) => ({ type: 'report', id, author: '', files: null }),
});
