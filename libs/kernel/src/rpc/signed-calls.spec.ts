import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Call } from './calls.ts';
import { CallSigner, NotSigned, type SignedCall } from './signed-calls.ts';
import { parseServiceAddresses } from './tcp-transport.ts';

const [ours, older, theirs] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const call: Call<'qa.getQuestionById'> = {
  request: { id: 'x' },
  context: { requestId: 'r', actor: { id: 'a', name: 'Ann' }, sessionId: 's', minPositions: {}, idempotency: null },
};
const at = 1_000_000;
let now = at;
let signer: CallSigner;
let signed: SignedCall;

beforeEach(() => {
  now = at;
  signer = new CallSigner([ours], () => now);
  signed = signer.sign('qa.getQuestionById', call);
});

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

  it.each<[string, () => unknown]>([
    ['none', () => undefined],
    ['an unsigned one', () => call],
    ['one with another actor', () => ({ ...signed, body: signed.body.replace('Ann', 'Bob') })],
    ['one of a stranger', () => new CallSigner([theirs], () => at).sign('qa.getQuestionById', call)],
    ['one with half a signature', () => ({ ...signed, signature: signed.signature.slice(0, 20) })],
    ['one of another type', () => ({ body: 1, signature: {} })],
    ['one of a minute ago', () => new CallSigner([ours], () => at - 60_001).sign('qa.getQuestionById', call)],
    ['one of the future', () => new CallSigner([ours], () => at + 60_001).sign('qa.getQuestionById', call)],
    ['one of another name', () => signer.sign('qa.getTag', { ...call, request: { name: 'x' } })],
  ])('is refused: %s', (_, given) => {
    expect(() => signer.open('qa.getQuestionById', given())).toThrow(NotSigned);
  });

  it('is good once, though the same call may be signed again', () => {
    const again = signer.sign('qa.getQuestionById', call);
    expect(signer.open('qa.getQuestionById', signed)).toEqual(call);
    expect(() => signer.open('qa.getQuestionById', signed)).toThrow('came again');
    expect(signer.open('qa.getQuestionById', again)).toEqual(call);
    expect(() => signer.open('qa.getQuestionById', { ...again })).toThrow('came again');
  });

  it('is never good again, and is not remembered for ever', () => {
    const early = new CallSigner([ours], () => at + 59_000).sign('qa.getQuestionById', call);
    for (const each of [early, signed]) signer.open('qa.getQuestionById', each);
    for (now of [at + 60_000, at + 60_001, at + 119_000, at + 119_001]) {
      for (const each of [early, signed]) expect(() => signer.open('qa.getQuestionById', each)).toThrow(NotSigned);
    }
    signer.open('qa.getQuestionById', signer.sign('qa.getQuestionById', call));
    expect(signer['opened'].size).toBe(1);
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
