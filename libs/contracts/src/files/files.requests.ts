import { Type } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { documented, Given, Id } from '../fields.ts';
import { limits } from '../limits.ts';
import { previewWidths } from './file-kinds.ts';

/** Browser to gateway: describe an image. */
export class DescribeFile {
  @Id()
  readonly fileId!: string;

  @Given({ maxLength: limits.fileAltLength }, 'What the image shows; blank for none')
  readonly alt: string = '';
}

/** Browser to gateway: delete a file. */
export class DeleteFile {
  @Id()
  readonly fileId!: string;
}

/** Browser to gateway: read a file. */
export class GetFile {
  @Type(() => Number)
  @IsOptional()
  @IsIn(previewWidths)
  @documented({ type: 'integer', enum: [...previewWidths] }, 'The width of a preview, in pixels')
  readonly w?: number;
}
