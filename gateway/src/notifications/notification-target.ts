import { Injectable, type PipeTransform } from '@nestjs/common';
import { lengthOf, looksBlank } from '@parlour/contracts/text/checks';
import { DomainError } from '@parlour/contracts/errors';
import { faults, idForm } from '@parlour/contracts/fields';
import { limits } from '@parlour/contracts/limits';

/**
 * Reads from the path what identifies a notification: its own id, or that of its target, which may
 * be a username (decisions N-1).
 */
@Injectable()
export class NotificationTargetPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (idForm.test(value)) return value.toLowerCase();
    if (looksBlank(value) || lengthOf(value) > limits.usernameLength)
      throw new DomainError(faults.id.code, faults.id.text);
    return value;
  }
}
