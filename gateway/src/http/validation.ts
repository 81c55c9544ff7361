import { applyDecorators, type ArgumentMetadata, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Matches, type ValidationError } from 'class-validator';
import { DomainError, type Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/** Faults that a decorator can name by `context`, instead of the general one. */
export const faults = {
  id: { code: 'id.malformed', text: messages.idMalformed },
  order: { code: 'order.unknown', text: messages.orderUnknown },
} as const satisfies Record<string, Fault>;

/** The form of an id; but for that ids are opaque (decisions T-7). */
export const idForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A field that is an id. */
export function IsId(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'uuid' }),
    Matches(idForm, { context: { fault: faults.id } }),
  );
}

/** What the OpenAPI page says of a text that may not be blank, and not longer than this; the decider tells what is wrong, in its own words. */
export function aText(maxLength?: number): { minLength: number; pattern: string; maxLength?: number } {
  return { minLength: 1, pattern: '[^\\s\\x00-\\x1f\\x7f-\\xa0]', ...(maxLength === undefined ? {} : { maxLength }) };
}

/** Takes an id from the path. */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(value: string, _: ArgumentMetadata): string {
    if (!idForm.test(value)) throw new DomainError(faults.id.code, faults.id.text);
    return value.toLowerCase();
  }
}

/** Checks the shape of what comes in by its DTO class, and drops what the class does not name (decisions T-4). */
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
