import { beforeAll } from '@jest/globals';
import { describeContract } from '../contract/journey.ts';
import { own, sharedSite } from './shared.ts';

let host: string;
beforeAll(async () => {
  host = (await sharedSite()).url;
});

describeContract(() => [host, host], own);
