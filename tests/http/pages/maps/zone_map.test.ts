import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type MapPin, renderCoordinates, renderPinMap } from '../../../../http/pages/maps/zone_map.ts';

const HOSTILE = '<script>alert(1)</script>"\'&\u202e';

function mapOf(pins: readonly MapPin[], roles: Readonly<Record<number, string>> = {}): string {
  return String(renderPinMap({ mapId: 1429, title: HOSTILE, pins, roles, base: '/tw' }));
}

function placesIn(text: string): readonly (readonly [x: number, y: number])[] {
  return [...text.matchAll(/transform="translate\(([\d.]+),([\d.]+)\)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

test('pins are placed on the map in proportion, and pins outside it are left out', () => {
  const percent = fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.double());
  fc.assert(
    fc.property(fc.array(fc.record({ x: percent, y: percent }), { maxLength: 20 }), (places) => {
      const text = mapOf(places.map((place): MapPin => ({ ...place, label: HOSTILE, href: '/npc/1' })));
      const within = places.filter(({ x, y }) => x >= 0 && x <= 100 && y >= 0 && y <= 100);
      const found = placesIn(text);
      assert.equal(found.length, within.length);
      for (const [x, y] of found) assert.ok(x >= 0 && x <= 600 && y >= 0 && y <= 400);
      assert.doesNotMatch(text, /NaN|<script>/);
    }),
    { numRuns: 100 },
  );
  const corners = mapOf([
    { x: 0, y: 0, label: 'a' },
    { x: 100, y: 100, label: 'b' },
  ]);
  assert.deepEqual(placesIn(corners), [
    [600, 400],
    [0, 0],
  ]);
});

test('a map shows its ground, reserves its size, and loads the script of maps', () => {
  const text = mapOf([{ x: 1, y: 2, label: 'Guard' }]);
  assert.match(text, /<svg viewBox="0 0 600 400" role="group"/);
  assert.match(text, /<image href="\/tw\/maps\/1429" width="600" height="400" preserveAspectRatio="none"\/>/);
  assert.match(text, /<script src="\/tw\/assets\/maps\.js" defer><\/script>/);
  assert.doesNotMatch(text, /style=|type="checkbox"/);
});

test('a pin tells its name, details and place, and links are no tab stops', () => {
  const pin = { x: 41.5, y: 2, label: 'Guard' };
  const linked = mapOf([{ ...pin, role: 1, details: ['Vendor', 'Level 55'], href: '/npc/5' }], { 1: 'Vendors' });
  assert.match(
    linked,
    /<a class="pin r1" transform="[^"]+" href="\/npc\/5" tabindex="-1"><title>Guard\nVendor\nLevel 55\n41\.5, 2<\/title>/,
  );
  assert.match(mapOf([pin]), /<g class="pin r4" transform="[^"]+" role="img"><title>Guard\n41\.5, 2<\/title>/);
});

test('roles differ in shape, and readers can hide each of several', () => {
  const roles = { 0: 'Quest givers', 1: 'Vendors', 4: 'Creatures' };
  const pins = [0, 1, 1, 4].map((role): MapPin => ({ x: 1, y: 2, label: 'a', role }));
  const text = mapOf(pins, roles);
  const boxes = [...text.matchAll(/<input type="checkbox" class="s(\d)"[^>]*>.*?<\/svg> ([^<]+) <small>(\d+)</g)];
  assert.deepEqual(
    boxes.map(([, role, name, count]) => [role, name, count]),
    [
      ['0', 'Quest givers', '1'],
      ['1', 'Vendors', '2'],
      ['4', 'Creatures', '1'],
    ],
  );
  const shapes = [...text.matchAll(/class="sign" d="([^"]+)"/g)].map(([, d]) => d);
  assert.equal(new Set(shapes).size, 3);
  assert.doesNotMatch(mapOf(pins.slice(1, 3), roles), /checkbox/);
});

test('coordinates carry the command of a waypoint', () => {
  assert.equal(
    String(renderCoordinates(1429, { x: 41.5, y: 65, label: 'Guard "A"' })),
    '<span class="way" data-way="/way #1429 41.5 65 Guard &quot;A&quot;">41.5, 65</span>',
  );
});
