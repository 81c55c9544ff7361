import '../src/design/styles.ts';
import '../src/design/other-letters.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { cssVariables, theme } from '../src/design/theme.ts';
import { userKnown } from '../src/shared/state/session.slice.ts';
import { createStore } from '../src/shared/state/store.ts';
import classes from './gallery.module.css';
import { opened } from './opened.tsx';
import { groups } from './parts.tsx';
import { ann, replyWithSamples } from './replies.ts';

function Gallery() {
  const wanted = new URLSearchParams(location.search).get('group');
  return Object.entries({ ...groups, ...opened })
    .filter(([name]) => (wanted === null ? name in groups : wanted === name))
    .map(([name, show]) => (
      <section key={name} className={classes.group} data-group={name}>
        <h2 className={classes.name}>{name}</h2>
        {show()}
      </section>
    ));
}

const router = createMemoryRouter([{ path: '*', element: <Gallery /> }]);
// As in the page after its first screen. Charts are drawn with the fonts that are there.
document.documentElement.dataset['fonts'] = '';
const fonts = ['Figtree Variable', 'Fraunces Variable', 'JetBrains Mono'];
await Promise.all(fonts.map((font) => document.fonts.load(`16px '${font}'`)));
replyWithSamples();
const store = createStore();
store.dispatch(userKnown(ann));

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          deduplicateCssVariables={false}
        >
          <RouterProvider router={router} />
        </MantineProvider>
      </Provider>
    </StrictMode>,
  );
}
