import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../session/session-guard.ts';
import { type Readiness, ReadinessCheck } from './readiness.ts';

@ApiTags('health')
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: ReadinessCheck) {}

  @Get('live')
  live(): { alive: true } {
    return { alive: true };
  }

  @Get('ready')
  ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    return this.readiness.answer(reply);
  }
}
