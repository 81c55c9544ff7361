import 'reflect-metadata';

import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Source } from '@parlour/contracts/envelope';
import type { ConnectionOptions } from '@parlour/kernel/postgres/connection-options';

import type { Secrets } from './data-folder.ts';
import type { Settings } from './settings.ts';

/** What the services and the gateway are started with. */
export interface ApplicationOptions {
  readonly connections: Record<Source, ConnectionOptions>;
  readonly secrets: Secrets;
  readonly config: Settings;
  /** Tells whoever watches the start what takes time, in a few words. */
  readonly log: (message: string) => void;
}

/** The running services and gateway. */
export interface Application {
  /** Stops accepting, finishes what is in flight, ends consumers and connections. */
  close(): Promise<void>;
}

@Controller()
class HealthController {
  @Get('health/ready')
  ready(): { status: string } {
    return { status: 'ready' };
  }
}

@Module({ controllers: [HealthController] })
class ApplicationModule {}

/**
 * Starts every service and the gateway in this process and listens.
 * @throws Node's error of `listen` when the port was taken meanwhile
 */
export async function startApplication({ config }: ApplicationOptions): Promise<Application> {
  const application = await NestFactory.create<NestFastifyApplication>(ApplicationModule, new FastifyAdapter(), {
    logger: false,
  });
  await application.listen(config.port, config.host);
  return { close: () => application.close() };
}
