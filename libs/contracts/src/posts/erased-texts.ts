import type { CommunitiesEvent } from '../communities/communities.ts';
import type { AnyEvent, Source } from '../envelope.ts';
import type { FilesEvent } from '../files/files.ts';
import type { IdentityEvent } from '../identity/identity.ts';
import { newTagDescription } from '../limits.ts';
import type { MessagingEvent } from '../messaging/messaging.ts';
import type { QaEvent } from '../qa/qa.events.ts';

/** The events that say that texts are erased: whoever has a copy of them erases it with these. */
export const erasingEvents = [
  'PostErased',
  'TagBlanked',
  'ReportBlanked',
  'FileDeleted',
  'UserDeleted',
] as const satisfies readonly (QaEvent | CommunitiesEvent | FilesEvent | IdentityEvent)['type'][];

/** What is left of an event's data once the texts that people wrote are erased from it. */
export type WithoutTexts = (data: object) => object;

type Erase<E extends AnyEvent, Type> = (data: Extract<E, { type: Type }>['data']) => Extract<E, { type: Type }>['data'];

/** Events with a `text` must be named. Those with other texts can be: nothing asks for them. */
type Erased<E extends AnyEvent> = {
  readonly [Type in Extract<E, { data: { text: string } }>['type']]: Erase<E, Type>;
} & { readonly [Type in E['type']]?: Erase<E, Type> };

/** The tags of a question belong to the whole site, and stay; what it said of them does not. */
const question = <Data extends { readonly tags: readonly { readonly name: string }[] }>(data: Data): Data => ({
  ...data,
  ...{ title: '', text: '', tags: data.tags.map((tag) => ({ ...tag, description: newTagDescription })) },
});

/** For data whose only text is `text`: the compiler refuses data with a title, which would stay. */
const text = <Data extends { readonly text: string; readonly title?: never }>(data: Data): Data => ({
  ...data,
  text: '',
});

const poll = <Data extends { readonly options: readonly object[] }>(data: Data): Data => ({
  ...data,
  ...{ questionText: '', options: data.options.map((option) => ({ ...option, text: '' })) },
});

const qa: Erased<QaEvent> = {
  QuestionAsked: question,
  AnswerPosted: text,
  CommentPosted: text,
  PostEdited: (data) => (data.kind === 'question' ? question(data) : text(data)),
  TagDescribed: text,
};

const messaging: Erased<MessagingEvent> = { MessagePosted: text, ChatMessagePosted: text, PostEdited: text };

const communities: Erased<CommunitiesEvent> = { PollCreated: poll, PostEdited: poll, ReportMade: text };

const files: Erased<FilesEvent> = {
  FileUploaded: (data) => ({ ...data, name: '', alt: '' }),
  FileDescribed: (data) => ({ ...data, alt: '' }),
};

const identity: Erased<IdentityEvent> = {
  UserRegistered: (data) => ({ ...data, name: '' }),
  UserRenamed: (data) => ({ ...data, name: '', formerName: '', reason: '' }),
};

/**
 * The event types with texts that people wrote, or names of theirs, by log: events keep their
 * shape when these are erased.
 */
export const erasedTexts = { identity, files, qa, messaging, communities } as Readonly<
  Partial<Record<Source, Readonly<Record<string, WithoutTexts>>>>
>; // each is given the data of its own type only
