import type { FilePlace } from '@parlour/contracts/files/files';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** That a text of a person names a file. */
class UseRow {
  @PrimaryColumn('text') postId!: string;
  @PrimaryColumn('text') fileId!: string;
  @Column('text') type!: FilePlace['type'];
  /** Who wrote the text: only the owner of the file gives others a right to it. */
  @Column('text') author!: string;
  /** Since when it does not name it any more: an edit. Long ago for an erased text. */
  @Column('timestamptz', { nullable: true }) endedAt!: Date | null;
}

/** In questions, answers and comments. */
@Entity('post_uses')
export class PostUseRow extends UseRow {}

/** In messages. */
@Entity('message_uses')
export class MessageUseRow extends UseRow {}

/** As pictures of people, and of the site. */
@Entity('person_uses')
export class PersonUseRow extends UseRow {}

/** As pictures of communities, and in reports. */
@Entity('community_uses')
export class CommunityUseRow extends UseRow {}
