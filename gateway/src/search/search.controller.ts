import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type FoundType, parseFoundQuery, searchCalls, withAuthor } from '@parlour/contracts/search/found';
import { Search } from '@parlour/contracts/search/search.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';

/** Types whose services know former names, or nobody's name. */
const needsNoName: ReadonlySet<FoundType> = new Set(['people', 'tags']);

@ApiTags('search')
@Controller(['search', 'api/search'])
export class SearchController {
  constructor(private readonly calls: ServiceCalls) {}

  // A screen asks once for each type.
  @Limited('found')
  @Read('', {
    summary: 'What a search finds of one type, as far as the caller may see it',
    answers: 'qa.search',
    extension: true,
  })
  async search(@Query() query: Search, @From() caller: Caller) {
    return this.calls.list(searchCalls[query.type], await this.withNameOfToday(query, caller), caller);
  }

  /** Only identity knows who had a name before. Source: decisions O-12. */
  private async withNameOfToday(query: Search, caller: Caller): Promise<Search> {
    const { user: username } = parseFoundQuery(query.q);
    if (username === undefined || needsNoName.has(query.type)) return query;
    return this.calls.read('identity.getUser', { username }, caller).then(
      ({ body }) => ({ ...query, q: withAuthor(query.q, body.username) }),
      // Whether nobody has that name or identity is away: the name is searched for as it is.
      () => query,
    );
  }
}
