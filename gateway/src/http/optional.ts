import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsOptional } from 'class-validator';

const nullAsAbsent = ({ value }: TransformFnParams): unknown => (value === null ? undefined : (value as unknown)); // of no known type yet

/** An optional field of a body. Null counts as absent, so code behind the DTO never sees it. */
export function Omissible(): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional({ nullable: true }), Transform(nullAsAbsent), IsOptional());
}
