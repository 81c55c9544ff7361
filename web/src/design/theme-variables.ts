import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { cssVariables, theme } from './theme.ts';

/** Sizes are named by components' properties, so their names stand nowhere in full. */
const scales = /^--mantine-(?:spacing|radius|shadow|font-size|line-height)-/;

/**
 * The variables of Mantine's components, as MantineProvider would write them. The build puts them
 * into the document: computing them took a slow phone a twentieth of a second, before it could draw
 * anything of a screen.
 * @param files everything that the page may load: what none of it names is left out
 */
export function themeVariables(files: string): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const mantine = defaultCssVariablesResolver(whole);
  const ours = cssVariables(whole);
  const light: Record<string, string> = { '--mantine-color-scheme': 'light', ...mantine.light, ...ours.light };
  const dark: Record<string, string> = { '--mantine-color-scheme': 'dark', ...mantine.dark, ...ours.dark };
  const isSame = (name: string): boolean => light[name] === dark[name];
  const write = (named: ReadonlySet<string>): string => {
    const rule = (selector: string, isOf: (name: string) => boolean, variables: Readonly<Record<string, string>>) => {
      const kept = Object.entries(variables).filter(([name]) => isOf(name) && (named.has(name) || scales.test(name)));
      return `${selector}{${kept.map(([name, value]) => `${name}:${value}`).join(';')}}`;
    };
    return [
      rule(':root', isSame, { ...mantine.variables, ...ours.variables, ...light }),
      rule(':root[data-mantine-color-scheme=light]', (name) => !isSame(name), light),
      rule(':root[data-mantine-color-scheme=dark]', (name) => !isSame(name), dark),
    ].join('');
  };
  const namesIn = (text: string): ReadonlySet<string> => new Set(text.match(/--mantine-[\w-]+/g));
  // A variable may stand for another.
  let css = write(namesIn(files));
  for (let before = ''; before !== css; css = write(namesIn(files + css))) before = css;
  return css;
}
