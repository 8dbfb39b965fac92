import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  ARROW_KEYS,
  centrePoint,
  findNextPoint,
  panView,
  type Viewport,
  WHOLE_MAP,
  zoomView,
} from '../../../../http/browser/maps/viewport.ts';

const MAP = { width: 600, height: 400 };
const { ArrowLeft, ArrowRight, ArrowUp, ArrowDown } = ARROW_KEYS as Record<string, readonly [number, number]>;

test('zooming and moving keep the visible part inside the map', () => {
  const point = fc.tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -900, max: 900 }));
  const step = fc.oneof(
    fc.tuple(fc.double({ min: 0.1, max: 9, noNaN: true }), point).map(
      ([factor, at]) =>
        (view: Viewport) =>
          zoomView(view, factor, at, MAP),
    ),
    point.map((by) => (view: Viewport) => panView(view, by, MAP)),
    point.map((at) => (view: Viewport) => centrePoint(view, at, MAP)),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { x, y, zoom } = steps.reduce((view, next) => next(view), WHOLE_MAP);
      assert.ok(zoom >= 1 && zoom <= 8);
      assert.ok(x >= 0 && x + 600 / zoom <= 600.001 && y >= 0 && y + 400 / zoom <= 400.001);
    }),
  );
});

test('zooming keeps the point in its place', () => {
  const view = zoomView(WHOLE_MAP, 2, [300, 100], MAP);
  assert.deepEqual(view, { x: 150, y: 50, zoom: 2 });
  assert.deepEqual(zoomView(view, 0.5, [300, 100], MAP), WHOLE_MAP);
  assert.deepEqual(zoomView(view, 0.1, [0, 0], MAP), WHOLE_MAP);
});

test('a point outside the visible part moves to its middle', () => {
  const view = { x: 0, y: 0, zoom: 4 };
  assert.equal(centrePoint(view, [100, 100], MAP), view);
  assert.deepEqual(centrePoint(view, [300, 200], MAP), { x: 225, y: 150, zoom: 4 });
  assert.deepEqual(centrePoint(view, [600, 400], MAP), { x: 450, y: 300, zoom: 4 });
});

test('arrows go to the nearest point ahead, and reach points at the same place', () => {
  const points = [
    [0, 0],
    [10, 1],
    [12, 40],
    [10, 1],
    [-5, -5],
  ] as const;
  const next = (from: number, arrow: readonly [number, number]) => findNextPoint(points, from, arrow);
  assert.equal(next(0, ArrowRight!), 1);
  assert.equal(next(1, ArrowRight!), 3);
  assert.equal(next(3, ArrowDown!), 2);
  assert.equal(next(2, ArrowUp!), 1);
  assert.equal(next(3, ArrowLeft!), 1);
  assert.equal(next(0, ArrowUp!), 4);
  assert.equal(next(4, ArrowLeft!), -1);
});
