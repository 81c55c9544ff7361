import { IsString } from 'class-validator';
import { Default, documented, faults, OneOf } from '../fields.ts';
import { type FoundMatch, foundMatches, type FoundOrder, foundOrders, type FoundType, foundTypes } from './found.ts';
import { PageRequest } from '../page.requests.ts';

/** Browser to gateway: a search over everything; a type is a list of its own. */
export class Search extends PageRequest {
  @Default('', IsString())
  @documented({}, 'Words, “phrases”, -without, [tag], user:name, is:answered, unanswered, accepted or mine')
  readonly q: string = '';

  @OneOf(foundTypes, faults.value)
  readonly type: FoundType = 'questions';

  @OneOf(foundOrders, faults.order)
  readonly order: FoundOrder = 'best';

  /** Of questions, `close` finds those that have not all words, or words much like them. */
  @OneOf(foundMatches, faults.value)
  readonly match?: FoundMatch = 'all';
}
