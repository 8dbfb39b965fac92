import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeMaxSize, type PlacementBox, placeCard, type Size } from '../../../../http/browser/tooltip/placement.ts';

function pixels(min: number, max: number) {
  return fc.double({ min, max, noNaN: true });
}
const anchors: fc.Arbitrary<PlacementBox> = fc.record({
  x: pixels(-3000, 6000),
  y: pixels(-3000, 6000),
  width: pixels(0, 4000),
  height: pixels(0, 4000),
});
const views: fc.Arbitrary<PlacementBox> = fc.record({
  x: pixels(0, 500),
  y: pixels(0, 500),
  width: pixels(20, 4000),
  height: pixels(20, 4000),
});
const natural: fc.Arbitrary<Size> = fc.record({ width: pixels(1, 5000), height: pixels(1, 5000) });

function fitted(card: Size, view: Size): Size {
  const room = computeMaxSize(view);
  return { width: Math.min(card.width, room.width), height: Math.min(card.height, room.height) };
}

function covers(one: PlacementBox, other: PlacementBox): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** Tolerance for sums of fractional pixels. */
const HAIR = 1e-6;

test('a card is always inside the window, wherever its link is', () => {
  fc.assert(
    fc.property(anchors, natural, views, (anchor, size, view) => {
      const card = fitted(size, view);
      const { x, y } = placeCard(anchor, card, view);
      assert.ok(x >= view.x + 8 - HAIR && x + card.width <= view.x + view.width - 8 + HAIR, `x ${x}`);
      assert.ok(y >= view.y + 8 - HAIR && y + card.height <= view.y + view.height - 8 + HAIR, `y ${y}`);
    }),
  );
});

test('a card covers its link only if there is no room on any side', () => {
  fc.assert(
    fc.property(anchors, natural, views, (anchor, size, view) => {
      const card = fitted(size, view);
      if (!covers({ ...placeCard(anchor, card, view), ...card }, anchor)) return;
      const free = [anchor.y - view.y, view.y + view.height - anchor.y - anchor.height].some(
        (room) => room >= card.height + 14 + HAIR,
      );
      const beside = [anchor.x - view.x, view.x + view.width - anchor.x - anchor.width].some(
        (room) => room >= card.width + 14 + HAIR,
      );
      const isInside = covers(anchor, view);
      assert.ok(!isInside || (!free && !beside));
    }),
  );
});

test('a card is placed below its link, otherwise above, and otherwise beside it', () => {
  const view = { x: 0, y: 0, width: 1000, height: 600 };
  const card = { width: 300, height: 200 };
  const link = (x: number, y: number, height = 20): PlacementBox => ({ x, y, width: 100, height });
  assert.deepEqual(placeCard(link(50, 100), card, view), { x: 50, y: 126 });
  assert.deepEqual(placeCard(link(50, 500), card, view), { x: 50, y: 294 });
  assert.deepEqual(placeCard(link(950, 100), card, view), { x: 692, y: 126 }, 'shifted from the right edge');
  assert.deepEqual(placeCard(link(-40, 100), card, view), { x: 8, y: 126 }, 'and from the left');
  assert.deepEqual(placeCard(link(50, 100, 400), card, view), { x: 156, y: 100 }, 'right of it');
  assert.deepEqual(placeCard(link(800, 100, 400), card, view), { x: 494, y: 100 }, 'left of it');
  assert.deepEqual(placeCard({ x: 0, y: 0, width: 1000, height: 600 }, card, view), { x: 8, y: 392 }, 'over it');
});
