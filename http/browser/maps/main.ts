import { createCard } from './card.ts';
import { addGestures } from './gestures.ts';
import { ARROW_KEYS, centrePoint, findNextPoint, panView, type Viewport, WHOLE_MAP, zoomView } from './viewport.ts';
import { createWayButton } from './way_button.ts';

/** Share of the visible part by which an arrow key moves it, and the factor of a zoom step. */
const ARROW_PAN_SHARE = 0.15;
const ZOOM_STEP = 1.6;

/**
 * The script of pages with maps (http/pages/maps/zone_map.ts). Each map gets zoom, cards and keys, and each list of
 * locations gets buttons that copy waypoints. A page with several maps loads the script several times.
 */
for (const figure of document.querySelectorAll<HTMLElement>('figure.map:not([data-ready])')) {
  figure.dataset['ready'] = '';
  addMap(figure);
}
for (const way of document.querySelectorAll<HTMLElement>('.way:not([data-ready])')) {
  way.dataset['ready'] = '';
  way.append(createWayButton(way.dataset['way']!));
}

function addMap(figure: HTMLElement): void {
  const ground = figure.querySelector<HTMLElement>('.ground')!;
  const svg = ground.querySelector('svg')!;
  const { width, height } = svg.viewBox.baseVal;
  const map = { width, height };
  const pins = [...svg.querySelectorAll<SVGGraphicsElement>('.pin')];
  const points = pins.map((pin): readonly [number, number] => {
    const { e, f } = pin.transform.baseVal.consolidate()!.matrix;
    return [e, f];
  });
  const card = createCard(ground, figure.dataset['map']!);
  let view: Viewport = WHOLE_MAP;
  let current = pins.length - 1;

  const show = (next: Viewport): void => {
    view = next;
    svg.setAttribute('viewBox', `${view.x} ${view.y} ${width / view.zoom} ${height / view.zoom}`);
    // Pins keep their size on the screen.
    pins.forEach((pin, at) => {
      pin.setAttribute('transform', `translate(${points[at]!.join()}) scale(${1 / view.zoom})`);
    });
    ground.classList.toggle('zoomed', view.zoom > 1);
    card.place();
  };
  const zoom = (factor: number, around?: readonly [number, number]): void => {
    const middle = [view.x + width / view.zoom / 2, view.y + height / view.zoom / 2] as const;
    show(zoomView(view, factor, around ?? middle, map));
  };
  const move = ([x, y]: readonly [number, number]): void => show(panView(view, [x, y], map));

  const choose = (at: number): void => {
    pins[current]?.setAttribute('tabindex', '-1');
    pins[at]?.setAttribute('tabindex', '0');
    current = at;
  };
  const goTo = (direction: readonly [number, number]): void => {
    const visible = pins.flatMap((pin, at) => (at === current || pin.getClientRects().length > 0 ? [at] : []));
    const shown = visible.map((at) => points[at]!);
    const next = findNextPoint(shown, visible.indexOf(current), direction);
    if (next < 0) return;
    choose(visible[next]!);
    show(centrePoint(view, points[current]!, map));
    pins[current]!.focus();
  };

  svg.setAttribute('tabindex', '0');
  if (pins.length > 0) choose(current);
  pins.forEach((pin, at) => {
    card.describe(pin);
    pin.addEventListener('focus', () => {
      choose(at);
      card.open(pin);
    });
    pin.addEventListener('pointerenter', () => card.open(pin));
    // The first touch shows the card, whose name is a link.
    pin.addEventListener('click', (event) => {
      const isTouch = (event as PointerEvent).pointerType === 'touch';
      if (!isTouch) return;
      event.preventDefault();
      card.open(pin);
    });
  });
  figure.addEventListener('focusout', ({ relatedTarget }) => {
    if (!figure.contains(relatedTarget as Node | null)) card.close();
  });
  ground.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse' && ground.querySelector(':focus-visible') === null) card.close();
  });

  ground.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = ARROW_KEYS[key];
    if (arrow !== undefined && target === svg) {
      const step = (ARROW_PAN_SHARE * width) / view.zoom;
      move([arrow[0] * step, arrow[1] * step]);
    } else if (arrow !== undefined) goTo(arrow);
    else if (key === '+' || key === '=') zoom(ZOOM_STEP);
    else if (key === '-') zoom(1 / ZOOM_STEP);
    else if (key === '0') show(WHOLE_MAP);
    else if (key === 'c' && card.isOpen()) card.copy();
    else if (key === 'Escape' && card.isOpen()) card.close();
    else return;
    event.preventDefault();
  });

  const toMap = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const box = svg.getBoundingClientRect();
    const scale = width / view.zoom / box.width;
    return { point: [view.x + (clientX - box.left) * scale, view.y + (clientY - box.top) * scale] as const, scale };
  };
  addGestures(ground, {
    zoom: (factor, at) => zoom(factor, toMap(at).point),
    drag: (dx, dy) => {
      const { scale } = toMap({ clientX: 0, clientY: 0 });
      move([-dx * scale, -dy * scale]);
    },
    isZoomed: () => view.zoom > 1,
  });
  ground.append(
    addButtons([
      ['+', 'Zoom in', () => zoom(ZOOM_STEP)],
      ['−', 'Zoom out', () => zoom(1 / ZOOM_STEP)],
      ['⤢', 'Whole map', () => show(WHOLE_MAP)],
    ]),
  );
  const help = document.createElement('figcaption');
  help.className = 'keys';
  help.textContent = 'Keys: + − zoom, 0 whole map, arrows move; on a pin, arrows go to the next one, C copies /way.';
  figure.append(help);
}

/** Creates the zoom buttons. They are no tab stops, because the map has keys for the same. */
function addButtons(buttons: readonly (readonly [sign: string, name: string, press: () => void])[]): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'zoom';
  for (const [sign, name, press] of buttons) {
    const button = document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1;
    button.textContent = sign;
    button.setAttribute('aria-label', name);
    button.addEventListener('click', press);
    bar.append(button);
  }
  return bar;
}
