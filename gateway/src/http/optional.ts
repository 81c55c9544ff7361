import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsOptional } from 'class-validator';

const nullAsAbsent = ({ value }: TransformFnParams): unknown => (value === null ? undefined : (value as unknown)); // of no known type yet

/** A field of a body that may be left out. Null is the same as left out, so no code behind the DTO ever sees it. */
export function Omissible(): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional({ nullable: true }), Transform(nullAsAbsent), IsOptional());
}
