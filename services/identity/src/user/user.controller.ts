import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { readUser, readUsers } from './user.view.ts';

/** Calls about people, for whoever is signed in. */
@Controller()
export class UserController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Handles('identity.getUser')
  async getUser(@Payload() call: Call<'identity.getUser'>): Promise<Rpc['identity.getUser']['reply']> {
    return actorOf(call) && readUser(this.database, call.request.username);
  }

  @Handles('identity.getUsers')
  async getUsers(@Payload() call: Call<'identity.getUsers'>): Promise<Rpc['identity.getUsers']['reply']> {
    return actorOf(call) && readUsers(this.database, call.request);
  }
}
