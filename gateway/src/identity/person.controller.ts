import { Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CompletePeople } from '@parlour/contracts/completion.requests';
import { PageRequest } from '@parlour/contracts/page.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';

/** Completing names, and what a profile lists of a person, as far as the caller may see it. */
@ApiTags('user')
@Controller(['user', 'api/user'])
export class PersonController {
  constructor(private readonly calls: ServiceCalls) {}

  @Limited('complete')
  @Read('complete', {
    summary: 'People whose names begin so: all, those who may read a question, or will, or a chat’s participants',
    answers: 'qa.completePeople',
    extension: true,
  })
  complete(@Query() { chatId, ...query }: CompletePeople, @From() caller: Caller) {
    return chatId === undefined
      ? this.calls.read('qa.completePeople', query, caller)
      : this.calls.read('messaging.completePeople', { ...query, chatId }, caller);
  }

  @Read('getUser/:username/answers', {
    summary: 'A person’s answers, the newest first',
    answers: 'qa.getAnswersOf',
    extension: true,
  })
  answers(@Param('username') username: string, @Query() query: PageRequest, @From() caller: Caller) {
    return this.calls.list('qa.getAnswersOf', { username, ...query }, caller);
  }

  @Read('getUser/:username/communities', {
    summary: 'The communities of a person whose people the caller may see, by name',
    answers: 'communities.getMemberships',
    extension: true,
  })
  communities(@Param('username') username: string, @Query() query: PageRequest, @From() caller: Caller) {
    return this.calls.list('communities.getMemberships', { username, ...query }, caller);
  }

  @Read('getUser/:username/games', {
    summary: 'The games that a person plays or has played, the latest first',
    answers: 'games.getPlayed',
    extension: true,
  })
  games(@Param('username') username: string, @Query() query: PageRequest, @From() caller: Caller) {
    return this.calls.list('games.getPlayed', { username, ...query }, caller);
  }

  @Read('getUser/:username/scores', {
    summary: 'How often the caller and a person have won against each other',
    answers: ['games.getScores', 'scores'],
    extension: true,
  })
  async scores(@Param('username') username: string, @From() caller: Caller) {
    return (await this.calls.read('games.getScores', { username }, caller)).map(({ scores }) => scores);
  }
}
