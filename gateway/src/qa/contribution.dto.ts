import { ApiProperty } from '@nestjs/swagger';

/** Gateway to browser, as the OpenAPI page describes it. */
export class ContributionsDto {
  @ApiProperty({ description: 'Questions and answers' })
  total!: number;
}
