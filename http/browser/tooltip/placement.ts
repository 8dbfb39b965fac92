/** A rectangle in CSS pixels, relative to the window's top left corner. */
export interface PlacementBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Size = Pick<PlacementBox, 'width' | 'height'>;
export type Point = Pick<PlacementBox, 'x' | 'y'>;

/** Distance between the card and the edge of the window, in CSS pixels. */
const VIEW_MARGIN = 8;
/** Distance between the card and its element, in CSS pixels. */
const CARD_GAP = 6;

/** Returns the maximum size of a card. */
export function computeMaxSize({ width, height }: Size): Size {
  return { width: Math.max(0, width - 2 * VIEW_MARGIN), height: Math.max(0, height - 2 * VIEW_MARGIN) };
}

/**
 * Returns the position of a card's top left corner: below its element if possible, otherwise above or beside it, and
 * always inside the window. The card covers its element only if no side has room.
 */
export function placeCard(anchor: PlacementBox, card: Size, view: PlacementBox): Point {
  const across = listPositions(anchor.x, anchor.width, card.width, view.x, view.width);
  const down = listPositions(anchor.y, anchor.height, card.height, view.y, view.height);
  const y = down.outside;
  const x = y === null ? across.outside : null;
  return { x: x ?? across.along, y: y ?? (x === null ? down.nearest : down.along) };
}

/** Returns a card's positions on one axis: after or before the anchor (null if neither fits), and alongside it. */
function listPositions(anchor: number, anchorSize: number, card: number, view: number, viewSize: number) {
  const inside = (at: number): number =>
    Math.max(view + VIEW_MARGIN, Math.min(at, view + viewSize - VIEW_MARGIN - card));
  const after = anchor + anchorSize + CARD_GAP;
  const outside = [after, anchor - CARD_GAP - card].find((at) => inside(at) === at) ?? null;
  return { outside, along: inside(anchor), nearest: inside(after) };
}
