import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateGame, GetGames, Invite, OnGame } from '@parlour/contracts/games/games.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { Change, Read } from '../http/route.ts';
import { IdPipe } from '../http/answers/validation.ts';
import { Limited } from '../limits/limits-guard.ts';

/** Games and their seats; moves are made over the socket. */
@ApiTags('games')
@Controller(['games', 'api/games'])
export class GameController {
  constructor(private readonly calls: ServiceCalls) {}

  @Limited('game')
  @Change('create', { summary: 'Create a game without players', answers: 'games.create' })
  create(@Body() { gameType, invitedPlayers: invited, computer }: CreateGame, @From() caller: Caller) {
    return this.calls.command(
      'games.create',
      { gameType, ...(invited && { invited }), ...(computer && { computer }) },
      caller,
    );
  }

  @Limited('game')
  @Change('invite', { summary: 'Invite people to a private game of one’s own', answers: 'games.invite' })
  invite(@Body() { gameID: gameId, invitedPlayers: invited }: Invite, @From() caller: Caller) {
    return this.calls.command('games.invite', { gameId, invited }, caller);
  }

  @Limited('seat')
  @Change('join', { summary: 'Take a seat', answers: 'games.join' })
  join(@Body() { gameID: gameId, playerID }: OnGame, @From() caller: Caller) {
    return this.calls.command('games.join', { gameId }, caller.acting(playerID));
  }

  @Limited('seat')
  @Change('leave', { summary: 'Give up one’s seat; in a running game, the game', answers: 'games.leave' })
  leave(@Body() { gameID: gameId, playerID }: OnGame, @From() caller: Caller) {
    return this.calls.command('games.leave', { gameId }, caller.acting(playerID));
  }

  @Limited('seat')
  @Change('decline', {
    summary: 'Decline an invitation to a private game, or a rematch, while it waits',
    answers: 'games.decline',
    extension: true,
  })
  decline(@Body() { gameID: gameId, playerID }: OnGame, @From() caller: Caller) {
    return this.calls.command('games.decline', { gameId }, caller.acting(playerID));
  }

  @Limited('withdrawal')
  @Change('withdraw', {
    summary: 'End a game of one’s own in which nobody else has a seat yet',
    answers: 'games.withdraw',
    extension: true,
  })
  withdraw(@Body() { gameID: gameId, playerID }: OnGame, @From() caller: Caller) {
    return this.calls.command('games.withdraw', { gameId }, caller.acting(playerID));
  }

  @Limited('seat')
  @Change('claim', { summary: 'End a game whose mover is gone', answers: 'games.claim', extension: true })
  claim(@Body() { gameID: gameId, playerID }: OnGame, @From() caller: Caller) {
    return this.calls.command('games.claim', { gameId }, caller.acting(playerID));
  }

  @Limited('seat')
  @Change('rematch', {
    summary: 'Take a seat in the same game once more, with seats swapped',
    answers: 'games.rematch',
    extension: true,
  })
  rematch(@Body() { gameID: gameId, playerID }: OnGame, @From() caller: Caller) {
    return this.calls.command('games.rematch', { gameId }, caller.acting(playerID));
  }

  @Read('games', { summary: 'Games, waiting ones first', answers: 'games.getGames' })
  getGames(@Query() { username, type, visibility = type ?? 'Public', ...list }: GetGames, @From() caller: Caller) {
    return this.calls.list('games.getGames', { ...list, visibility }, caller.acting(username));
  }

  @Read('game/:gameID', { summary: 'A game with its current state', answers: 'games.getGame', extension: true })
  getGame(@Param('gameID', IdPipe) gameId: string, @From() caller: Caller) {
    return this.calls.read('games.getGame', { gameId }, caller);
  }

  @Read('mine', {
    summary: 'The running games that one plays in, those first in which it is one’s turn',
    answers: ['games.mine', 'games'],
    extension: true,
  })
  async mine(@From() caller: Caller) {
    return (await this.calls.read('games.mine', {}, caller)).map(({ games }) => games);
  }
}
