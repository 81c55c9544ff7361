import type { DemoLoginWire } from '@parlour/contracts/identity';
import type { Bus } from '@parlour/kernel/bus/bus';
import type { Logger } from '@parlour/kernel/logging/logger';
import type { RpcClient } from '@parlour/kernel/rpc/calls';
import type { GatewayConfig } from './gateway-config.ts';

/** What the gateway is given by the shape that it runs in. */
export interface GatewayEnvironment {
  readonly rpc: RpcClient;
  readonly bus: Bus;
  readonly logger: Logger;
  readonly config: GatewayConfig;
  /** The first signs, all verify: a key is changed by putting the new one before the old one for a quarter of an hour. */
  readonly signingKeys: readonly Buffer[];
  /** Where the built page stands; null where something else serves it. */
  readonly pageFolder: string | null;
  /** Shown to whoever wants to log in; of the demonstration alone. Source: decisions O-3. */
  readonly demoLogins?: readonly DemoLoginWire[];
}

/** Injection token of the environment. */
export const gatewayEnvironment = Symbol('gateway environment');
