import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
// oxlint-disable-next-line house/project-boundaries -- its name leads to compiled files
import { limits } from '../libs/contracts/src/limits.ts';
// oxlint-disable-next-line house/project-boundaries -- its name, too, leads to compiled files
import { messages } from '../libs/contracts/src/messages.ts';
import react from '@vitejs/plugin-react';
import { build, createServer, defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';
import { compression } from 'vite-plugin-compression2';
import type { ScreenFiles } from './src/app/early.ts';
import type * as staticDocumentModule from './src/app/shell/frame/static-document.tsx';

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

// '@parlour/contracts' is read from its TypeScript source, so the page builds without building the
// libraries first.
const resolve = { conditions: ['@parlour/source', 'module', 'browser', 'development|production'] };

// Short, because names of classes are a good part of the first packets.
const css = {
  modules: {
    generateScopedName: (name: string, file: string) =>
      `_${name}_${hashOf(normalizePath(relative(import.meta.dirname, file))).slice(0, 4)}`,
  },
};

/**
 * Our own small modules that several screens use, but neither what brings a dialog's library along
 * nor the editor, nor what renders Markdown.
 */
function isShared(id: string): boolean {
  const isOurs = /[\\/](?:web[\\/]src|libs)[\\/]/.test(id);
  return (
    isOurs &&
    !/rules.src|game-cache|sign-in|password|use-(?:form|attempts|mounted)|move-focus|parts.\w+.(?:checkbox|switch|popover)\.|community-checks|use-edit|edit-form|dialog|choices|(?:username-search|search-field\.tsx)|not-found|site-links|parts.list.(?:filter-links|followers-only|list-row|question-row)|parts.text.(?:(?:github-|message-)?markdown\.|picture|file)|shared.(?:text.size|files\.api)|form.(?:submit-words|use-upload-gate)|look.icon-paperclip|parts.draft.|parts.editor.(?!completed-among)|markdown-hint|linked-mentions|(?:features|contracts.src).search.|contracts.src.files.|contracts.src.\w+.(?:written|post-checks|mention\w+|bare-addresses|\w+-syntax)\./.test(
      id,
    )
  );
}

/** Modules by their paths, on any system. */
function paths(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|').replaceAll('/', '[\\\\/]'));
}

/** What screens with a list of questions have. */
const ofLists = paths([
  'features/questions/\\w+/(?:question-list|question-orders|density)',
  'parts/list/(?:filter-links|(?:list|question)-row)',
]);

/** What screens with posts have. */
const ofPosts = paths([
  '@mantine/hooks.*/use-window-event',
  'features/questions/\\w+/(?:similar|use-answer-order)',
  'features/answers/answers\\.(?:module|api)',
  'design/parts/(?:post/(?:tombstone|use-deletion)|text/(?:post-text|markdown\\.module))',
]);

/** What at least two screens have of what most visits begin with: lists, questions, communities. */
const ofReading = paths([
  'features/questions/given-tag',
  'features/communities/\\w+/(?:community-link|use-people)',
  'features/tags/tags\\.',
  'design/parts/list/followers-only',
  'design/patterns/rail-layout',
  'app/pages/not-found\\.',
  '@mantine/core.*/Skeleton/',
]);

/** What screens with fields have, whatever else they are. */
const ofFields = paths([
  '@mantine/core.*/(?:Input|InputBase|CloseButton|InlineInput|InputsGroupFieldset|TextInput|Textarea)/',
  '@mantine/hooks.*/use-(?:callback-ref|debounced-callback|uncontrolled)/',
  '@mantine/core/styles/(?:InlineInput|Checkbox)',
  'design/parts/form/(?:use-form|checkbox)',
]);

/**
 * Makes the document draw and ask before the page's script is there: it gets the frame, its styles,
 * and app/early.ts, which knows the files of the first screens.
 */
function earlyDocument(): Plugin {
  let others = { fileName: '', source: '' };
  return {
    name: 'parlour-early-document',
    // Its file is there before the others are compressed.
    enforce: 'post',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const { markup, variables } = await staticDocument(bundle);
        const screens = screensOf(bundle);
        others = otherScreens(screens);
        const script = await scriptOf('src/app/early.ts', {
          screens: JSON.stringify(screens.filter(isFirst)),
          otherScreens: JSON.stringify(`/${others.fileName}`),
          fonts: JSON.stringify(fontsOf(bundle)),
        });
        return html
          .replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (_link, name: string) => {
            const styles = bundle[name];
            if (styles?.type !== 'asset') throw new Error(`${name} is not in the build`);
            delete bundle[name];
            // Or each chunk that imports the entry would load them.
            entryOf(bundle).viteMetadata?.importedCss.delete(name);
            return `<style>${variables}${String(styles.source).trim()}</style>`;
          })
          .replace('<!-- app/early.ts -->', () => `<script>${script}</script>`)
          .replace('<!-- app/shell/frame/static-shell.tsx -->', () => markup);
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', ...others });
    },
  };
}

type Bundle = Rolldown.OutputBundle;

type StaticDocument = typeof staticDocumentModule;

/**
 * Whether the document itself knows the files of a screen. With those of all screens, it would take
 * another round trip: the first one of a connection brings 14 KiB.
 */
function isFirst([route]: ScreenFiles): boolean {
  return ['/', '/signup', '/home', '/question/:id', '/community/:communityID'].includes(route);
}

/** The file that knows the other screens. */
function otherScreens(screens: readonly ScreenFiles[]): { readonly fileName: string; readonly source: string } {
  const source = JSON.stringify(screens.filter((screen) => !isFirst(screen)));
  return { fileName: `assets/screens-${hashOf(source).slice(0, 8)}.json`, source };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** All screens. */
function screensOf(bundle: Bundle): readonly ScreenFiles[] {
  const source = readFileSync(new URL('src/app/router.tsx', import.meta.url), 'utf8');
  const routes = [
    ...source.matchAll(/path: '([^'*]+)',\s+lazy: async \(\) => \(\{\s+?Component: \(await import\('([^']+)'\)/g),
  ];
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const start = filesOf(bundle, entryOf(bundle).fileName);
  return routes
    .toSorted(([, a = ''], [, b = '']) => Number(a.includes(':')) - Number(b.includes(':')))
    .map(([, path = '', module = '']) => {
      const name = normalizePath(fileURLToPath(new URL(module, new URL('src/app/router.tsx', import.meta.url))));
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === name);
      if (!chunk) throw new Error(`${module} is no chunk of its own`);
      const late = path === '/question/:id' ? filesOf(bundle, rendererOf(chunks).fileName) : [];
      const files = [...new Set([...filesOf(bundle, chunk.fileName), ...late])].filter((file) => !start.has(file));
      return [path, files.map((file) => `/${file}`)];
    });
}

/** What shows a post's text: the page of a question asks for it only when it is there itself. */
function rendererOf(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const renderer = chunks.find(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith('/design/parts/text/markdown.tsx')),
  );
  if (!renderer) throw new Error('No chunk has markdown.tsx');
  return renderer;
}

function entryOf(bundle: Bundle): Rolldown.OutputChunk {
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('the build has no entry');
  return entry;
}

/** A chunk with everything that it imports, and their styles. */
function filesOf(bundle: Bundle, name: string, found = new Set<string>()): ReadonlySet<string> {
  const chunk = bundle[name];
  if (found.has(name) || chunk?.type !== 'chunk') return found;
  found.add(name);
  for (const imported of chunk.imports) filesOf(bundle, imported, found);
  for (const styles of chunk.viteMetadata?.importedCss ?? []) found.add(styles);
  return found;
}

/** The frame, rendered with the class names of the build, and the variables of the theme. */
async function staticDocument(bundle: Bundle): Promise<{ readonly markup: string; readonly variables: string }> {
  const vite = await createServer({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    resolve,
    css,
    plugins: [react()],
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    const made = await vite.ssrLoadModule('/src/app/shell/frame/static-document.tsx');
    const { markup, themeVariables } = made as StaticDocument; // by its exports
    const files = Object.values(bundle).map((file) => (file.type === 'chunk' ? file.code : String(file.source)));
    return { markup, variables: themeVariables(files.join('\n')) };
  } finally {
    await vite.close();
  }
}

/**
 * Writes each limit where it is used, and each text where it is said, so that they come with the
 * screen that needs them: a bundler keeps every field of an object, so all limits and texts of page
 * and server would come with the start. What is left are the texts of the page that depend on
 * something.
 */
function constantsInPlace(): Plugin {
  const texts: Readonly<Record<string, unknown>> = messages;
  const numbers: Readonly<Record<string, unknown>> = limits;
  const folders = ['src', '../libs/contracts/src', '../libs/rules/src'];
  const said = new Set(folders.flatMap((folder) => textsSaidIn(join(import.meta.dirname, folder))));
  return {
    name: 'parlour-constants-in-place',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]src[\\/].*\.tsx?$/, code: /messages|limits/ },
      handler(written, id) {
        const code = /import\s*\{[^}]*\blimits\b[^}]*\}\s*from\s*["'][^"']*\/limits(?:\.ts)?["']/.test(written)
          ? written.replaceAll(
              /(?<![./\w]|\w-)limits\.(\w+)/g,
              (_, name: string) => `(${JSON.stringify(numbers[name])})`,
            )
          : written;
        if (!/contracts[\\/]src[\\/]messages\.ts$/.test(id)) {
          const imported = /import\s*\{([^}]*)\}\s*from\s*["'][^"']*\/messages(?:\.ts)?["']/.exec(code)?.[1];
          if (imported === undefined) return code === written ? undefined : { code, map: null };
          if (imported.trim() !== 'messages') throw new Error(`${id} has another name for messages`);
          const inPlace = code.replaceAll(/\bmessages\.(\w+)/g, (whole, name: string) =>
            typeof texts[name] === 'string' ? JSON.stringify(texts[name]) : whole,
          );
          return { code: inPlace, map: null };
        }
        const all = this.parse(code)
          .body.flatMap((each) => (each.type === 'ExportNamedDeclaration' ? [each.declaration] : []))
          .flatMap((each) => (each?.type === 'VariableDeclaration' ? each.declarations : []))
          .find((each) => each.id.type === 'Identifier' && each.id.name === 'messages')?.init;
        if (all?.type !== 'ObjectExpression') throw new Error('messages.ts exports no object of texts');
        const kept = all.properties.filter(
          (each) =>
            each.type === 'Property' &&
            each.key.type === 'Identifier' &&
            said.has(each.key.name) &&
            typeof texts[each.key.name] !== 'string',
        );
        const fields = kept.map(({ start, end }) => code.slice(start, end)).join(',');
        return { code: `${code.slice(0, all.start)}{${fields}}${code.slice(all.end)}`, map: null };
      },
    },
  };
}

/** The names of the texts that a folder's modules say: always written as `messages.name`. */
function textsSaidIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.spec)\.tsx?$/.test(path))
    .flatMap((path) => {
      const code = readFileSync(join(folder, path), 'utf8');
      return [...code.matchAll(/\bmessages\.(\w+)/g)].map(([, name = '']) => name);
    });
}

/** Adds the worker that keeps the page's files. It knows their names, so it is built after them. */
function pageWorker(): Plugin {
  return {
    name: 'parlour-page-worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const paths = files.map((name) => `/${name}`);
      this.emitFile({
        type: 'asset',
        fileName: 'worker.js',
        source: await scriptOf('src/worker/worker.ts', {
          files: JSON.stringify(paths),
          fonts: JSON.stringify(fontsOf(bundle)),
        }),
      });
    },
  };
}

/** Those that nearly every text needs. */
function fontsOf(bundle: Bundle): readonly string[] {
  const names = Object.keys(bundle).filter((name) => /-latin-wght-normal-[\w-]+\.woff2$/.test(name));
  if (names.length !== 2) throw new Error('the build has not two fonts for Latin');
  return names.map((name) => `/${name}`);
}

/** A script of its own, with what the build knows. */
async function scriptOf(input: string, define: Readonly<Record<string, string>>): Promise<string> {
  const output = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    resolve,
    define: { ...define, 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2022',
      write: false,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  const { output: files } = output as Rolldown.RolldownOutput; // of one format, without watching
  return files[0].code.trim();
}

/**
 * Makes Chromium compile all of a chunk while it loads, beside the main thread. Otherwise the main
 * thread compiles each function when it is first called, and nearly all of the start is called: at
 * a quarter of the CPU's speed, home takes it 1.7 instead of 2.1 s in all. Source:
 * https://v8.dev/blog/explicit-compile-hints.
 */
const compiledAtOnce = '//# allFunctionsCalledOnLoad';

export default defineConfig({
  plugins: [
    react(),
    constantsInPlace(),
    earlyDocument(),
    pageWorker(),
    // Compressed once at build time, so that the gateway serves files as they are.
    compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 512, exclude: [/\.(br|gz|png|woff2)$/] }),
  ],
  resolve,
  css,
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        postBanner: ({ name, isEntry }) => (isEntry || name === 'libraries' ? compiledAtOnce : ''),
        // A screen is few files: each takes a turn of its own on a slow network.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules.*js$/, tags: ['$initial'], priority: 1 },
            { name: 'start', tags: ['$initial'] },
            {
              name: 'checks',
              // Before what many screens share, which would take them along.
              test: /(?:contracts.src.text.(?:checks|links)|drafts.form-draft|hooks.use-(?:attempts|mounted)|page.move-focus)\.ts$/,
            },
            { name: 'shared', test: isShared, minShareCount: 4 },
            { name: 'reading', test: ofReading, minShareCount: 2 },
            { name: 'posts', test: ofPosts, minShareCount: 2 },
            { name: 'lists', test: ofLists, minShareCount: 2 },
            { name: 'fields', test: ofFields },
            // With the parser, which forms need, too: in two files it would be larger.
            {
              name: 'markdown',
              test: /parts.text.(?:markdown\.tsx|linked-mentions)|contracts.src.markdown.markdown-syntax/,
            },
            {
              name: 'sign-in',
              test: /features.session.(?:sign-in|patience)|parts.form.(?:new-password|password-strength)/,
            },
            {
              name: 'community',
              test: /community-(?:frame|head|notices|page\.module)|polls\.module|parts.form.switch|@mantine.core.*Switch/,
            },
            {
              name: 'uploads',
              test: /parts.form.(?:submit-words|use-upload-gate)|parts.editor.(?:use-file-intake|files-of)/,
            },
            { name: 'people-search', test: /parts.\w+.(?:search-field|username-search)/ },
            { name: 'polls', test: /features.polls.(?:poll-cache|polls\.api)/ },
            // What live events change, of all screens.
            { name: 'live', test: /features.*(?:-cache|game-socket|chat-presence|people\.api)\.ts$/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // In full: the short form changes the Host header, and the gateway accepts only its own
      // origin.
      '/api': { target: server, changeOrigin: false },
      '/auth': { target: server, changeOrigin: false },
      '/docs': { target: server, changeOrigin: false },
      '/file': { target: server, changeOrigin: false },
      '/health': { target: server, changeOrigin: false },
      '/socket.io': { target: server, changeOrigin: false, ws: true },
    },
  },
});
