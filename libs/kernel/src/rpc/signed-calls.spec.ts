import { describe, expect, it } from '@jest/globals';
import type { Call } from './calls.ts';
import { CallSigner, NotSigned } from './signed-calls.ts';
import { parseServiceAddresses } from './tcp-transport.ts';

const [ours, older, theirs] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const call: Call<'qa.getQuestionById'> = {
  request: { id: 'x' },
  context: { requestId: 'r', actor: { id: 'a', name: 'Ann' }, sessionId: 's', minPositions: {}, idempotency: null },
};
const at = 1_000_000;
const signer = new CallSigner([ours], () => at);
const signed = signer.sign('qa.getQuestionById', call);

describe('a signed call', () => {
  it('is opened as it was signed', () => {
    expect(signer.open('qa.getQuestionById', signed)).toEqual(call);
  });

  it('is good by any of the keys, so that one can be changed for another', () => {
    const changed = new CallSigner([older, ours], () => at);
    expect(changed.open('qa.getQuestionById', signed)).toEqual(call);
    const news = changed.sign('qa.getQuestionById', call);
    expect(() => signer.open('qa.getQuestionById', news)).toThrow(NotSigned);
    expect(new CallSigner([ours, older], () => at).open('qa.getQuestionById', news)).toEqual(call);
  });

  it.each([
    ['none', undefined],
    ['an unsigned one', call],
    ['one with another actor', { ...signed, body: signed.body.replace('Ann', 'Bob') }],
    ['one of a stranger', new CallSigner([theirs], () => at).sign('qa.getQuestionById', call)],
    ['one with half a signature', { ...signed, signature: signed.signature.slice(0, 20) }],
    ['one of another type', { body: 1, signature: {} }],
    ['one of a minute ago', new CallSigner([ours], () => at - 60_001).sign('qa.getQuestionById', call)],
    ['one of the future', new CallSigner([ours], () => at + 60_001).sign('qa.getQuestionById', call)],
    ['one of another name', signer.sign('qa.getTag', { ...call, request: { name: 'x' } })],
  ])('is refused: %s', (_, given) => {
    expect(() => signer.open('qa.getQuestionById', given)).toThrow(NotSigned);
  });

  it('needs a key that nobody guesses', () => {
    expect(() => new CallSigner([])).toThrow('32 bytes');
    expect(() => new CallSigner([Buffer.from('short')])).toThrow('32 bytes');
  });
});

describe('addresses of services', () => {
  it('are read, several of one service too', () => {
    expect(parseServiceAddresses('qa=10.0.0.1:4000, qa=[::1]:4001,games=games.svc:80')).toEqual([
      { source: 'qa', host: '10.0.0.1', port: 4_000 },
      { source: 'qa', host: '::1', port: 4_001 },
      { source: 'games', host: 'games.svc', port: 80 },
    ]);
  });

  it.each(['qa', 'qa=', 'qa=host', 'qa=host:70000', 'nobody=host:80', 'qa:host:80'])('are refused: %s', (text) => {
    expect(parseServiceAddresses(text)).toBeUndefined();
  });
});
