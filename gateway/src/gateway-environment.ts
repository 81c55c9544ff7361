import type { DemoLoginWire } from '@parlour/contracts/identity/identity';
import type { FileStore } from '@parlour/deployment/files/file-store';
import type { Bus } from '@parlour/kernel/bus/bus';
import type { Logger } from '@parlour/kernel/logging/logger';
import type { RpcClient } from '@parlour/kernel/rpc/calls';
import type { GatewayConfig } from './gateway-config.ts';

/** The gateway's environment in a deployment. */
export interface GatewayEnvironment {
  readonly rpc: RpcClient;
  readonly bus: Bus;
  readonly logger: Logger;
  readonly config: GatewayConfig;
  /**
   * The first signs, all verify: to rotate, put the new key before the old one for a quarter of an
   * hour.
   */
  readonly signingKeys: readonly Buffer[];
  /** The folder of the built page; null if another server serves it. */
  readonly pageFolder: string | null;
  /** Where the bytes of files are; absent if files are switched off. */
  readonly files?: FileStore;
  /** The free space of the disk with the database; absent where it is on another machine. */
  readonly freeBytes?: () => Promise<number>;
  /** Shown on the login screen of the demonstration only. Source: decisions O-3. */
  readonly demoLogins?: readonly DemoLoginWire[];
}

/** Injection token of the environment. */
export const gatewayEnvironment = Symbol('gateway environment');
