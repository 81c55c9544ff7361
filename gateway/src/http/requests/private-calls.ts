import { Injectable } from '@nestjs/common';
import { Answered } from '../answers/answer.ts';
import { ServiceCalls } from '../service-calls.ts';

/** Calls whose answers are never cached: private conversations, and data for one person only. */
@Injectable()
export class PrivateCalls extends ServiceCalls {
  protected override finish<Body>({ answer }: Answered<Body>): Answered<Body> {
    return new Answered({ ...answer, isPrivate: true });
  }
}
