import { beginBuildImport, importBuild } from '../../domain/game_files/import/import_build.ts';
import {
  type BuildPiece,
  CLIENT_GROUPS,
  type ClientEdge,
  type GameClass,
  type GameItem,
} from '../../domain/ports/build.ts';
import type { SnapshotRow } from '../../domain/ports/snapshot_view.ts';
import type { SnapshotWriter } from '../../domain/ports/snapshots.ts';

/** Weapons with an axe and a nameless subclass, armour with cloth and leather. */
export const CLASSES: readonly GameClass[] = [
  {
    classId: 2,
    name: 'Weapon',
    subclasses: [
      { subclassId: 0, name: 'One-Handed Axes' },
      { subclassId: 5, name: null },
    ],
  },
  {
    classId: 4,
    name: 'Armor',
    subclasses: [
      { subclassId: 1, name: 'Cloth' },
      { subclassId: 2, name: 'Leather' },
    ],
  },
  { classId: 12, name: 'Quest', subclasses: [] },
];

const NO_CARD: GameItem['card'] = {
  binding: null,
  unique: null,
  armour: null,
  damage: null,
  delayMs: null,
  stats: null,
  resistances: null,
  durability: null,
  bagSlots: null,
  startsQuestId: null,
  requiredSkillId: null,
  requiredSkill: null,
  allowableClass: null,
};

/** Returns an item about which the game files say only what the test passes. */
export function gameItem(itemId: number, said: Partial<GameItem> = {}): GameItem {
  return {
    itemId,
    classId: null,
    subclassId: null,
    inventoryType: null,
    qualityId: null,
    itemLevel: null,
    requiredLevel: null,
    iconId: null,
    icon: null,
    stack: null,
    buyPriceCopper: null,
    sellPriceCopper: null,
    setId: null,
    card: NO_CARD,
    ...said,
  };
}

function byEnds(a: ClientEdge, b: ClientEdge): number {
  return a.fromId - b.fromId || a.toId - b.toId;
}

/** Returns the pieces of a build in import order. Edges are given as [relation, from, to]. */
export function piecesOf(
  items: readonly GameItem[],
  edges: readonly (readonly [ClientEdge['rel'], number, number])[] = [],
): readonly BuildPiece[] {
  return [
    ...CLASSES.map((itemClass) => ({ piece: 'class', itemClass }) as const),
    { piece: 'set', set: { setId: 7, name: 'A Set', itemIds: [1, 2] } },
    ...items.map((item) => ({ piece: 'item', item }) as const),
    ...CLIENT_GROUPS.flatMap((group) =>
      edges
        .filter(([rel]) => rel === group.rel)
        .map(([rel, fromId, toId]): ClientEdge => ({ rel, fromId, toId }))
        .sort(byEnds)
        .map((edge) => ({ piece: 'edge', edge }) as const),
    ),
    { piece: 'name', name: { kind: 'spell', id: 11, name: 'Bolt, "of" fire' } },
  ];
}

export const IMPORTED_AT_MS = Date.UTC(2026, 10, 20, 8);

/** Imports these pieces and publishes them. */
export async function importPieces(
  snapshots: SnapshotWriter,
  pieces: readonly BuildPiece[],
  build = '1.15.8.67156',
): Promise<SnapshotRow> {
  const taking = await beginBuildImport(
    { snapshots, clock: { nowMs: () => IMPORTED_AT_MS + 60_000 } },
    { build, extractedAt: '2026-11-19', importedAtMs: IMPORTED_AT_MS, protocol: '1.2.0' },
    'write',
    async () => true,
  );
  const row = await importBuild(taking, pieces);
  if (row === null) throw new Error('the import was not finished');
  return row;
}
