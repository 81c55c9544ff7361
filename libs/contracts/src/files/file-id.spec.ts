import { expect, test } from '@jest/globals';
import { filesIn, idInAddress, pictureIn, signsOf } from './file-id.ts';
import { idForm } from '../fields.ts';
import { fileIdOf as idOf } from '../testing/file-ids.ts';

test('the id of an image says its pixels', () => {
  const id = idOf('image/png', { width: 4_032, height: 65_535, size: 7 });
  expect(id).toMatch(idForm);
  expect(signsOf(id)).toMatchObject({ kind: { label: 'PNG' }, width: 4_032, height: 65_535, size: 0 });
});

test('the id of another file says its bytes', () => {
  const id = idOf('application/pdf', { size: 4_294_967_295 });
  expect(signsOf(id)).toMatchObject({ kind: { label: 'PDF' }, width: 0, height: 0, size: 4_294_967_295 });
});

test('ids begin with their time, as others do', () => {
  expect(idOf('image/png', {}).slice(0, 13)).toBe(
    (1_795_800_000_000)
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-'),
  );
});

test.each(['', 'x', '01940000-0000-7000-8000-000000000031', '01940000-0000-8fff-8000-000000000031'])(
  'no file has the id %j',
  (id) => expect(signsOf(id)).toBeUndefined(),
);

test('a text names files by their addresses, each once', () => {
  const [picture, other] = [idOf('image/png', { width: 1, height: 1 }), idOf('text/plain', { size: 9 })];
  const text = `![a](/file/${picture}) ![b](/file/${picture.toUpperCase()}) [c](/file/${other}) /file/${'0'.repeat(36)}`;
  expect(filesIn(text)).toEqual([picture, other]);
  expect(filesIn('no file')).toEqual([]);
  expect(idInAddress(`/file/${picture}`)).toBe(picture);
  expect(idInAddress(`https://other.example/file/${picture}`)).toBeUndefined();
});

test('an address leads to a picture if its file is one', () => {
  const [picture, other] = [idOf('image/png', { width: 1, height: 1 }), idOf('text/plain', { size: 9 })];
  expect([`/file/${picture}`, `/file/${other}`, '/user/ann'].map(pictureIn)).toEqual([picture, undefined, undefined]);
});
