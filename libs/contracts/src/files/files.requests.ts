import { Given, Id } from '../fields.ts';
import { limits } from '../limits.ts';

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
