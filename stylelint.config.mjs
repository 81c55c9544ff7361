// The page's scales and colours stand in web/src/design/tokens.css; other files use them by name.
const value = '(?:[a-z-]+\\((?:[^()]|\\([^()]*\\))*\\)|inherit|none|transparent|currentcolor|auto|0|50%|[\\d.]+em)';
const named = new RegExp(`^${value}(?:\\s+${value})*$`, 'i');

const weights = { 'font-weight': ['400', '500', '600', '700', 'inherit'] };

/** Four values, of which the second and the fourth are physical sides. */
const fourSides = /^(?:(?:calc\((?:[^()]|\([^()]*\))*\)|var\([^()]*\)|[^\s()]+)(?:\s+|$)){4}$/;

export default {
  rules: {
    'declaration-property-unit-disallowed-list': { '/^(padding|margin|gap|row-gap|column-gap)/': ['px', 'rem'] },
    'declaration-property-value-allowed-list': {
      ...weights,
      '/^(font-size|font-family|z-index|box-shadow|border(-.*)?-radius|.*color|fill|stroke)$/': [named],
    },
    // Pages may run from right to left.
    'property-disallowed-list': ['/^(margin|padding|border)-(left|right)/'],
    'declaration-property-value-disallowed-list': { '/^(margin|padding)$/': [fourSides] },
    'color-no-hex': true,
    'function-disallowed-list': ['rgb', 'rgba', 'hsl', 'hsla', 'light-dark'],
    'media-feature-name-value-allowed-list': {
      'max-width': ['640px', '900px', '1200px'],
      'min-width': ['641px', '901px', '1201px'],
    },
    // Mantine's components are set by the theme, or by a part's own classes.
    'selector-disallowed-list': [/\.mantine-/],
  },
  overrides: [
    {
      // Boards are not mirrored.
      files: ['web/src/features/games/{boards,views}/*.css'],
      rules: { 'property-disallowed-list': null, 'declaration-property-value-disallowed-list': null },
    },
    {
      files: ['web/src/design/tokens.css', 'web/src/design/{fonts,other-letters}.css'],
      rules: {
        'color-no-hex': null,
        'function-disallowed-list': null,
        'declaration-property-value-allowed-list': weights,
      },
    },
  ],
};
