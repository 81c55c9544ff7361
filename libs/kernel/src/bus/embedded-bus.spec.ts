import { silentLogger } from '../testing/silent-logger.ts';
import { describeBusContract } from '../testing/bus-contract.ts';
import { EmbeddedBus } from './embedded-bus.ts';

describeBusContract('the embedded bus', async () => new EmbeddedBus(silentLogger));
