import type { Preview } from '@parlour/contracts/files/files';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file that is not deleted. */
@Entity('files')
export class FileRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') ownerId!: string;
  @Column('bigint') position!: number;
  @Column('text') name!: string;
  @Column('text') type!: string;
  @Column('text') hash!: string;
  @Column('bigint') bytes!: number;
  @Column('int') width!: number;
  @Column('int') height!: number;
  @Column('text') alt!: string;
  @Column('jsonb') previews!: { readonly list: readonly Preview[] };
  @Column('timestamptz') at!: Date;
}

/** What the files of a person take, with their previews. */
@Entity('file_totals')
export class FileTotalRow {
  @PrimaryColumn('text') ownerId!: string;
  @Column('bigint') bytes!: number;
  @Column('int') files!: number;
}

/** An object that files have in the store. Several files may have the same. */
@Entity('file_objects')
export class FileObjectRow {
  @PrimaryColumn('text') hash!: string;
  @PrimaryColumn('text') fileId!: string;
}
