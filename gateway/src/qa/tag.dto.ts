import { ApiProperty } from '@nestjs/swagger';
import type { TagCountWire, TagWire } from '@parlour/contracts/qa';

/** Gateway to browser, as the OpenAPI page describes it. */
export class KnownTagDto implements TagWire {
  @ApiProperty()
  name!: string;

  @ApiProperty()
  description!: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class TagCountDto extends KnownTagDto implements TagCountWire {
  @ApiProperty({ description: 'How many of its questions the viewer may see' })
  qcnt!: number;
}
