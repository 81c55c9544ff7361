import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { checkTitle } from '@parlour/contracts/checks';
import { DomainError } from '@parlour/contracts/errors';
@Injectable() class A { value = 1; }
class P { declared!: string; constructor() { Object.assign(this, { x: 1 }); } }
@Injectable() class B { constructor(readonly a: A) {} }
@Module({ providers: [A, B] }) class M {}
it('injects', async () => {
  const m = await Test.createTestingModule({ imports: [M] }).compile();
  expect(m.get(B).a.value).toBe(1);
  expect(Object.keys(new P())).toEqual(['x']);
  expect(checkTitle('')?.code).toBe('title.empty');
  expect(new DomainError('title.empty', 'x')).toBeInstanceOf(Error);
});
