import { expect, test } from '@jest/globals';
import { siteDefaults } from '@parlour/contracts/site';
import { documentOf, manifestOf } from './document.ts';

const html = `<head>
<meta name="application-name" content="Parlour" />
<meta name="description" content="A community site." />
<title>Parlour</title></head>
<body><span class="title" data-site-name="true">Parlour</span><noscript>Parlour needs JavaScript.</noscript></body>`;

test('[BM-3] the document has the name and description of the site, as text', () => {
  const site = { ...siteDefaults, name: 'Knots $& <cake>', description: '"Sail" $& cake', signUp: 'everyone' } as const;
  expect(documentOf(html, site)).toBe(`<head>
<meta name="application-name" content="Knots $&amp; &lt;cake&gt;" />
<meta name="description" content="&quot;Sail&quot; $&amp; cake" />
<title>Knots $&amp; &lt;cake&gt;</title></head>
<body><span class="title" data-site-name="true">Knots $&amp; &lt;cake&gt;</span><noscript>Parlour needs JavaScript.</noscript></body>`);
});

test('a site without a description keeps the page’s', () => {
  const site = { ...siteDefaults, name: 'Parlour', description: '', signUp: 'nobody' } as const;
  expect(documentOf(html, site)).toBe(html);
  const manifest = '{"id":"/","name":"Parlour","short_name":"Parlour","description":"Questions"}';
  expect(JSON.parse(manifestOf(manifest, { ...site, name: 'Knots' }))).toEqual({
    id: '/',
    name: 'Knots',
    short_name: 'Knots',
    description: 'Questions',
  });
});

test('[BM-31] the document has the colour of the site, and the language of what people write', () => {
  const site = { ...siteDefaults, name: 'Parlour', description: '', signUp: 'nobody' } as const;
  const page = '<!doctype html><html lang="en" class="a"><head></head></html>';
  expect(documentOf(page, site)).toBe(page);
  expect(documentOf(page, { ...site, colour: 'blue', language: 'de' })).toBe(
    '<!doctype html><html lang="en" data-accent="blue" data-language="de" class="a"><head></head></html>',
  );
});
