import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ParsedRecord } from '../../../domain/intake/parsers.ts';
import { createRealmCap } from '../../../domain/intake/realm_cap.ts';
import { listSharedCategories, readHead } from '../../../domain/saved_variables/split/envelope.ts';
import {
  formatPieceIdentity,
  formatUploadBody,
  SESSION_PLACEHOLDER,
  type UploadPiece,
} from '../../../domain/saved_variables/split/piece.ts';
import { cutIntoPieces } from '../../../domain/saved_variables/split/split_source.ts';
import { RECORD_KINDS } from '../../../schema/record_kinds.ts';
import { propertyRuns } from '../../runner/properties.ts';
import { earnedAchievement, hadMoney, item, looted, npc, type Seen, sawPrice } from '../../support/world.ts';
import { savedFile, type Written } from './lua_writer.ts';
import { type Cut, cutFile, cutOf, fileOf, HEAD, INSTALL, RULES, TOKEN } from './support.ts';

const AT = '2026-11-22T10:00:00Z';
function written({ kind, fields }: Seen, eventId?: string): Written {
  return { kind, ...(eventId === undefined ? {} : { eventId }), capturedAt: AT, ...fields } as Written;
}
function loot(n: number, count = 1): Written {
  const found = Array.from({ length: count }, (_, i) => item(n + i + 1));
  return written(looted(npc((n % 90) + 1), ...found), `loot-${n}`);
}
function price(n: number, realm: string): Written {
  return written(sawPrice(item(5), n + 1, { source: 'auction', realm }), `price-${n}`);
}
function achievement(n: number): Written {
  return written(earnedAchievement(n + 1));
}
function money(n: number): Written {
  return written(hadMoney(n), `gold-${n}`);
}

function parsed(piece: UploadPiece): { records: ParsedRecord[]; sharing?: object; grantTokens?: string[] } {
  return JSON.parse(formatUploadBody(piece, SESSION_PLACEHOLDER));
}

function reasons({ judged }: Cut): string[] {
  return judged.flatMap((one) => (one.state === 'refused' ? [`${one.code} ${one.pointer} ${one.reason}`] : []));
}

test('a piece is a valid upload with its install, envelope and records as the intake stores them', () => {
  const { pieces } = cutOf([loot(1), { ...(loot(2) as object), installId: 'another-install' }]);
  assert.equal(pieces.length, 2, 'one install a piece');
  const [first, second] = pieces.map(parsed);
  assert.deepEqual(first, {
    addonVersion: '0.5.0',
    clientBuild: '1.15.8.67156',
    locale: 'enUS',
    protocol: '1.3.0',
    session: SESSION_PLACEHOLDER,
    records: [
      {
        kind: 'loot',
        installId: INSTALL,
        eventId: 'loot-1',
        capturedAt: '2026-11-22T10:00:00Z',
        sourceNpcId: 2,
        sourceEvidence: 'loot-api',
        items: [{ itemId: 2, count: 1 }],
      },
    ],
  });
  assert.equal((second!.records[0] as { installId: string }).installId, 'another-install');
  for (const piece of pieces) assert.ok(RULES.parseEnvelope(parsed(piece)).ok);
});

test('a refused record is reported with a sentence, and the others are sent', () => {
  const bytes = savedFile({
    ...HEAD,
    records: [loot(1), { ...(loot(2) as object), items: [{ itemId: 0, count: 1 }] }, 'x', {}],
  });
  const text = new TextDecoder().decode(bytes).replace('"loot-1"', '"\\255"');
  const cut = cutFile(new TextEncoder().encode(text));
  assert.deepEqual(reasons(cut), [
    'bad-text /eventId eventId must be text in UTF-8; got invalid bytes.',
    'out-of-range /items/0/itemId items[0].itemId must be a whole number of 1 or more; got 0.',
    'wrong-type  A record must be an object; got "x".',
    'kind-missing /kind kind is required: the name of a record kind.',
  ]);
  assert.equal(cut.pieces.length, 0);
  const early = cutOf([
    { ...(loot(1) as object), capturedAt: '2004-11-22T13:00:00Z' },
    { ...(loot(2) as object), z: Number.NaN },
  ]);
  assert.match(reasons(early)[0]!, /^captured-at-past/);
  assert.match(reasons(early)[1]!, /^field-unknown \/z/);
  // The clock of the player's computer may be slow, so only the instance knows what is in the future.
  assert.deepEqual(reasons(cutOf([{ ...(loot(1) as object), capturedAt: '2999-11-24T13:00:00Z' }])), []);
  const nobody = cutOf([loot(1)], { head: { installId: null } });
  assert.match(reasons(nobody)[0]!, /^field-missing \/installId/);
});

test('an empty table is read as the type that the record needs there', () => {
  const { pieces } = cutOf([{ ...(loot(1) as object), items: [] }]);
  assert.deepEqual((parsed(pieces[0]!).records[0] as { items: unknown }).items, []);
  // If this fails because a new field is an object or a list of lists, extend json_value.ts.
  for (const { kind, fields } of RECORD_KINDS.values()) {
    for (const [name, field] of Object.entries(fields)) {
      assert.ok(['list', 'plain'].includes(shapeOf(field)), `${kind}.${name} is ${shapeOf(field)}`);
    }
  }
});

interface SchemaLike {
  readonly type: string;
  readonly wrapped?: SchemaLike;
  readonly item?: SchemaLike;
}

function shapeOf(field: unknown): string {
  const { type, wrapped, item } = field as SchemaLike;
  if (wrapped !== undefined) return shapeOf(wrapped);
  if (type === 'array') return shapeOf(item) === 'list' ? 'list of lists' : 'list';
  return type.endsWith('object') ? 'object' : 'plain';
}

test('named categories are sent only if they are chosen, in separate pieces', () => {
  const head = { sharing: { gold: true, guild: false }, grantTokens: [TOKEN] };
  const file = fileOf(savedFile({ ...HEAD, ...head, records: [loot(1)] }));
  assert.deepEqual(listSharedCategories(file.sources[0]!), ['gold']);

  const without = cutOf([loot(1), money(1)], { head });
  assert.deepEqual(
    without.judged.map(({ state }) => state),
    ['fit', 'left-out'],
  );
  assert.doesNotMatch(
    without.pieces.map((piece) => formatUploadBody(piece, SESSION_PLACEHOLDER)).join(''),
    /tg_|sharing|gold/,
  );

  const chosen = cutOf([loot(1), money(1)], { head, share: ['gold'] });
  assert.equal(chosen.pieces.length, 2);
  assert.equal(
    formatPieceIdentity(chosen.pieces[0]!),
    formatPieceIdentity(without.pieces[0]!),
    'the choice changes no other piece',
  );
  const named = parsed(chosen.pieces[1]!);
  assert.deepEqual([named.sharing, named.grantTokens], [{ gold: true }, [TOKEN]]);

  const granted = cutOf([money(1)], { share: ['gold'] });
  assert.match(reasons(granted)[0]!, /^grant-missing/);
});

test('a header that the intake would refuse refuses its source with that sentence', () => {
  const judge = (fields: object) =>
    readHead(fileOf(savedFile({ ...HEAD, ...fields, records: [loot(1)] } as Written)).sources[0]!, ['gold'], RULES);
  const fault = (fields: object): string => {
    const head = judge(fields);
    return head.ok ? 'none' : head.error;
  };
  assert.equal(fault({}), 'none');
  assert.equal(fault({ grantTokens: [] }), 'none');
  assert.equal(fault({ sharing: [] }), 'none');
  assert.match(fault({ addonVersion: null }), /^addonVersion is required/);
  assert.match(fault({ protocol: '2.0.0' }), /^protocol must be/);
  assert.equal(fault({ format: 2 }), 'none');
  assert.match(fault({ format: 3 }), /^format must be 1 or 2, the formats that this release reads; got 3\.$/);
  assert.match(fault({ grantTokens: ['tg_x'] }), /^grantTokens\[0\] must be .* got text of 4 characters/);
});

test('a record without an owner is sent with a record of its install', () => {
  const { pieces, judged } = cutOf([achievement(1), achievement(2), loot(1)]);
  assert.equal(pieces.length, 1);
  assert.equal(pieces[0]!.anchored, true);
  const kinds = parsed(pieces[0]!).records.map(({ kind }) => kind);
  assert.deepEqual(kinds, ['loot', 'achievement_owned', 'achievement_owned', 'loot']);
  assert.ok(judged.every(({ state }) => state === 'fit'));
  assert.equal(cutOf([loot(1), achievement(1)]).pieces[0]!.anchored, false);
  assert.match(reasons(cutOf([achievement(1)]))[0]!, /^no-install/);
  const others = cutOf([achievement(1), { ...(loot(1) as object), installId: 'another-install' }]);
  assert.match(reasons(others)[0]!, /^no-install/, 'another install does not own it');

  const many = cutOf([loot(0), ...Array.from({ length: 4_100 }, (_, n) => achievement(n))]);
  assert.ok(many.pieces.length >= 3);
  for (const piece of many.pieces) {
    assert.ok(parsed(piece).records.length <= 2_000);
    assert.equal((parsed(piece).records[0] as { installId?: string }).installId, INSTALL);
  }
  assert.equal(
    many.pieces.reduce((sum, piece) => sum + piece.records.length - (piece.anchored ? 1 : 0), 0),
    4_101,
  );
});

/** Checks every rule of an upload that splitting must follow. */
function assertLegal(pieces: readonly UploadPiece[]): void {
  for (const piece of pieces) {
    const body = formatUploadBody(piece, SESSION_PLACEHOLDER);
    assert.ok(new TextEncoder().encode(body).length <= 600_000, `${body.length} characters`);
    const { records } = parsed(piece);
    assert.ok(records.length >= 1 && records.length <= 2_000);
    assert.equal(records.length, piece.places.length);
    const realmFault = createRealmCap();
    for (const record of records) assert.equal(realmFault(record), null);
  }
}

test('pieces are valid, contain every record once, and stay the same as the file grows or loses its oldest records', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 1, max: 9 }),
      (count, items, realms) => {
        const make = (n: number) => (n % 5 === 0 ? price(n, `Realm ü ${n % realms}`) : loot(n, items));
        const records = Array.from({ length: count }, (_, n) => make(n));
        const { pieces } = cutOf(records);
        assertLegal(pieces);
        const sent = pieces.flatMap((piece) =>
          parsed(piece).records.map((record) => (record as { eventId: string }).eventId),
        );
        assert.deepEqual(sent.toSorted(), records.map((record) => (record as { eventId: string }).eventId).toSorted());
      },
    ),
    {
      numRuns: propertyRuns(6),
      examples: [
        [2_500, 1, 1],
        [2_000, 20, 7],
      ],
    },
  );
  const all = Array.from({ length: 9_000 }, (_, n) => loot(n));
  const identities = (records: readonly Written[]) => cutOf(records).pieces.map(formatPieceIdentity);
  const before = identities(all.slice(0, 8_500));
  assert.deepEqual(identities(all).slice(0, before.length - 1), before.slice(0, -1));
  const moved = identities(all.slice(700));
  const kept = moved.filter((identity) => before.includes(identity));
  assert.ok(kept.length >= before.length - 5, `${kept.length} of ${before.length} pieces are those of before`);
});

test('sets keep their pieces while the file grows by records and by sets, and as a list of format 1 becomes a set', () => {
  const loots = (count: number, from = 0): Written[] => Array.from({ length: count }, (_, n) => loot(from + n));
  const place = (region: number, records: readonly Written[]): Written => ({
    season: 0,
    region,
    locale: 'enUS',
    records,
  });
  const identities = (fields: object): readonly string[] => {
    const file = fileOf(savedFile({ ...HEAD, ...fields } as Written));
    return [...cutIntoPieces(file, { rules: RULES, share: [] })].map(formatPieceIdentity);
  };
  const [european, american] = [loots(4_000), loots(2_500, 10_000)];
  const before = identities({ format: 2, sets: [place(3, european), place(1, american)] });
  assert.ok(before.length > 4);
  // The player went home, so the set of that region is written last, and a set of another language came in between.
  const german = { ...(place(3, loots(5, 20_000)) as object), locale: 'deDE' };
  const after = identities({
    format: 2,
    sets: [place(1, american), german, place(3, [...european, ...loots(300, 4_000)])],
  });
  const gone = before.filter((identity) => !after.includes(identity));
  assert.ok(gone.length <= 1, 'at most the last piece of the set that grew');
  // Dropping a whole set changes no other one.
  assert.deepEqual(
    identities({ format: 2, sets: [place(1, american)] }).filter((identity) => !before.includes(identity)),
    [],
  );
  const { records, ...head } = { ...HEAD, records: european };
  assert.deepEqual(identities({ format: 2, sets: [{ ...head, records }] }), identities({ records }));
});

test('a source with too many records is split at the limit, and nothing is lost', () => {
  const bytes = savedFile({ ...HEAD, records: Array.from({ length: 501 }, (_, n) => loot(n)) });
  const lengths = (partRecords: number) => cutFile(bytes, [], partRecords).pieces.map(({ records }) => records.length);
  assert.deepEqual(lengths(501), [501]);
  assert.deepEqual(lengths(500), [500, 1]);
  assert.deepEqual(lengths(200), [200, 200, 101]);
});

test('all records in the example on the format page are accepted', () => {
  const page = readFileSync(new URL('../../../docs/saved-variables.md', import.meta.url), 'utf8');
  const example = /(?:^ {4}.*\n|^\n)+/m.exec(page.slice(page.indexOf('    MyAddonDB = {')))![0];
  const { pieces, judged } = cutFile(new TextEncoder().encode(example));
  assert.deepEqual(
    judged.map((one) => one.state),
    ['fit', 'fit'],
  );
  assert.equal(pieces.length, 1);
});
