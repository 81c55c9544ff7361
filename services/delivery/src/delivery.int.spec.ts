import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { DeliveryConfig } from './delivery-config.ts';
import { deliveryDefinition } from './delivery.module.ts';

// With a mail server, and with identity: deploy/embedded/src/mail.int.spec.ts.

let world: ServiceWorld;
beforeAll(async () => {
  world = await startServiceWorld(deliveryDefinition(new DeliveryConfig()));
});
afterAll(() => world.close());

test('the entities match the tables', async () => {
  const drift = await world.database.dataSource.driver.createSchemaBuilder().log();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});

test('[ML-1] while mail is off, nothing is queued for later', async () => {
  const [ann] = await world.people('Ann');
  await world.append(
    'identity',
    { type: 'OperatorAdded', data: { userId: ann.id } },
    { type: 'PasswordReset', data: { userId: ann.id } },
  );
  expect((await world.call('delivery.getMailState', {}, { as: ann })).reply).toEqual({
    ...{ on: false, from: '', waiting: 0, waitingSince: null, lastFailure: null },
  });
  await expect(world.call('delivery.sendTestMail', {}, { as: ann })).rejects.toMatchObject({ code: 'mail.off' });
});
