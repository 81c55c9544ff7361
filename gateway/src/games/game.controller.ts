import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { GameRowWire, GameWire } from '@parlour/contracts/games';
import type { Answered } from '../http/answer.ts';
import { Caller, From } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { Change, Read } from '../http/route.ts';
import { IdPipe } from '../http/validation.ts';
import { Limited } from '../limits/limits-guard.ts';
import { CreateGameDto, GameDto, GameRowDto, GetGamesQuery, InviteDto, OnGameDto } from './game.dto.ts';
import { gameOf, gamesOf, invitationOf } from './game-requests.ts';

/** Games and their seats; moves are made over the socket. */
@ApiTags('games')
@Controller(['games', 'api/games'])
export class GameController {
  constructor(private readonly calls: Calls) {}

  @Limited('game')
  @Change('create', { summary: 'Create a game without players', answers: GameDto })
  create(@Body() body: CreateGameDto, @From() caller: Caller): Promise<Answered<GameWire>> {
    return this.calls.command('games.create', gameOf(body), caller);
  }

  @Limited('game')
  @Change('invite', { summary: 'Invite people to a private game of one’s own', answers: GameDto })
  invite(@Body() body: InviteDto, @From() caller: Caller): Promise<Answered<GameWire>> {
    return this.calls.command('games.invite', invitationOf(body), caller);
  }

  @Limited('seat')
  @Change('join', { summary: 'Take a seat', answers: GameDto })
  join(@Body() { gameID, playerID }: OnGameDto, @From() caller: Caller): Promise<Answered<GameWire>> {
    return this.calls.command('games.join', { gameId: gameID.toLowerCase() }, caller.acting(playerID));
  }

  @Limited('seat')
  @Change('leave', { summary: 'Give up one’s seat; in a running game, the game', answers: GameDto })
  leave(@Body() { gameID, playerID }: OnGameDto, @From() caller: Caller): Promise<Answered<GameWire>> {
    return this.calls.command('games.leave', { gameId: gameID.toLowerCase() }, caller.acting(playerID));
  }

  @Limited('seat')
  @Change('claim', { summary: 'End a game whose mover is gone', answers: GameDto, extension: true })
  claim(@Body() { gameID, playerID }: OnGameDto, @From() caller: Caller): Promise<Answered<GameWire>> {
    return this.calls.command('games.claim', { gameId: gameID.toLowerCase() }, caller.acting(playerID));
  }

  @Limited('seat')
  @Change('rematch', {
    summary: 'Take a seat in the same game once more, with seats swapped',
    answers: GameDto,
    extension: true,
  })
  rematch(@Body() { gameID, playerID }: OnGameDto, @From() caller: Caller): Promise<Answered<GameWire>> {
    return this.calls.command('games.rematch', { gameId: gameID.toLowerCase() }, caller.acting(playerID));
  }

  @Read('games', { summary: 'Games, waiting ones first', answers: [GameRowDto] })
  getGames(@Query() query: GetGamesQuery, @From() caller: Caller): Promise<Answered<readonly GameRowWire[]>> {
    return this.calls.list('games.getGames', gamesOf(query), caller.acting(query.username));
  }

  @Read('game/:gameID', { summary: 'A game with its current state', answers: GameDto, extension: true })
  getGame(@Param('gameID', IdPipe) gameId: string, @From() caller: Caller): Promise<Answered<GameWire>> {
    return this.calls.read('games.getGame', { gameId }, caller);
  }

  @Read('mine', {
    summary: 'The running games that one plays in, those first in which it is one’s turn',
    answers: [GameRowDto],
    extension: true,
  })
  async mine(@From() caller: Caller): Promise<Answered<readonly GameRowWire[]>> {
    return (await this.calls.read('games.mine', {}, caller)).map(({ games }) => games);
  }
}
