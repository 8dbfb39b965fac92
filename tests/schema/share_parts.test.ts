import assert from 'node:assert/strict';
import { test } from 'node:test';
import ANSWERS from '../../http/endpoints/tools/answer_examples.json' with { type: 'json' };
import { toDocument } from '../../schema/json_schema.ts';
import { moveSharedParts } from '../../schema/share_parts.ts';
import { TOOLS } from '../../schema/tool_contracts.ts';
import { createAjv, documentOf } from './documents.ts';
import { spoilt } from './spoilt.ts';

function text(description: string, bound = 5) {
  return { type: 'string', maxLength: bound, description };
}

function place(description: string) {
  return {
    type: 'object',
    properties: { map: text('The map.', 80), x: text('How far to the right.'), y: text('How far down.') },
    required: ['map', 'x', 'y'],
    additionalProperties: false,
    description,
  };
}

test('a repeated part is written once, and each place keeps its own description', () => {
  const shared = moveSharedParts({
    type: 'object',
    description: 'Two places.',
    properties: { from: place('Where it began.'), to: place('Where it ended.'), map: text('Another map.', 81) },
  }) as { properties: Record<string, unknown>; $defs: Record<string, object> };
  assert.deepEqual(shared.properties, {
    from: { $ref: '#/$defs/from', description: 'Where it began.' },
    to: { $ref: '#/$defs/from', description: 'Where it ended.' },
    map: text('Another map.', 81),
  });
  const { description: _, ...once } = place('');
  assert.deepEqual(shared.$defs, { from: once });
});

test('each name is used once, a title becomes a name, and short parts stay in place', () => {
  const one = (bound: number) => ({ ...text('', bound), pattern: '^[a-z]+(?:-[a-z]+)*$' });
  const flag = { type: 'boolean', description: 'Yes or no.' };
  const within = (bound: number) => ({ type: 'object', properties: { slug: one(bound), other: one(bound), flag } });
  const titled = { type: 'object', title: 'colour', properties: { red: one(1), green: one(2), blue: one(3) } };
  const { $defs } = moveSharedParts({ properties: { a: within(80), b: within(90), c: titled, d: titled } });
  assert.deepEqual(Object.keys($defs as object), ['slug', 'slug2', 'colour']);
  assert.ok(!('$defs' in moveSharedParts({ properties: { a: flag, b: flag } })));
});

test('a nullable value becomes one schema with two types, and an enumeration includes null', () => {
  const words = { enum: ['red', 'blue'], type: 'string', description: 'A colour.' };
  const orNull = (value: object) => ({ anyOf: [value, { type: 'null' }], description: 'A colour; null: none.' });
  const { properties } = moveSharedParts({ properties: { colour: orNull(words), place: orNull(place('A colour.')) } });
  const { description: _, ...unsaid } = place('');
  assert.deepEqual(properties, {
    colour: { enum: ['red', 'blue', null], type: ['string', 'null'], description: 'A colour; null: none.' },
    place: { anyOf: [unsaid, { type: 'null' }], description: 'A colour; null: none.' },
  });
  // `not` alone would refuse null, which has no letters.
  const unlike = { type: 'string', not: { pattern: 'x' } };
  const takes = createAjv().compile(moveSharedParts(orNull(unlike)));
  assert.deepEqual([takes('y'), takes('x'), takes(null)], [true, false, true]);
});

test("a tool's published schema accepts and refuses the same values as before its parts were shared", () => {
  const ajv = createAjv();
  const bytes = { before: 0, after: 0 };
  let refused = 0;
  for (const [name, { output }] of TOOLS) {
    const published = documentOf(`/mcp/${name}.json`)['outputSchema'] as object;
    const whole = toDocument('Whole', output);
    bytes.before += JSON.stringify(whole).length;
    bytes.after += JSON.stringify(published).length;
    const [before, after] = [ajv.compile(whole), ajv.compile(published)];
    const { answer } = (ANSWERS as unknown as Record<string, { readonly answer: unknown }>)[name]!;
    assert.ok(before(answer) && after(answer), name);
    for (const [at, bad] of spoilt(answer)) {
      const isTaken = before(bad) as boolean;
      assert.equal(after(bad), isTaken, `${name}${at}`);
      if (!isTaken) refused++;
    }
  }
  assert.ok(refused > 1_000, String(refused));
  assert.ok(bytes.after < 0.75 * bytes.before, JSON.stringify(bytes));
});
