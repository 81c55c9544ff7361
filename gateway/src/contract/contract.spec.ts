import { expect, it } from '@jest/globals';
import { isOfContract } from './contract.ts';

it.each([
  ['/question/getQuestion?order=newest', true],
  ['/user/login', true],
  ['/getNotifications/Ann', true],
  ['/nothing', true],
  ['/api/question/getQuestion', false],
  ['/api', false],
  ['/admin/site', false],
  ['/auth/google', false],
  ['/health/ready', false],
  ['/socket.io/?EIO=4', false],
])('[T-3] %s is a call of the contract: %s', (url, is) => {
  expect(isOfContract(url)).toBe(is);
});
