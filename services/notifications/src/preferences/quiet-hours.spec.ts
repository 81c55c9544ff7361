import { describe, expect, test } from '@jest/globals';
import { areHours, notBefore } from './quiet-hours.ts';

const berlin = { from: '22:00', to: '07:00', zone: 'Europe/Berlin' };
const noon = { from: '12:00', to: '13:30', zone: 'Asia/Kolkata' };

describe('[NO-1] quiet hours', () => {
  test.each([
    [berlin, '2026-11-30T20:59:59.000Z', null],
    [berlin, '2026-11-30T21:00:00.000Z', '2026-12-01T06:00:00.000Z'],
    [berlin, '2026-12-01T05:59:59.999Z', '2026-12-01T06:00:00.000Z'],
    [berlin, '2026-12-01T06:00:00.000Z', null],
    [noon, '2026-11-30T06:45:10.000Z', '2026-11-30T08:00:00.000Z'],
    [noon, '2026-11-30T08:00:00.000Z', null],
    // Clocks go back in the night of 25 October, and on in that of 28 March.
    [berlin, '2026-10-24T20:30:00.000Z', '2026-10-25T06:00:00.000Z'],
    [berlin, '2027-03-27T21:30:00.000Z', '2027-03-28T05:00:00.000Z'],
  ])('%j at %s: not before %s', (quiet, now, time) => {
    expect(notBefore({ quiet, until: null }, new Date(now))).toBe(time);
  });

  test('begin where “do not disturb” ends in them; what is over disturbs nobody', () => {
    const now = new Date('2026-11-30T12:00:00.000Z');
    const at = (until: string, quiet: typeof berlin | null = null) => notBefore({ quiet, until }, now);
    expect(at('2026-11-30T13:00:00.000Z')).toBe('2026-11-30T13:00:00.000Z');
    expect(at('2026-11-30T22:00:00.000Z', berlin)).toBe('2026-12-01T06:00:00.000Z');
    expect(at('2026-11-30T11:00:00.000Z', berlin)).toBeNull();
  });

  test.each([
    [berlin, true],
    [{ ...berlin, zone: 'UTC' }, true],
    [{ ...berlin, to: '22:00' }, false],
    [{ ...berlin, from: '24:00' }, false],
    [{ ...berlin, to: '7:00' }, false],
    [{ ...berlin, zone: 'Europe/Nowhere' }, false],
    [{ ...berlin, zone: '+02:00' }, false],
    [{ ...berlin, zone: '' }, false],
  ])('%j are hours: %s', (hours, are) => {
    expect(areHours(hours)).toBe(are);
  });
});
