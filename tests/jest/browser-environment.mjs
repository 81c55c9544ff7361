import { TestEnvironment } from 'jest-environment-node';
import { endingStorages } from './async-storages.mjs';

/** Node's, which tells what the pages of the tests' browser show when a test fails. */
export default class BrowserEnvironment extends endingStorages(TestEnvironment) {
  async handleTestEvent({ name, test }) {
    if (name !== 'test_fn_failure') return;
    const pages = (await this.global.whatPagesShow?.()) ?? [];
    if (pages.length > 0) this.global.console.error(`When “${test.name}” failed:\n\n${pages.join('\n\n')}`);
  }
}
