import { outline } from '../look/icons.tsx';

// Of Tabler Icons, as they are; apart from the others, which are part of the start.

export const IconBlockquote = /* @__PURE__ */ outline(
  'M6 15h15M21 19h-15M15 11h6M21 7h-6M9 9h1a1 1 0 1 1-1 1v-2.5a2 2 0 0 1 2-2M3 9h1a1 1 0 1 1-1 1v-2.5a2 2 0 0 1 2-2',
);
export const IconBold = /* @__PURE__ */ outline('M7 5h6a3.5 3.5 0 0 1 0 7h-6zM13 12h1a3.5 3.5 0 0 1 0 7h-7v-7');
export const IconCode = /* @__PURE__ */ outline('M7 8l-4 4l4 4M17 8l4 4l-4 4M14 4l-4 16');
export const IconHeading = /* @__PURE__ */ outline('M7 12h10M7 5v14M17 5v14M15 19h4M15 5h4M5 19h4M5 5h4');
export const IconItalic = /* @__PURE__ */ outline('M11 5l6 0M7 19l6 0M14 5l-4 14');
export const IconList = /* @__PURE__ */ outline('M9 6l11 0M9 12l11 0M9 18l11 0M5 6l0 .01M5 12l0 .01M5 18l0 .01');
export const IconListNumbers = /* @__PURE__ */ outline(
  'M11 6h9M11 12h9M12 18h8M4 16a2 2 0 1 1 4 0c0 .591-.5 1-1 1.5l-3 2.5h4M6 10v-6l-2 2',
);
