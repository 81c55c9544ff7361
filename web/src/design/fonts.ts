/** A change of fonts that moves more than this waits: a tenth of what counts as a good page. */
const mostMoved = 0.01;

/** Smaller differences are not seen, in pixels. */
const leastMove = 3;

/** Loads our fonts, and uses them if that moves next to nothing of what is being read. */
export async function tryFonts(): Promise<'shown' | 'would move the page'> {
  const { dataset } = document.documentElement;
  const otherLetters = import('./other-letters.css');
  if (dataset['fonts'] !== undefined) {
    await otherLetters;
    return 'shown';
  }
  const fonts = ["1em 'Figtree Variable'", "600 1em 'Fraunces Variable'"];
  await Promise.all([otherLetters, ...fonts.map((font) => document.fonts.load(font))]);
  // After a frame, everything is laid out: asking where it is costs next to nothing.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const before = placesInView();
  showFonts();
  if (movedBy(before) <= mostMoved) return 'shown';
  delete dataset['fonts'];
  return 'would move the page';
}

/** Uses our fonts, whether they are there or not. */
export function showFonts(): void {
  document.documentElement.dataset['fonts'] = '';
}

/**
 * Where everything is that holds no other element, and can be seen. Rows that are so far off the
 * screen that the browser has not laid them out stay so: asking where their parts are would lay
 * each of them out, with either font.
 */
function placesInView(): ReadonlyMap<Element, DOMRect> {
  const all = [...document.body.querySelectorAll(':not(svg *, :has(> *))')];
  const ends = all.filter((end) => end.checkVisibility({ contentVisibilityAuto: true }));
  const places = ends.map((end) => [end, end.getBoundingClientRect()] as const);
  return new Map(places.filter(([, { top, bottom, width }]) => width > 0 && bottom > 0 && top < innerHeight));
}

/** As the browser counts a layout's shift: the part of the view that moved, times how far. */
function movedBy(before: ReadonlyMap<Element, DOMRect>): number {
  let [area, farthest] = [0, 0];
  for (const [element, { x, y, width, height }] of before) {
    const after = element.getBoundingClientRect();
    const move = Math.max(Math.abs(after.x - x), Math.abs(after.y - y));
    if (move < leastMove) continue;
    area += width * height + after.width * after.height;
    farthest = Math.max(farthest, move);
  }
  return Math.min(1, area / (innerWidth * innerHeight)) * (farthest / Math.max(innerWidth, innerHeight));
}
