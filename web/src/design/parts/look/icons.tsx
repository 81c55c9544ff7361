import type { ComponentType, SVGAttributes } from 'react';

// The icons in use, of Tabler Icons 3.51.0 (https://tabler.io/icons), each as one path. The package
// itself has 18,000 files.
//
// MIT License. Copyright (c) 2020-2026 Paweł Kuna
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
// associated documentation files (the "Software"), to deal in the Software without restriction,
// including without limitation the rights to use, copy, modify, merge, publish, distribute,
// sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
// furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all copies or
// substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
// NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
// NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
// DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

export interface IconProps extends Omit<SVGAttributes<SVGSVGElement>, 'stroke'> {
  readonly size?: number;
  /** The width of its lines, on a grid of 24. */
  readonly stroke?: number;
}

export type Icon = ComponentType<IconProps>;

function icon(path: string, look: (stroke: number) => SVGAttributes<SVGSVGElement>): Icon {
  return ({ size = 24, stroke = 2, ...rest }) => (
    <svg viewBox="0 0 24 24" width={size} height={size} {...look(stroke)} {...rest}>
      <path d={path} />
    </svg>
  );
}

/** An icon of lines, from one path. */
export function outline(path: string): Icon {
  return icon(path, (strokeWidth) => ({
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  }));
}

/** Points along the lines of the page: mirrored where they run from right to left. */
function directed(path: string): Icon {
  const Picture = outline(path);
  return (props) => <Picture data-directed {...props} />;
}

function filled(path: string): Icon {
  return icon(path, () => ({ fill: 'currentColor' }));
}

export const IconAlertTriangle = /* @__PURE__ */ outline(
  'M12 9v4M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636-2.87l-8.106-13.536a1.914 1.914 0 0 0-3.274 0M12 16h.01',
);
export const IconArrowDown = /* @__PURE__ */ outline('M12 5l0 14M18 13l-6 6M6 13l6 6');
export const IconArrowLeft = /* @__PURE__ */ directed('M5 12l14 0M5 12l6 6M5 12l6-6');
export const IconArrowRight = /* @__PURE__ */ directed('M5 12l14 0M13 18l6-6M13 6l6 6');
export const IconArrowUp = /* @__PURE__ */ outline('M12 5l0 14M18 11l-6-6M6 11l6-6');
export const IconAt = /* @__PURE__ */ outline(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M16 12v1.5a2.5 2.5 0 0 0 5 0v-1.5a9 9 0 1 0-5.5 8.28',
);
export const IconBan = /* @__PURE__ */ outline('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M5.7 5.7l12.6 12.6');
export const IconBaselineDensitySmall = /* @__PURE__ */ outline('M4 3h16M4 9h16M4 15h16M4 21h16');
export const IconBell = /* @__PURE__ */ outline(
  'M10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2-3v-3a7 7 0 0 1 4-6M9 17v1a3 3 0 0 0 6 0v-1',
);
export const IconBellOff = /* @__PURE__ */ outline(
  'M9.346 5.353c.21-.129 .428-.246 .654-.353a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3m-1 3h-13a4 4 0 0 0 2-3v-3a6.996 6.996 0 0 1 1.273-3.707M9 17v1a3 3 0 0 0 6 0v-1M3 3l18 18',
);
export const IconBrandGoogle = /* @__PURE__ */ outline(
  'M20.945 11a9 9 0 1 1-3.284-5.997l-2.655 2.392a5.5 5.5 0 1 0 2.119 6.605h-4.125v-3h7.945',
);
export const IconCaretDownFilled = /* @__PURE__ */ filled(
  'M18 9c.852 0 1.297 .986 .783 1.623l-.076 .084l-6 6a1 1 0 0 1-1.32 .083l-.094-.083l-6-6l-.083-.094l-.054-.077l-.054-.096l-.017-.036l-.027-.067l-.032-.108l-.01-.053l-.01-.06l-.004-.057v-.118l.005-.058l.009-.06l.01-.052l.032-.108l.027-.067l.07-.132l.065-.09l.073-.081l.094-.083l.077-.054l.096-.054l.036-.017l.067-.027l.108-.032l.053-.01l.06-.01l.057-.004l12.059-.002z',
);
export const IconCaretUpFilled = /* @__PURE__ */ filled(
  'M11.293 7.293a1 1 0 0 1 1.32-.083l.094 .083l6 6l.083 .094l.054 .077l.054 .096l.017 .036l.027 .067l.032 .108l.01 .053l.01 .06l.004 .057l.002 .059l-.002 .059l-.005 .058l-.009 .06l-.01 .052l-.032 .108l-.027 .067l-.07 .132l-.065 .09l-.073 .081l-.094 .083l-.077 .054l-.096 .054l-.036 .017l-.067 .027l-.108 .032l-.053 .01l-.06 .01l-.057 .004l-.059 .002h-12c-.852 0-1.297-.986-.783-1.623l.076-.084l6-6z',
);
export const IconChartBar = /* @__PURE__ */ outline(
  'M3 13a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1l0-6M15 9a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1l0-10M9 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1l0-14M4 20h14',
);
export const IconCheck = /* @__PURE__ */ outline('M5 12l5 5l10-10');
export const IconChevronDown = /* @__PURE__ */ outline('M6 9l6 6l6-6');
export const IconChevronLeft = /* @__PURE__ */ directed('M15 6l-6 6l6 6');
export const IconChevronRight = /* @__PURE__ */ directed('M9 6l6 6l-6 6');
export const IconCopy = /* @__PURE__ */ outline(
  'M7 9.667a2.667 2.667 0 0 1 2.667-2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1-2.667 2.667h-8.666a2.667 2.667 0 0 1-2.667-2.667l0-8.666M4.012 16.737a2.005 2.005 0 0 1-1.012-1.737v-10c0-1.1 .9-2 2-2h10c.75 0 1.158 .385 1.5 1',
);
export const IconDeviceGamepad2 = /* @__PURE__ */ outline(
  'M12 5h3.5a5 5 0 0 1 0 10h-5.5l-4.015 4.227a2.3 2.3 0 0 1-3.923-2.035l1.634-8.173a5 5 0 0 1 4.904-4.019h3.4M14 15l4.07 4.284a2.3 2.3 0 0 0 3.925-2.023l-1.6-8.232M8 9v2M7 10h2M14 10h2',
);
export const IconDeviceLaptop = /* @__PURE__ */ outline(
  'M3 19l18 0M5 7a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-12a1 1 0 0 1-1-1l0-8',
);
export const IconDeviceMobile = /* @__PURE__ */ outline(
  'M6 5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-14M11 4h2M12 17v.01',
);
export const IconDoorExit = /* @__PURE__ */ directed(
  'M13 12v.01M3 21h18M5 21v-16a2 2 0 0 1 2-2h7.5m2.5 10.5v7.5M14 7h7m-3-3l3 3l-3 3',
);
export const IconDoorOff = /* @__PURE__ */ outline(
  'M3 21h18M6 21v-15M7.18 3.175c.25-.112 .528-.175 .82-.175h8a2 2 0 0 1 2 2v9M18 18v3M3 3l18 18',
);
export const IconDots = /* @__PURE__ */ outline(
  'M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
);
export const IconEye = /* @__PURE__ */ outline(
  'M10 12a2 2 0 1 0 4 0a2 2 0 0 0-4 0M21 12c-2.4 4-5.4 6-9 6c-3.6 0-6.6-2-9-6c2.4-4 5.4-6 9-6c3.6 0 6.6 2 9 6',
);
export const IconHandTwoFingers = /* @__PURE__ */ outline(
  'M8 13v-8.5a1.5 1.5 0 0 1 3 0v7.5M17 11.5a1.5 1.5 0 0 1 3 0v4.5a6 6 0 0 1-6 6h-2h.208a6 6 0 0 1-5.012-2.7a69.74 69.74 0 0 1-.196-.3c-.312-.479-1.407-2.388-3.286-5.728a1.5 1.5 0 0 1 .536-2.022a1.867 1.867 0 0 1 2.28 .28l1.47 1.47M14 10.5a1.5 1.5 0 0 1 3 0v1.5M11 5.5v-2a1.5 1.5 0 1 1 3 0v8.5',
);
export const IconHourglass = /* @__PURE__ */ outline(
  'M6.5 7h11M6.5 17h11M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1-1 1h-10a1 1 0 0 1-1-1M6 4v2a6 6 0 1 0 12 0v-2a1 1 0 0 0-1-1h-10a1 1 0 0 0-1 1',
);
export const IconKeyboard = /* @__PURE__ */ outline(
  'M2 8a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-16a2 2 0 0 1-2-2zM6 10l0 .01M10 10l0 .01M14 10l0 .01M18 10l0 .01M6 14l0 .01M18 14l0 .01M10 14l4 .01',
);
export const IconLink = /* @__PURE__ */ outline(
  'M9 15l6-6M11 6l.463-.536a5 5 0 0 1 7.071 7.072l-.534 .464M13 18l-.397 .534a5.068 5.068 0 0 1-7.127 0a4.972 4.972 0 0 1 0-7.071l.524-.463',
);
export const IconLock = /* @__PURE__ */ outline(
  'M5 13a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-6M11 16a1 1 0 1 0 2 0a1 1 0 0 0-2 0M8 11v-4a4 4 0 1 1 8 0v4',
);
export const IconLogout = /* @__PURE__ */ directed(
  'M14 8v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-2M9 12h12l-3-3M18 15l3-3',
);
export const IconMatchstick = /* @__PURE__ */ outline(
  'M3 21l14-9M16 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M17 3l3.62 7.29a4.007 4.007 0 0 1-.764 4.51a4 4 0 0 1-6.493-4.464l3.637-7.336',
);
export const IconMedal = /* @__PURE__ */ outline(
  'M12 4v3m-4-3v6m8-6v6M12 18.5l-3 1.5l.5-3.5l-2-2l3-.5l1.5-3l1.5 3l3 .5l-2 2l.5 3.5l-3-1.5',
);
export const IconMenu2 = /* @__PURE__ */ outline('M4 6l16 0M4 12l16 0M4 18l16 0');
export const IconMessage2 = /* @__PURE__ */ outline(
  'M8 9h8M8 13h6M9 18h-3a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-3l-3 3l-3-3',
);
export const IconMessageCircle = /* @__PURE__ */ outline(
  'M3 20l1.3-3.9c-2.324-3.437-1.426-7.872 2.1-10.374c3.526-2.501 8.59-2.296 11.845 .48c3.255 2.777 3.695 7.266 1.029 10.501c-2.666 3.235-7.615 4.215-11.574 2.293l-4.7 1',
);
export const IconMessageCircleQuestion = /* @__PURE__ */ outline(
  'M15.02 19.52c-2.341 .736-5 .606-7.32-.52l-4.7 1l1.3-3.9c-2.324-3.437-1.426-7.872 2.1-10.374c3.526-2.501 8.59-2.296 11.845 .48c1.649 1.407 2.575 3.253 2.742 5.152M19 22v.01M19 19a2.003 2.003 0 0 0 .914-3.782a1.98 1.98 0 0 0-2.414 .483',
);
export const IconMessageReply = /* @__PURE__ */ directed(
  'M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-5l-5 3v-3h-2a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3h12M11 8l-3 3l3 3M16 11h-8',
);
export const IconMessages = /* @__PURE__ */ outline(
  'M21 14l-3-3h-7a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v10M14 15v2a1 1 0 0 1-1 1h-7l-3 3v-10a1 1 0 0 1 1-1h2',
);
export const IconPencil = /* @__PURE__ */ outline('M4 20h4l10.5-10.5a2.828 2.828 0 1 0-4-4l-10.5 10.5v4M13.5 6.5l4 4');
export const IconPencilPlus = /* @__PURE__ */ outline(
  'M4 20h4l10.5-10.5a2.828 2.828 0 1 0-4-4l-10.5 10.5v4M13.5 6.5l4 4M16 19h6M19 16v6',
);
export const IconPlayerSkipBack = /* @__PURE__ */ directed('M20 5v14l-12-7l12-7M4 5l0 14');
export const IconPlayerSkipForward = /* @__PURE__ */ directed('M4 5v14l12-7l-12-7M20 5l0 14');
export const IconPlus = /* @__PURE__ */ outline('M12 5l0 14M5 12l14 0');
export const IconRefresh = /* @__PURE__ */ outline(
  'M20 11a8.1 8.1 0 0 0-15.5-2m-.5-4v4h4M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4',
);
export const IconRepeat = /* @__PURE__ */ outline(
  'M4 12v-3a3 3 0 0 1 3-3h13m-3-3l3 3l-3 3M20 12v3a3 3 0 0 1-3 3h-13m3 3l-3-3l3-3',
);
export const IconRobot = /* @__PURE__ */ outline(
  'M6 6a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2l0-4M12 2v2M9 12v9M15 12v9M5 16l4-2M15 14l4 2M9 18h6M10 8v.01M14 8v.01',
);
export const IconSearch = /* @__PURE__ */ outline('M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M21 21l-6-6');
export const IconSend = /* @__PURE__ */ directed(
  'M10 14l11-11M21 3l-6.5 18a.55 .55 0 0 1-1 0l-3.5-7l-7-3.5a.55 .55 0 0 1 0-1l18-6.5',
);
export const IconSettings = /* @__PURE__ */ outline(
  'M10.325 4.317c.426-1.756 2.924-1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543-.94 3.31 .826 2.37 2.37a1.724 1.724 0 0 0 1.065 2.572c1.756 .426 1.756 2.924 0 3.35a1.724 1.724 0 0 0-1.066 2.573c.94 1.543-.826 3.31-2.37 2.37a1.724 1.724 0 0 0-2.572 1.065c-.426 1.756-2.924 1.756-3.35 0a1.724 1.724 0 0 0-2.573-1.066c-1.543 .94-3.31-.826-2.37-2.37a1.724 1.724 0 0 0-1.065-2.572c-1.756-.426-1.756-2.924 0-3.35a1.724 1.724 0 0 0 1.066-2.573c-.94-1.543 .826-3.31 2.37-2.37c1 .608 2.296 .07 2.572-1.065M9 12a3 3 0 1 0 6 0a3 3 0 0 0-6 0',
);
export const IconShare = /* @__PURE__ */ outline(
  'M3 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0M15 6a3 3 0 1 0 6 0a3 3 0 1 0-6 0M15 18a3 3 0 1 0 6 0a3 3 0 1 0-6 0M8.7 10.7l6.6-3.4M8.7 13.3l6.6 3.4',
);
export const IconShieldCheckFilled = /* @__PURE__ */ filled(
  'M11.998 2l.118 .007l.059 .008l.061 .013l.111 .034a.993 .993 0 0 1 .217 .112l.104 .082l.255 .218a11 11 0 0 0 7.189 2.537l.342-.01a1 1 0 0 1 1.005 .717a13 13 0 0 1-9.208 16.25a1 1 0 0 1-.502 0a13 13 0 0 1-9.209-16.25a1 1 0 0 1 1.005-.717a11 11 0 0 0 7.531-2.527l.263-.225l.096-.075a.993 .993 0 0 1 .217-.112l.112-.034a.97 .97 0 0 1 .119-.021l.115-.007zm3.71 7.293a1 1 0 0 0-1.415 0l-3.293 3.292l-1.293-1.292l-.094-.083a1 1 0 0 0-1.32 1.497l2 2l.094 .083a1 1 0 0 0 1.32-.083l4-4l.083-.094a1 1 0 0 0-.083-1.32z',
);
export const IconStarFilled = /* @__PURE__ */ filled(
  'M8.243 7.34l-6.38 .925l-.113 .023a1 1 0 0 0-.44 1.684l4.622 4.499l-1.09 6.355l-.013 .11a1 1 0 0 0 1.464 .944l5.706-3l5.693 3l.1 .046a1 1 0 0 0 1.352-1.1l-1.091-6.355l4.624-4.5l.078-.085a1 1 0 0 0-.633-1.62l-6.38-.926l-2.852-5.78a1 1 0 0 0-1.794 0l-2.853 5.78z',
);
export const IconTag = /* @__PURE__ */ outline(
  'M6.5 7.5a1 1 0 1 0 2 0a1 1 0 1 0-2 0M3 6v5.172a2 2 0 0 0 .586 1.414l7.71 7.71a2.41 2.41 0 0 0 3.408 0l5.592-5.592a2.41 2.41 0 0 0 0-3.408l-7.71-7.71a2 2 0 0 0-1.414-.586h-5.172a3 3 0 0 0-3 3',
);
export const IconTicTac = /* @__PURE__ */ outline(
  'M4 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0M3 12h18M12 3v18M4 16l4 4M4 20l4-4M16 4l4 4M16 8l4-4M16 18a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
);
export const IconFlag = /* @__PURE__ */ outline(
  'M5 21v-16M5 5a5 5 0 0 1 7 0a5 5 0 0 0 7 0v9a5 5 0 0 1 -7 0a5 5 0 0 0 -7 0',
);
export const IconTool = /* @__PURE__ */ outline(
  'M7 10h3v-3l-3.5 -3.5a6 6 0 0 1 8 8l6 6a2 2 0 0 1 -3 3l-6 -6a6 6 0 0 1 -8 -8l3.5 3.5',
);
export const IconTrash = /* @__PURE__ */ outline(
  'M4 7h16M10 11v6M14 11v6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2l1-12M9 7v-3a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v3',
);
export const IconTrophy = /* @__PURE__ */ outline(
  'M8 21l8 0M12 17l0 4M7 4l10 0M17 4v8a5 5 0 0 1-10 0v-8M3 9a2 2 0 1 0 4 0a2 2 0 1 0-4 0M17 9a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
);
export const IconUserCircle = /* @__PURE__ */ outline(
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 10a3 3 0 1 0 6 0a3 3 0 1 0-6 0M6.168 18.849a4 4 0 0 1 3.832-2.849h4a4 4 0 0 1 3.834 2.855',
);
export const IconUserPlus = /* @__PURE__ */ outline(
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0-8 0M16 19h6M19 16v6M6 21v-2a4 4 0 0 1 4-4h4',
);
export const IconUsers = /* @__PURE__ */ outline(
  'M5 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0M3 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2M16 3.13a4 4 0 0 1 0 7.75M21 21v-2a4 4 0 0 0-3-3.85',
);
export const IconUsersGroup = /* @__PURE__ */ outline(
  'M10 13a2 2 0 1 0 4 0a2 2 0 0 0-4 0M8 21v-1a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v1M15 5a2 2 0 1 0 4 0a2 2 0 0 0-4 0M17 10h2a2 2 0 0 1 2 2v1M5 5a2 2 0 1 0 4 0a2 2 0 0 0-4 0M3 13v-1a2 2 0 0 1 2-2h2',
);
export const IconVolume = /* @__PURE__ */ outline(
  'M15 8a5 5 0 0 1 0 8M17.7 5a9 9 0 0 1 0 14M6 15h-2a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1h2l3.5-4.5a.8.8 0 0 1 1.5.5v14a.8.8 0 0 1-1.5.5l-3.5-4.5',
);
export const IconVolumeOff = /* @__PURE__ */ outline(
  'M15 8a5 5 0 0 1 1.912 4.934m-1.377 2.602a5 5 0 0 1-.535.464M17.7 5a9 9 0 0 1 2.362 11.086m-1.676 2.299a9 9 0 0 1-.686.615M9.069 5.054l.431-.554a.8.8 0 0 1 1.5.5v2m0 4v8a.8.8 0 0 1-1.5.5l-3.5-4.5h-2a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1h2l1.294-1.664M3 3l18 18',
);
export const IconWorld = /* @__PURE__ */ outline(
  'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M3.6 9h16.8M3.6 15h16.8M11.5 3a17 17 0 0 0 0 18M12.5 3a17 17 0 0 1 0 18',
);
export const IconX = /* @__PURE__ */ outline('M18 6l-12 12M6 6l12 12');
