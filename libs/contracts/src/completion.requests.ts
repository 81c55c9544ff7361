import { faults, Filter, FilterBy, FilterById } from './fields.ts';

/** Browser to gateway: the tags to complete a word by. */
export class CompleteTags {
  @Filter('How the name begins, in any case; blank for all')
  readonly prefix?: string;
}

/** Browser to gateway: the people to complete a name by. */
export class CompletePeople extends CompleteTags {
  /** A question: only people who may read it. */
  @FilterById()
  readonly qid?: string;

  /** A chat of the caller: only its participants. */
  @FilterById()
  readonly chatId?: string;

  /** Of a question that is being asked: a community, only people who may read one in it. */
  @FilterById()
  readonly communityId?: string;

  @FilterBy(['true'], faults.value, 'Of a question that is being asked: only followers of the caller')
  readonly onlyFollowers?: 'true';
}
