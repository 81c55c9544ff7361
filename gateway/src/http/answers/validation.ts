import { type ArgumentMetadata, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { DomainError, type Fault } from '@parlour/contracts/errors';
import { faults, idForm } from '@parlour/contracts/fields';
import { messages } from '@parlour/contracts/messages';
import { Remembered } from './remembered.ts';

/** Reads an id, from a path or a socket. */
@Injectable()
export class IdPipe implements PipeTransform<unknown, string> {
  protected readonly text: string = faults.id.text;

  transform(value: unknown, _: ArgumentMetadata): string {
    if (typeof value !== 'string' || !idForm.test(value)) throw new DomainError(faults.id.code, this.text);
    return value.toLowerCase();
  }
}

/**
 * Validates input by its class, and drops fields that the class does not have (decisions T-4). What
 * a query comes to depends on nothing else, and most requests have one of few, so it is remembered.
 */
@Injectable()
export class ShapePipe implements PipeTransform<unknown, unknown> {
  private readonly validation = new ValidationPipe({
    whitelist: true,
    transform: true,
    stopAtFirstError: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => {
      const fault = faultOf(errors);
      return new DomainError(fault.code, fault.text);
    },
  });

  private readonly queries = new Remembered(
    (metatype: ArgumentMetadata['metatype']) =>
      new Remembered(async (text: string): Promise<unknown> => {
        const query: unknown = await this.validation.transform(JSON.parse(text), { type: 'query', metatype });
        // Requests share it.
        return Object.freeze(query);
      }),
  );

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const { type, metatype, data } = metadata;
    // Made by our own decorators, or a text of the router: a promise would be for nothing.
    if (type === 'custom' || (metatype === String && typeof value === 'string')) return value;
    if (type === 'query' && data === undefined) return this.queries.of(metatype).of(JSON.stringify(value));
    return this.validation.transform(value, metadata);
  }
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
