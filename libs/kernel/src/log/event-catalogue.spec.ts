import { describe, expect, it } from '@jest/globals';
import { envelopesOf } from '../testing/envelopes.ts';
import type { EventTypes } from '@parlour/contracts/event-types';
import { readingOf, upcast } from './event-catalogue.ts';

const types: EventTypes = {
  versions: { Moved: 3 },
  upcasters: {
    'Moved@1': (data) => ({ ...data, second: true }),
    'Moved@2': (data) => ({ ...data, third: 'second' in data }),
  },
};
const [event] = envelopesOf('qa', [{ type: 'Moved', data: { first: true } }]);
if (!event) throw new Error('there is an event');

describe('the event catalogue', () => {
  it('upcasts an event step by step and changes nothing else', () => {
    const lifted = upcast(types, event);
    expect(lifted).toEqual({ ...event, schemaVersion: 3, data: { first: true, second: true, third: true } });
    expect(event.data).toEqual({ first: true });
  });

  it('leaves an event of the current version unchanged', () => {
    const today = { ...event, schemaVersion: 3 };
    expect(upcast(types, today)).toBe(today);
  });

  it('recognises unknown types and newer versions', () => {
    expect(readingOf(types, event)).toBe('known');
    expect(readingOf(types, { ...event, schemaVersion: 4 })).toBe('newerVersion');
    expect(readingOf(types, { ...event, type: 'Painted' })).toBe('unknownType');
    expect(upcast(types, { ...event, type: 'Painted' })).toEqual({ ...event, type: 'Painted' });
  });

  it('fails if an upcaster is missing, instead of passing off one version as another', () => {
    expect(() => upcast({ versions: { Moved: 2 }, upcasters: {} }, event)).toThrow('Moved@1');
  });
});
