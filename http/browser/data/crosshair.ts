/** A mark of a plot. `x` is its distance from the left as a share of the plot's width, from 0 to 1. */
interface CrosshairMark {
  readonly x: number;
  readonly circle: SVGCircleElement;
  /** Its day and value, such as `2026-11-25: 1s 56c`. */
  readonly text: string;
}

/**
 * Adds a crosshair to a plot (http/pages/plots/time_plot.ts) that moves to the mark nearest to the pointer, or with the
 * arrow keys, and shows the text of the mark in `reading`. The plot becomes a slider over its marks.
 */
export function addCrosshair(plot: SVGSVGElement, reading: HTMLElement): void {
  const marks = [...plot.querySelectorAll('circle')].map(
    (circle): CrosshairMark => ({
      circle,
      x: Number.parseFloat(circle.getAttribute('cx')!) / 100,
      text: circle.textContent ?? '',
    }),
  );
  if (marks.length < 2) return;
  const places = marks.map(({ x }) => x);
  const line = document.createElementNS(plot.namespaceURI!, 'line');
  line.setAttribute('class', 'crosshair');
  line.setAttribute('y1', '0');
  line.setAttribute('y2', plot.querySelector('svg')!.getAttribute('height')!);
  plot.append(line);
  const title = plot.querySelector('title')!.textContent ?? '';
  setAttributes(plot, {
    tabindex: '0',
    role: 'slider',
    'aria-label': title,
    'aria-valuemin': '0',
    'aria-valuemax': `${marks.length - 1}`,
  });
  // The browser would show the title beside the crosshair.
  plot.querySelector('title')!.remove();
  let at = 0;

  const moveTo = (to: number): void => {
    marks[at]!.circle.classList.remove('read');
    at = to;
    const { circle, text } = marks[at]!;
    circle.classList.add('read');
    for (const name of ['x1', 'x2']) line.setAttribute(name, circle.getAttribute('cx')!);
    setAttributes(plot, { 'aria-valuenow': `${at}`, 'aria-valuetext': text });
    reading.textContent = text;
  };
  const point = ({ clientX }: PointerEvent): void => {
    const { left, width } = plot.querySelector('.grid line')!.getBoundingClientRect();
    if (width > 0) moveTo(findNearestMark(places, (clientX - left) / width));
  };

  moveTo(marks.length - 1);
  plot.addEventListener('pointermove', point);
  plot.addEventListener('pointerdown', point);
  plot.addEventListener('keydown', (event) => {
    const to = findMarkAfterKey(event.key, at, marks.length);
    if (to === null) return;
    event.preventDefault();
    moveTo(to);
  });
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

/** Moving between the marks of a plot, independent of the DOM. */

/** Number of marks that Page Up and Page Down skip, about a week: a mark is a day. */
const PAGE_KEY_STEP = 7;

/** Returns the mark to which a key moves, or null if the key does not move. `at` is the current mark of `count`. */
export function findMarkAfterKey(key: string, at: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -PAGE_KEY_STEP,
    PageUp: PAGE_KEY_STEP,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, at + step));
}

/** Returns the index of the place that is nearest to `x`. Places are in ascending order, and at least one. */
export function findNearestMark(places: readonly number[], x: number): number {
  let nearest = 0;
  places.forEach((place, at) => {
    if (Math.abs(place - x) < Math.abs(places[nearest]! - x)) nearest = at;
  });
  return nearest;
}
