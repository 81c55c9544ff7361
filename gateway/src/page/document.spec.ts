import { describe, expect, test } from '@jest/globals';
import { siteDefaults } from '@parlour/contracts/site';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
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

describe('[FI-8] pictures of the site', () => {
  const site = { ...siteDefaults, name: 'Knots & cake', description: '', signUp: 'nobody' } as const;
  const [wide, other] = [
    fileIdOf('image/png', { width: 300, height: 100 }),
    fileIdOf('image/webp', { width: 9, height: 9 }),
  ];
  const [logo, logoDark] = [`/file/${wide}`, `/file/${other}`];

  test('the logo follows the name, with its size and the name as its words', () => {
    const document = documentOf(html, { ...site, logo });
    expect(document).toContain(`Knots &amp; cake</span><img src="${logo}" alt="Knots &amp; cake"/><noscript>`);
    expect(document).toContain(`<meta name="logo" content="${logo}">`);
    expect(document).toContain('+img{aspect-ratio:300/100}');
    expect(document).not.toContain('prefers-color-scheme');
  });

  test('the dark one follows it, and alone is not shown', () => {
    const document = documentOf(html, { ...site, logo, logoDark });
    expect(document).toContain(`<meta name="logo" content="${logo} ${logoDark}">`);
    expect(document).toContain(`alt="Knots &amp; cake"/><img src="${logoDark}" alt="Knots &amp; cake"/>`);
    expect(document).toContain('@media (prefers-color-scheme:dark)');
    expect(documentOf(html, { ...site, logoDark })).toBe(documentOf(html, site));
  });

  test('the icon is that of tabs and, unless it is small, of the installed page', () => {
    const links =
      '<link rel="icon" type="image/svg+xml" href="/favicon.svg" /><link rel="apple-touch-icon" href="/a.png" />';
    expect(documentOf(links, { ...site, icon: logo })).toBe(
      `<link rel="icon" href="${logo}"><link rel="apple-touch-icon" href="${logo}">`,
    );
    const icon = `/file/${fileIdOf('image/png', { width: 512, height: 512 })}`;
    const manifest = '{"icons":[{"src":"/favicon.svg"}]}';
    expect(JSON.parse(manifestOf(manifest, { ...site, icon }))).toMatchObject({
      icons: [{ src: icon, sizes: '512x512', type: 'image/png' }],
    });
    expect(JSON.parse(manifestOf(manifest, { ...site, icon: logoDark }))).toMatchObject({
      icons: [{ src: '/favicon.svg' }],
    });
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
