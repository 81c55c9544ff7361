import { applyDecorators, type ArgumentMetadata, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Matches, type ValidationError } from 'class-validator';
import { DomainError, type Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/** Errors that a decorator can choose by `context`, instead of the general one. */
export const faults = {
  id: { code: 'id.malformed', text: messages.idMalformed },
  order: { code: 'order.unknown', text: messages.orderUnknown },
} as const satisfies Record<string, Fault>;

/** The form of an id; otherwise ids are opaque (decisions T-7). */
export const idForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A field with an id. */
export function IsId(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'uuid' }),
    Matches(idForm, { context: { fault: faults.id } }),
  );
}

/**
 * Documents a text that may not be blank, with its maximum length; the decider checks it and words
 * the error.
 */
export function aText(maxLength?: number): { minLength: number; pattern: string; maxLength?: number } {
  return { minLength: 1, pattern: '[^\\s\\x00-\\x1f\\x7f-\\xa0]', ...(maxLength === undefined ? {} : { maxLength }) };
}

/** Reads an id from the path. */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(value: string, _: ArgumentMetadata): string {
    if (!idForm.test(value)) throw new DomainError(faults.id.code, faults.id.text);
    return value.toLowerCase();
  }
}

/**
 * Validates input by its DTO class, and drops fields that the class does not have (decisions T-4).
 */
export function shapePipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    transform: true,
    stopAtFirstError: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => {
      const fault = faultOf(errors);
      return new DomainError(fault.code, fault.text);
    },
  });
}

function faultOf(errors: readonly ValidationError[]): Fault {
  for (const error of errors) {
    const [context] = Object.values(error.contexts ?? {}) as { fault?: Fault }[]; // as the decorators below write it
    if (context?.fault) return context.fault;
    const [text] = Object.values(error.constraints ?? {});
    if (text !== undefined) return { code: 'request.invalid', text: `${messages.requestInvalid} (${text})` };
    if (error.children?.length) return faultOf(error.children);
  }
  return { code: 'request.invalid', text: messages.requestInvalid };
}
