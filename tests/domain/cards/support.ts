import type { ItemRow } from '../../../domain/cards/item_row.ts';
import type { GameClass, GameItem, GameSet, ItemCard } from '../../../domain/ports/build.ts';
import type { DropFacts } from '../../../domain/ports/drops.ts';
import type { FactBody, FactUpdate } from '../../../domain/ports/facts.ts';
import type { SnapshotStore } from '../../../domain/ports/snapshots.ts';
import { itemRate } from '../../support/item_rate.ts';
import { replaceReads } from '../../support/replace_reads.ts';

/** A row of an item whose figures are all 0, so that it says nothing. */
const EMPTY_CARD: ItemCard = {
  binding: 0,
  unique: 0,
  armour: 0,
  damage: [],
  delayMs: 0,
  stats: [],
  resistances: [],
  durability: 0,
  bagSlots: 0,
  startsQuestId: 0,
  requiredSkillId: 0,
  requiredSkill: 0,
  allowableClass: -1,
};

/** Returns a row of the game files with zeros, changed by the test's values. */
export function gameItem(
  said: Partial<Omit<GameItem, 'card'>> = {},
  card: Partial<ItemCard> = {},
  itemId = 25,
): GameItem {
  return {
    itemId,
    classId: 15,
    subclassId: 0,
    inventoryType: 0,
    qualityId: 1,
    itemLevel: 0,
    requiredLevel: 0,
    iconId: 0,
    icon: null,
    stack: 1,
    buyPriceCopper: 0,
    sellPriceCopper: 0,
    setId: 0,
    ...said,
    card: { ...EMPTY_CARD, ...card },
  };
}

/** Returns the row with the names that its ids refer to. */
export function itemRow(item: GameItem, named: Partial<Omit<ItemRow, 'item'>> = {}): ItemRow {
  return {
    item,
    className: 'Miscellaneous',
    subclassName: 'Junk',
    set: null,
    requiredSkill: null,
    classes: [],
    startsQuest: null,
    ...named,
  };
}

/** Returns a row with null in every column, as read from tables without these columns. */
export function withoutCard(): ItemCard {
  return Object.fromEntries(Object.keys(EMPTY_CARD).map((column) => [column, null])) as unknown as ItemCard;
}

export function withoutColumns(itemId = 25): GameItem {
  return {
    ...(Object.fromEntries(Object.keys(gameItem()).map((column) => [column, null])) as unknown as GameItem),
    itemId,
    card: withoutCard(),
  };
}

/** The rows of a build that cards show. */
export interface GameFiles {
  readonly build: string;
  readonly extractedAt: string | null;
  item(itemId: number): Promise<GameItem | null>;
  itemClass(classId: number): Promise<GameClass | null>;
  set(setId: number): Promise<GameSet | null>;
  name(kind: string, id: number): Promise<string | null>;
}

/** A store whose snapshots serve this build. */
export function withGameFiles(store: SnapshotStore, files: GameFiles): SnapshotStore {
  const { build, extractedAt } = files;
  const imported = { build, extractedAt, importedAtMs: 0, protocol: '1', n: 1, items: 1, edges: {}, layerTag: '' };
  return replaceReads(store, (snapshot) => ({
    view: { ...snapshot.view, game: imported },
    game: {
      ...snapshot.game,
      fact: async (family, subject) => {
        const id = Number(subject);
        if (family === 'item') return files.item(id);
        if (family === 'class') return files.itemClass(id);
        return family === 'set' ? files.set(id) : files.name(family, id);
      },
    },
  }));
}

/** A build of these items, with a few classes, sets and names. */
export function gameFiles(items: readonly GameItem[] = [], said: Partial<GameFiles> = {}): GameFiles {
  return {
    build: '1.15.8.67156',
    extractedAt: '2026-11-01T00:00:00Z',
    item: async (itemId) => items.find((item) => item.itemId === itemId) ?? null,
    itemClass: async (classId) =>
      classId === 2
        ? { classId, name: 'Weapon', subclasses: [{ subclassId: 7, name: 'Sword' }] }
        : classId === 15
          ? { classId, name: 'Miscellaneous', subclasses: [{ subclassId: 0, name: 'Junk' }] }
          : null,
    set: async (setId) => (setId === 161 ? { setId, name: 'Defias Leather', itemIds: [1, 2, 3, 4, 5] } : null),
    name: async (kind, id) => {
      const names: Record<string, string> = { 'skill:164': 'Blacksmithing', 'zone:12': 'Filed Forest' };
      return names[`${kind}:${id}`] ?? null;
    },
    ...said,
  };
}

/** Returns a fact about a subject, or its withdrawal if `body` is null. */
export function fact(family: string, subject: string, body: FactBody | null): FactUpdate {
  return { family, subject, body };
}

export function agreed(value: unknown) {
  return { value, installs: 3 };
}

/** Returns a public source with its drops, keyed by item, or a measured zero without drops. */
export function source(
  type: 'npc' | 'object',
  id: number,
  kills: number,
  drops: Record<number, number>,
  /** Number of installs, keyed by item, for items that fewer than three installs saw. */
  few: Record<number, number> = {},
): DropFacts {
  return {
    source: { type, id },
    public: true,
    kills,
    reporters: 3,
    topWindows: Math.ceil(kills / 2),
    measuredZero: Object.keys(drops).length === 0,
    items: Object.entries(drops).map(([itemId, count]) => itemRate(Number(itemId), count, kills, few[Number(itemId)])),
  };
}
