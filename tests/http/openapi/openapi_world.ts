import { gzipSync } from 'node:zlib';
import type { BuildPiece } from '../../../domain/ports/build.ts';
import type { ChangeFileReader } from '../../../domain/ports/change_files.ts';
import type { ExportReader, OpenExport } from '../../../domain/ports/exports.ts';
import { agreed, fact, source } from '../../domain/cards/support.ts';
import { gameItem, importPieces, piecesOf } from '../../support/game_build.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { createSnapshots, type Snapshots } from '../../support/snapshots.ts';
import {
  createWorld,
  EPOCH,
  PUBLIC_URL,
  publicEdge,
  rowsOf,
  START_MS,
  type World,
  type WorldOptions,
} from '../support.ts';
import { TALENTS, TOOL_FACTS } from './openapi_facts.ts';

/** 20 November 2026. */
const DAY = Date.UTC(2026, 10, 20) / 86_400_000;

const LINE = '{"fromKind":"item"}\n';
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const BULK_INDEX = {
  protocol: '1.2.0',
  generatedAt: new Date(START_MS).toISOString(),
  dataAsOf: null,
  build: null,
  site: `${PUBLIC_URL}/`,
  licence: 'CC BY-SA 4.0',
  licenceUrl: 'https://creativecommons.org/licenses/by-sa/4.0/',
  credit: 'Data: Third Witness contributors',
  files: [],
};

function openFile(bytes: Uint8Array<ArrayBuffer>, format: string): OpenExport {
  return {
    byteLength: bytes.byteLength,
    sha256: SHA256,
    format,
    data: 'observed',
    stream: (from, to) => new Blob([bytes.slice(from, to)]).stream(),
    close: async () => {},
    closed: Promise.resolve(),
  };
}

const FILES = {
  identity: new TextEncoder().encode(LINE),
  gzip: new Uint8Array(gzipSync(LINE)),
};

export const EXPORTS: ExportReader = {
  index: async () => new TextEncoder().encode(JSON.stringify(BULK_INDEX)),
  open: async (name, twin) => {
    if (name === 'addons/questie.lua') return openFile(FILES[twin], 'lua');
    if (name === 'lists/names.csv') return openFile(FILES[twin], 'csv');
    return name === 'edges.ndjson' ? openFile(FILES[twin], 'ndjson') : null;
  },
  health: async () => ({ state: 'ok', reason: null, writtenAtMs: START_MS }),
};

/** Every change file has the same content. */
export const CHANGES: ChangeFileReader = {
  files: async (_epoch, after, upTo) =>
    Array.from({ length: upTo - after }, (_, i) => {
      const n = after + 1 + i;
      const counts = { rows: 2, bytes: LINE.length, sha256: SHA256 };
      return { n, previous: n - 1, ...counts, writtenAtMs: START_MS };
    }),
  open: async (_epoch, _n, twin) => openFile(FILES[twin], 'ndjson'),
};

const WRITTEN = { writtenAtMs: START_MS, dataAsOfMs: START_MS - 228_000 };

/** The time never changes after the last snapshot. */
const STILL = { clock: { nowMs: () => START_MS }, stopwatch: { elapsedMs: () => 0 } };

/** The public data of the example world, which the document's examples show. */
const CHANGE = snapshotChange(2, {
  row: WRITTEN,
  corpus: [rowsOf('loot', 0, 3), rowsOf('item_seen', 0, 2)],
  facts: [
    fact('items', '25', { name: agreed('Worn Shortsword'), quality: agreed('common'), itemLevel: agreed(2) }),
    fact('items', '27', { name: agreed('Torn Cape') }),
    fact('npcs', '6', { name: agreed('Kobold'), levels: [agreed(5), agreed(7)], reactions: [agreed('hostile')] }),
    fact('npcs', '8', { name: agreed('Innkeeper') }),
    fact('objects', '62', { name: agreed('Battered Chest') }),
    fact('quests', '3', {
      title: agreed('An Errand'),
      level: agreed(12),
      giver: agreed(8),
      turnIn: agreed(8),
      rewards: [agreed(25)],
    }),
    fact('vendor_goods', '8:25', { prices: [agreed(35)] }),
    fact('maps', '14', { name: agreed('Elwynn') }),
    fact('pins', '14:6', { pins: [{ x: 45, y: 62, installs: 3 }] }),
    fact('realms', 'stormrage', { spelling: 'Stormrage' }),
    ...TOOL_FACTS,
  ],
  edges: [
    publicEdge('dropped_by:item:npc:25:6'),
    publicEdge('dropped_by:item:object:25:61'),
    publicEdge('sold_by:item:npc:25:8'),
    publicEdge('reward_from:item:quest:25:3'),
    publicEdge('located_in:npc:zone:6:14'),
  ],
  drops: [
    source('npc', 6, 40, { 25: 3 }),
    source('object', 61, 24, { 25: 12 }),
    source('npc', 7, 40, {}),
    source('object', 62, 30, {}),
  ],
  market: [
    {
      subject: { realmKey: 'stormrage', itemId: 25, day: DAY },
      houses: (['', 'Alliance', 'Horde', 'Neutral'] as const).map((house) => ({
        house,
        value: house === '' || house === 'Horde' ? { market: 15, min: 5, quantity: 220, reporters: 3 } : null,
      })),
    },
  ],
});

const SWORD = {
  classId: 2,
  subclassId: 0,
  inventoryType: 21,
  qualityId: 1,
  itemLevel: 2,
  requiredLevel: 1,
  iconId: 9,
  icon: 'inv_sword_04',
  stack: 1,
  buyPriceCopper: 35,
  sellPriceCopper: 7,
};

/** Replaces the subclass axes, which the builder of pieces uses, by swords. */
function withSwords(piece: BuildPiece): BuildPiece {
  return piece.piece === 'class' && piece.itemClass.classId === SWORD.classId
    ? { ...piece, itemClass: { ...piece.itemClass, subclasses: [{ subclassId: SWORD.subclassId, name: 'Sword' }] } }
    : piece;
}

/** Creates an app over the example world. `store` may replace its storage. */
export async function createApiWorld({ store: changed, ...options }: WorldOptions = {}): Promise<World> {
  const { store } = await createApiSnapshots();
  return createWorld({ exports: EXPORTS, changes: CHANGES, ...options, store: () => changed?.(store) ?? store });
}

/** Writes the snapshots of the example world, whose build also has these relations. */
export async function createApiSnapshots(moreEdges: Parameters<typeof piecesOf>[1] = []): Promise<Snapshots> {
  const snapshots = createSnapshots(EPOCH, STILL);
  const { writer } = snapshots;
  const edges = [['same_icon', 25, 9] as const, ...moreEdges];
  const pieces = piecesOf([gameItem(25, SWORD), gameItem(26, SWORD)], edges);
  // According to its times, the import is older than the observations.
  await importPieces(writer, [...pieces.map(withSwords), TALENTS]);
  for (const change of [CHANGE, snapshotChange(3, { row: WRITTEN })]) {
    await writer.write(change);
  }
  return snapshots;
}

/** Returns a port whose every method calls `does` instead. */
export function everyCall<T extends object>(port: T, does: (name: string) => unknown): T {
  return new Proxy(port, {
    get: (target, name) => {
      const own = Reflect.get(target, name) as unknown;
      return typeof own === 'function' ? () => does(String(name)) : own;
    },
  });
}
