import { expect, it } from '@jest/globals';
import { adviceOnListening } from './listening.ts';

const usual = { HOST: '0.0.0.0', PORT: 3000, PUBLIC_ORIGINS: '', LIMITS: 'generous' } as const;

it.each(['127.0.0.1', '127.0.1.1', 'localhost', '::1'])('listening on %s only needs no advice', (HOST) => {
  expect(adviceOnListening({ ...usual, HOST }, 'server', 1)).toEqual([]);
});

it.each(['0.0.0.0', '::', '192.0.2.7', 'parlour.example'])('listening on %s gets advice for each setting', (HOST) => {
  expect(adviceOnListening({ ...usual, HOST }, 'server', 1)).toEqual([
    expect.stringContaining('PUBLIC_ORIGINS'),
    expect.stringContaining('LIMITS=strict'),
    expect.stringContaining('PASSWORD_MIN_LENGTH=8'),
  ]);
});

it('a complete configuration gets no advice', () => {
  const set = { ...usual, PUBLIC_ORIGINS: 'https://parlour.example', LIMITS: 'strict' } as const;
  expect(adviceOnListening(set, 'server', 8)).toEqual([]);
  expect(adviceOnListening(set, 'server')).toEqual([]);
});

it('behind a local proxy others can reach it too', () => {
  const proxied = { ...usual, HOST: '127.0.0.1', PUBLIC_ORIGINS: 'https://parlour.example' };
  expect(adviceOnListening(proxied, 'server', 8)).toEqual([expect.stringContaining('LIMITS=strict')]);
  expect(adviceOnListening({ ...proxied, PUBLIC_ORIGINS: 'http://localhost:3000' }, 'server', 1)).toEqual([]);
});

it('limits chosen in the page replace LIMITS', () => {
  const set = { ...usual, PUBLIC_ORIGINS: 'https://parlour.example' };
  expect(adviceOnListening(set, 'strict', 8)).toEqual([]);
  const advice = [expect.stringMatching(/^Generous limits are chosen in the page/)];
  expect(adviceOnListening({ ...set, LIMITS: 'strict' }, 'generous', 8)).toEqual(advice);
});
