import type { DynamicModule } from '@nestjs/common';
import { KernelTables1700000000000 } from '@parlour/kernel/database/kernel-tables';
import { type ServiceDefinition, type ServiceEnvironment, ServiceModule } from '@parlour/kernel/service/service-module';
import { peopleView } from '@parlour/kernel/view/people-view';

export const communitiesDefinition: ServiceDefinition = {
  source: 'communities',
  database: { entities: [], migrations: [KernelTables1700000000000] },
  views: [peopleView('communities')],
  live: () => Promise.resolve({ tells: [], endedSessions: [] }),
  controllers: [],
  providers: [],
};

/** The service as a Nest module. */
export function communitiesModule(environment: ServiceEnvironment): DynamicModule {
  return ServiceModule.register(communitiesDefinition, environment);
}
