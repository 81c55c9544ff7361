import { renderToStaticMarkup } from 'react-dom/server';
import { StaticShell } from './static-shell.tsx';

/** For the build, which puts it into the document. */
export const markup = renderToStaticMarkup(<StaticShell />);

export { themeVariables } from '../../../design/theme-variables.ts';
