/** The visible part of a map, independent of the DOM. */

export interface MapSize {
  readonly width: number;
  readonly height: number;
}

/** The upper left corner of the visible part, in the map's units, and how many times it is enlarged. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export const WHOLE_MAP: Viewport = { x: 0, y: 0, zoom: 1 };

const ZOOM_MAX = 8;

/** Zooms by a factor. The point, in the map's units, stays in its place. */
export function zoomView(view: Viewport, factor: number, [x, y]: readonly [number, number], map: MapSize): Viewport {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, view.zoom * factor));
  const share = view.zoom / zoom;
  return clampView({ x: x - (x - view.x) * share, y: y - (y - view.y) * share, zoom }, map);
}

/** Moves the visible part by a distance in the map's units. */
export function panView(view: Viewport, [x, y]: readonly [number, number], map: MapSize): Viewport {
  return clampView({ ...view, x: view.x + x, y: view.y + y }, map);
}

/** Moves the visible part so that the point is in its middle, unless the point is visible already. */
export function centrePoint(view: Viewport, [x, y]: readonly [number, number], map: MapSize): Viewport {
  const [width, height] = [map.width / view.zoom, map.height / view.zoom];
  const isVisible = x >= view.x && x <= view.x + width && y >= view.y && y <= view.y + height;
  return isVisible ? view : clampView({ ...view, x: x - width / 2, y: y - height / 2 }, map);
}

/** Keeps the visible part inside the map. */
function clampView({ x, y, zoom }: Viewport, { width, height }: MapSize): Viewport {
  const limit = (at: number, whole: number): number => Math.min(whole - whole / zoom, Math.max(0, at));
  return { x: limit(x, width), y: limit(y, height), zoom };
}

/** The directions of arrow keys. */
export const ARROW_KEYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Returns the index of the nearest point in a direction, or -1 if there is none. Points far from the line through
 * `from` count as further away. Points at the same place follow each other to the right and down.
 */
export function findNextPoint(
  points: readonly (readonly [x: number, y: number])[],
  from: number,
  [dx, dy]: readonly [number, number],
): number {
  const [fx, fy] = points[from]!;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  points.forEach(([x, y], at) => {
    const ahead = (x - fx) * dx + (y - fy) * dy;
    const aside = Math.abs((x - fx) * dy + (y - fy) * dx);
    const isSame = x === fx && y === fy;
    const follows = (at - from) * (dx + dy) > 0;
    if (at === from || (isSame ? !follows : ahead <= 0)) return;
    const distance = isSame ? Math.abs(at - from) / 1e6 : ahead + 2 * aside;
    if (distance < least) [best, least] = [at, distance];
  });
  return best;
}
