import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import type { DataDir } from '../../../adapters/data_folder/data_dir.ts';
import { createExportFolder } from '../../../adapters/exports/folder.ts';
import { openExportEvidence } from '../../../adapters/libsql/evidence/export_evidence.ts';
import { openExportSource } from '../../../adapters/libsql/snapshot/export/source.ts';
import { type ExportTarget, writeExport } from '../../../domain/exports/write_export.ts';
import { families } from '../../../domain/families/mod.ts';
import type { ExportEvidence, ExportSource } from '../../../domain/ports/exports.ts';
import { readEvidenceRows, VOTED_FAMILIES } from '../../../domain/reads/datasets/evidence_rows.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { FIRST_IPV6_WITNESS } from '../../../domain/values/witnesses.ts';
import { exportEvidence } from '../../../schema/responses/exportEvidence.ts';
import { good, type Install, item, lot, npc, type World, world } from '../../support/world.ts';
import { type Asked, KINDS, kept, listedUploads, publish, type Sketch, snap, withStores } from '../snapshot/support.ts';
import { PUBLISHER, readExported, requestOf, servedFolder, servedIndex } from './support.ts';

type Row = Readonly<Record<string, unknown>>;

/** Returns an exporter on a data folder. `openEvidence` is null if the instance does not export evidence. */
function exporterOn(
  dir: DataDir,
  openEvidence: ExportTarget['openEvidence'] = (epoch) => openExportEvidence(dir, epoch),
): ExportTarget {
  return {
    openSource: () => openExportSource(dir),
    openEvidence,
    folder: createExportFolder(dir.exports),
    clock: { nowMs: () => 0 },
    attribution: createAttribution(PUBLISHER),
  };
}

/** Exports, and returns the text of the evidence, or null if the index does not list it. */
async function evidenceText(dir: DataDir, exporter = exporterOn(dir), reason: 'command' | 'erasure' = 'command') {
  assert.equal((await writeExport(exporter, requestOf(reason))).kind, 'written');
  const isListed = (await servedIndex(dir.exports)).more?.some(({ name }) => name === 'evidence.ndjson') === true;
  if (!isListed) return null;
  return (await readExported(await servedFolder(dir.exports), 'evidence.ndjson')).toString('utf8');
}

/** Publishes reports and returns the text of their evidence. */
function evidenceOf(reports: Iterable<Sketch>): Promise<string> {
  return withStores(async (stores, dir) => {
    await publish(stores, reports);
    return (await evidenceText(dir))!;
  });
}

function rowsOf(text: string): readonly Row[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

function anyWorld(): World {
  return world()
    .installs(3, (install) =>
      install.met(npc(6, 'Kobold')).looted(npc(6), item(5)).looted(npc(6)).saw(item(5, 'Linen')),
    )
    .installs(3, (install) =>
      install.visitedVendor(npc(54), good(item(5), 10)).scanned('Everlook', [lot(item(5), 100, 4)]),
    )
    .installs([1], (install) => install.looted(npc(6), item(7)).looted(npc(99), item(5)));
}

test('witnesses of public subjects are exported without anything that names them', async () => {
  const evidence = rowsOf(await evidenceOf(anyWorld()));
  assert.deepEqual(v.parse(exportEvidence.entries.evidence, evidence), evidence);
  const drops = evidence.filter(({ list }) => list === 'drops');
  const two = [2, [[5, 1]], 0, []];
  const three = [5, 7].map((itemId) => [itemId, 1]);
  assert.deepEqual(drops, [{ list: 'drops', sourceNpcId: 6, witnesses: [two, two, [3, three, 0, []]] }]);
  const edges = evidence.filter(({ list }) => list === 'edges');
  assert.deepEqual(edges.map(({ rel }) => rel).sort(), ['dropped_by', 'located_in', 'sold_by']);
  for (const { witnesses } of edges) assert.deepEqual(witnesses, Array(3).fill(['2026-01-09', '2026-01-09']));
  const price = {
    list: 'values',
    subject: { kind: 'vendor', id: '54:5' },
    field: 'price',
    reporters: 3,
    votes: [[10, 3]],
  };
  assert.ok(evidence.some((row) => JSON.stringify(row) === JSON.stringify(price)));
  const market = evidence.filter(({ list }) => list === 'market');
  assert.deepEqual(
    market.map(({ house, itemId, witnesses }) => [house, itemId, witnesses]),
    [[null, 5, Array(3).fill([100, 100, 4])]],
  );
  assert.doesNotMatch(JSON.stringify(evidence), /install|40\.5|18:30|event/);
});

/** What each of four players reported: alike enough to be public, and different in every list. */
const PLAYERS: readonly ((install: Install) => unknown)[] = [
  (install) => install.looted(npc(6), item(5), item(9)).looted(npc(6), item(7)).met(npc(6, 'Kobold')),
  (install) => install.looted(npc(6), item(9)).met(npc(6, 'Kobold'), { level: 8 }).looted(npc(6), item(5)),
  (install) => install.at('2026-01-08T10:00:00Z').looted(npc(6), item(5)).met(npc(6, 'Kobold')).looted(npc(6)),
  (install) => install.looted(npc(6), item(5), item(8), item(9)).met(npc(6, 'Kobolt')),
];

/** Lets players with these ids report in this order. */
function told(players: readonly number[], idOf: (player: number) => string): World {
  const reports = world();
  for (const player of players) {
    const install = reports.install(idOf(player));
    PLAYERS[player]!(install);
    install.visitedVendor(npc(54), good(item(5), 10 + (player % 2)), good(item(6), 20));
    install.visitedVendor(npc(54), good(item(5), player < 3 ? 10 : 11));
    install.scanned('Everlook', [lot(item(5), 100 + player, 4), lot(item(6), 50, 1 + player)]);
  }
  return reports;
}

test('entries do not depend on the ids of installs or on the order in which they sent', async () => {
  const evidence = await evidenceOf(told([0, 1, 2, 3], (player) => `install-${player}`));
  assert.equal(await evidenceOf(told([3, 1, 0, 2], (player) => `client-${9 - player}`)), evidence);
  for (const { witnesses } of rowsOf(evidence)) {
    if (witnesses === undefined) continue;
    const texts = (witnesses as readonly unknown[]).map((one) => JSON.stringify(one));
    assert.deepEqual(texts, texts.toSorted());
  }
});

test('of several votes on a field the one with most installs comes first, and a row is unique', async () => {
  const rows = rowsOf(await evidenceOf(told([0, 1, 2, 3], (player) => `install-${player}`)));
  const names = rows.filter(({ field }) => field === 'name');
  assert.deepEqual(names, [
    {
      list: 'values',
      subject: { kind: 'npc', id: 6 },
      field: 'name',
      reporters: 4,
      votes: [
        ['Kobold', 3],
        ['Kobolt', 1],
      ],
    },
  ]);
  const ofField = (field: string) =>
    rows.filter((row) => row['field'] === field).map(({ reporters, votes }) => [reporters, votes]);
  assert.deepEqual(
    ofField('level'),
    [
      [
        4,
        [
          [7, 3],
          [8, 1],
        ],
      ],
    ],
    'an install may report several levels, and counts once',
  );
  const keys = rows.map(({ witnesses: _witnesses, votes: _votes, ...key }) => JSON.stringify(key));
  assert.equal(new Set(keys).size, keys.length);
});

test('a source whose installs are read in several pages has one row', async () => {
  const loot = (first: number) =>
    [0, 1].map((i) => ({
      ...{ installN: first + i, windows: 4 - i, windowsIn: [4 - i], contexts: [0] },
      known: [{ isSolo: i === 0, questIds: [] }],
      items: [{ itemId: 5, drops: 1, dropsIn: [1], marked: [], firstDay: 20_000, lastDay: 20_001 }],
      receivedDay: first === 3 ? 20_002 : 20_001,
      windowsInTime: () =>
        [20_001, 20_002].map((receivedDay) => ({ receivedDay, context: 0, itemIds: [], marked: [] })),
    }));
  const source = { type: 'npc', id: 6 } as const;
  const pages = [loot(1), loot(FIRST_IPV6_WITNESS), loot(3)];
  const evidence = {
    lootOf: async (_sources: unknown, _quests: unknown, after: { readonly installN: number } | null) => {
      const at = after?.installN ?? 0;
      return {
        rows: [{ source, installs: pages[at]! }],
        next: at + 1 < pages.length ? { source: 0, installN: at + 1 } : null,
      };
    },
  } as unknown as ExportEvidence;
  const none = async function* () {};
  const exported = {
    ...{ row: { dataAsOfMs: 20_002 * 86_400_000 }, edges: none, subjects: none, marketDays: none },
    lootSources: async function* () {
      yield [source];
    },
  } as unknown as ExportSource;
  const rows: string[] = [];
  for await (const batch of readEvidenceRows(exported, evidence)) rows.push(...(batch as readonly string[]));
  const [three, four] = ['[3,[[5,1]],0,[]]', '[4,[[5,1]],4,[[5,1]]]'];
  assert.equal(
    rows[0],
    `{"list":"drops","sourceNpcId":6,"earlier":[${['[1,[],0,[]]', '[1,[],1,[]]', three, three, four, four].join()}],"witnesses":[${[three, three, three, four, four, four].join(',')}]}`,
  );
  assert.equal((JSON.parse(rows[1]!) as { witnesses: unknown[] }).witnesses.length, 6);
  assert.equal(rows.length, 2);
});

test('a relation that three installs of both address families reported together is not in it', async () => {
  const reports = anyWorld();
  for (const [n, ipv6] of [
    [4, false],
    [5, false],
    [6, true],
  ] as const) {
    reports
      .install(n, { ipv6 })
      .looted(npc(6), item(8))
      .visitedVendor(npc(55), good(item(8), 3));
  }
  const text = await withStores(async (stores, dir) => {
    assert.ok((await snap(stores, listedUploads(kept(reports)), { witnessNetworks: 2 })).ok);
    return (await evidenceText(dir))!;
  });
  const drops = rowsOf(text).find(({ list }) => list === 'drops')!;
  assert.equal((drops['witnesses'] as unknown[]).length, 6, 'the source itself is public');
  for (const row of rowsOf(text)) if (row['list'] === 'edges') assert.notEqual(row['fromId'], 8);
  assert.doesNotMatch(text, /"55:8"/);
});

test('an erasure removes the entries of the install', () =>
  withStores(async (stores, dir) => {
    const reports = kept([...anyWorld(), ...world().installs([4], (install) => install.looted(npc(6), item(9)))]);
    assert.ok((await snap(stores, listedUploads(reports))).ok);
    assert.match((await evidenceText(dir))!, /\[1,\[\[9,1\]\],0,\[\]\]/);
    const asked: Asked = { erased: [4], orders: [{ n: 1, kind: 'install', installN: 4, state: 'erased' }] };
    assert.ok((await snap(stores, listedUploads(reports, Number.POSITIVE_INFINITY, asked))).ok);
    const text = (await evidenceText(dir, exporterOn(dir), 'erasure'))!;
    assert.doesNotMatch(text, /\[9,1\]/);
    assert.equal(text, await evidenceOf(anyWorld()));
  }));

test('evidence that a builder changed after the snapshot is left out', () =>
  withStores(async (stores, dir) => {
    await publish(stores, anyWorld());
    const changed = exporterOn(dir, async (epoch) => {
      const evidence = await openExportEvidence(dir, epoch);
      return { ...evidence, step: evidence.step + 1 };
    });
    assert.equal(await evidenceText(dir, changed), null);
    assert.notEqual(await evidenceText(dir), null);
  }));

test('only records of public kinds that name no player are in it', () => {
  const [windows, scans] = [families.drops.kinds, families.market.kinds];
  const kinds = [...VOTED_FAMILIES.flatMap(([family]) => family.kinds), ...families.edges.kinds, ...windows, ...scans];
  for (const kind of kinds) assert.ok(KINDS.publicKinds.has(kind) && !KINDS.namedKinds.has(kind), kind);
});

test('without TW_EXPORT_EVIDENCE it is left out, and a served file of it makes the next export due', () =>
  withStores(async (stores, dir) => {
    await publish(stores, anyWorld());
    assert.notEqual(await evidenceText(dir), null);
    const [on, off] = [exporterOn(dir), exporterOn(dir, null)];
    const writeScheduled = async (exporter: ExportTarget) => (await writeExport(exporter, requestOf('schedule'))).kind;
    assert.equal(await writeScheduled(on), 'not-due');
    const { state } = off.folder;
    const held = { reason: 'rows are missing.', heldAtMs: 0, isDamaged: false };
    const heldState = async () => ({ ...(await state()), held });
    assert.equal(await writeScheduled({ ...off, folder: { ...off.folder, state: heldState } }), 'not-due');
    assert.equal(await writeScheduled(off), 'written');
    assert.deepEqual(
      (await servedIndex(dir.exports)).more?.filter(({ dataset }) => dataset === 'evidence'),
      [],
    );
    assert.equal(await writeScheduled(off), 'not-due');
  }));
