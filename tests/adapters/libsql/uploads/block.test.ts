import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packBlock, unpackBlock } from '../../../../adapters/libsql/uploads/block.ts';

/** A body as intake stores it: compact JSON, with any characters inside its strings. */
const body = fc.string({ unit: fc.constantFrom('a', ' ', '"', '\\', '\n', '\u007f', 'é', '漢', '\u{1f40d}') });

const records = fc.array(
  fc.record({
    step: fc.integer({ min: 1, max: 3 }),
    kind: fc.constantFrom('loot', 'item_seen'),
    eventId: fc.option(fc.string()),
    capturedAtMs: fc.integer({ min: -5, max: 5 }),
    body: fc.oneof(
      fc.constant('{"kind":"loot"}'),
      body.map((name) => JSON.stringify({ name })),
    ),
  }),
  { minLength: 1 },
);

test('a block gives back the records that were packed, in any script', () => {
  fc.assert(
    fc.property(records, (rolled) => {
      let seq = 0;
      const stored = rolled.map(({ step, ...record }) => {
        seq += step;
        return { seq, ...record };
      });
      const unpacked = unpackBlock(packBlock(7, 9, stored));
      assert.deepEqual(
        unpacked,
        stored.map((record) => ({ ...record, uploadN: 7, installN: 9 })),
      );
    }),
  );
});
