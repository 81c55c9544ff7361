import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { Caller } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { hiding, isHidden } from '../session/session-guard.ts';

/**
 * To everybody but operators, hidden routes are unknown: before anything else of a request is
 * looked at. Identity decides, and checks it again with each call. Source: decisions O-4.
 */
@Injectable()
export class OperatorsOnly implements CanActivate {
  constructor(
    private readonly calls: ServiceCalls,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (context.getType() === 'ws' || !isHidden(this.reflector, context)) return true;
    return this.refuseOthers(context.switchToHttp().getRequest<FastifyRequest>());
  }

  private async refuseOthers(request: FastifyRequest): Promise<true> {
    try {
      const { body } = await this.calls.read('identity.checkOperator', {}, Caller.reading(request));
      if (!body.operator) throw new DomainError('route.unknown', messages.notFound);
      return true;
    } catch (failure) {
      throw hiding(failure);
    }
  }
}
