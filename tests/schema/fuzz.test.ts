import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECORD_KINDS } from '../../schema/record_kinds.ts';
import { compare } from './differential.ts';
import { recordDocument, type Schema } from './documents.ts';

const RUNS = 400;

test('parser and published schema agree on good and bad records of every kind', () => {
  for (const kind of RECORD_KINDS.keys()) {
    const document = recordDocument(kind);
    const { disagreement, good, bad } = compare(document, document, RUNS);
    assert.equal(disagreement, null, `${kind}: ${JSON.stringify(disagreement)}`);
    assert.ok(good > RUNS / 10 && bad > RUNS / 20, `${kind}: ${good} good and ${bad} bad records say too little`);
  }
});

function withField(schema: Schema, name: string, change: object): Schema {
  return {
    ...schema,
    properties: { ...schema.properties, [name]: { ...schema.properties?.[name], ...change } },
  };
}

test('the comparison finds a published schema that is slightly wrong', () => {
  const sighting = recordDocument('npc_sighting');
  const lockout = recordDocument('raid_lockout');
  const event = recordDocument('money_event');
  const faults: readonly [string, Schema, Schema][] = [
    ['a name may be one longer', sighting, withField(sighting, 'name', { maxLength: 121 })],
    ['a text may be one shorter', sighting, withField(sighting, 'installId', { minLength: 7 })],
    ['a name may be blank', sighting, withField(sighting, 'name', { pattern: '^' })],
    ['a text may hold a GUID', sighting, withField(sighting, 'installId', { not: { const: 1 } })],
    ['a level may be one lower', sighting, withField(sighting, 'level', { minimum: 0 })],
    ['a level may be one higher', sighting, withField(sighting, 'level', { maximum: 101 })],
    ['a level may be broken', sighting, withField(sighting, 'level', { type: 'number' })],
    ['a list may be one longer', lockout, withField(lockout, 'bossesKilled', { maxItems: 61 })],
    ['a word is missing', sighting, withField(sighting, 'reaction', { enum: ['friendly', 'neutral'] })],
    ['an amount may be 0', event, withField(event, 'copper', { not: { const: 1 } })],
    ['a day need not exist', lockout, withField(lockout, 'resetAt', { format: 'uri-reference' })],
    ['other fields are allowed', sighting, { ...sighting, additionalProperties: true }],
    ['a field is not required', sighting, { ...sighting, required: ['kind'] }],
  ];
  for (const [what, right, wrong] of faults) {
    assert.notEqual(compare(wrong, right, 5_000, 7).disagreement, null, what);
  }
});
