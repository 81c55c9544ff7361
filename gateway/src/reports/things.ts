import { Injectable } from '@nestjs/common';
import type { DescribedKey, Reported } from '@parlour/contracts/communities/reports';
import { DomainError, isUnserved } from '@parlour/contracts/errors';
import type { Caller } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';

/** The call of the service that owns what can be reported, and reports. */
const describingCalls = {
  question: 'qa.getReported',
  answer: 'qa.getReported',
  comment: 'qa.getReported',
  message: 'messaging.getReported',
  person: 'identity.getReported',
  poll: 'communities.getReported',
  community: 'communities.getReported',
  report: 'communities.getReported',
} as const satisfies Record<DescribedKey['type'], string>;

/** What can be reported, as the services that own it describe it: by the caller's rights. */
@Injectable()
export class Things {
  constructor(private readonly calls: ServiceCalls) {}

  /**
   * Describes things, in order: one call to each service that owns some. With `orNothing`, those of
   * a service that does not answer are null, and the others can be worked on.
   */
  async describe(
    things: readonly DescribedKey[],
    { granted, orNothing = false }: { readonly granted: boolean; readonly orNothing?: boolean },
    caller: Caller,
  ): Promise<readonly (Reported | null)[]> {
    const described = new Map<DescribedKey, Reported | null>();
    await Promise.all(
      [...new Set(things.map(({ type }) => describingCalls[type]))].map(async (name) => {
        const own = things.filter(({ type }) => describingCalls[type] === name);
        const request = {
          things: own.map(({ type, id, versions }): DescribedKey => ({ type, id, versions })),
          granted,
        };
        const read = this.calls.read(name, request, caller);
        const answer = await (orNothing ? read.catch(nothingIfUnavailable) : read);
        own.forEach((thing, place) => described.set(thing, answer?.body.things[place] ?? null));
      }),
    );
    return things.map((thing) => described.get(thing) ?? null);
  }
}

function nothingIfUnavailable(failure: unknown): undefined {
  if (!(failure instanceof DomainError) || !isUnserved(failure.code)) throw failure;
}
