import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { limits } from '@parlour/contracts/limits';
import { readConfigurations } from '@parlour/kernel/config/config';
import { createLogger } from '@parlour/kernel/logging/logger';
import { FilesConfig, fileStoreOf } from '@parlour/deployment/files/files-config';
import { startHealthServer } from '@parlour/deployment/process/health-server';
import { openProcessBus } from '@parlour/deployment/process/process-bus';
import {
  addressesOf,
  ValidText,
  isSecrets,
  keysOf,
  ProcessConfig,
  secretsFault,
} from '@parlour/deployment/process/process-config';
import { runProcess } from '@parlour/deployment/process/run-process';
import { RpcClient } from '@parlour/kernel/rpc/calls';
import { sharedKeyTls } from '@parlour/kernel/rpc/shared-key-tls';
import { TcpTransport } from '@parlour/kernel/rpc/tcp-transport';
import { startTracing } from '@parlour/kernel/tracing/tracing';
import { createGateway } from './gateway.ts';
import { GatewayConfig } from './gateway-config.ts';
import { adviceOnListening, limitsChosen, listenAt } from './listening.ts';
import { EndedSessions } from './session/ended-sessions.ts';

// The gateway as a separate process; docs/operations.md lists its environment variables.

const pageFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

class GatewayProcessConfig extends ProcessConfig {
  /** Signs sessions; the same in all gateways. */
  @ValidText(isSecrets, secretsFault('SESSION_SECRET'))
  SESSION_SECRET!: string;
}

await runProcess(async (started) => {
  const [config, gatewayConfig, filesConfig] = readConfigurations<[GatewayProcessConfig, GatewayConfig, FilesConfig]>(
    [GatewayProcessConfig, GatewayConfig, FilesConfig],
    process.env,
  );
  const files = fileStoreOf(filesConfig);
  const logger = createLogger('gateway', { level: config.LOG_LEVEL });
  started.onEnd('tracing', await startTracing(process.env, 'parlour-gateway', logger));
  let serving: NestFastifyApplication | undefined = undefined as NestFastifyApplication | undefined; // set once it listens
  const bus = openProcessBus(config, { clientId: `gateway-${process.pid}`, follows: [], logger }, started);
  const health = await startHealthServer(config.HEALTH_HOST, config.HEALTH_PORT, {
    isAlive: () => bus.isAlive,
    // Does not check services: one that is away would take all gateways out of service.
    isReady: () => serving?.get(EndedSessions).isCurrent ?? false,
  });
  started.onEnd('health', () => health.close());
  const transport = new TcpTransport(addressesOf(config), sharedKeyTls(keysOf(config.ACTOR_SECRET)), logger);
  started.onEnd('calls', () => transport.close());
  started.onEnd('bus', () => bus.close());
  const rpc = new RpcClient(transport, limits.callMs);
  const gateway = await createGateway({
    rpc,
    bus,
    logger,
    config: gatewayConfig,
    signingKeys: keysOf(config.SESSION_SECRET),
    pageFolder,
    ...(files && { files }),
  });
  started.onEnd('gateway', () => gateway.close());
  await gateway.listen(listenAt(gatewayConfig.PORT, gatewayConfig.HOST));
  serving = gateway;
  logger.info({ port: gatewayConfig.PORT }, 'gateway listening');
  for (const advice of adviceOnListening(gatewayConfig, await limitsChosen(rpc))) logger.warn(advice);
});
