import { seeded } from '../bench/world.ts';

const INSTALLS = 20;
const NPCS = 60;
const ITEMS = 300;
const QUESTS = 40;
const REALMS = ['Nordwacht', 'Sandstrand', 'Westfurt'] as const;
const DAYS = 10;
const DAY_MS = 86_400_000;

/** Number of records in one upload of the soak. */
export const UPLOAD_RECORDS = 20;

/** The first item id of the made-up build (tests/seed/tables.ts). */
export const FIRST_ITEM = 1_001;

type Below = (max: number) => number;
type Fields = Readonly<Record<string, unknown>> & { readonly kind: string };

/** The number of distinct subjects is bounded, so that memory has no reason to grow after some minutes. */
const MAKERS: readonly ((below: Below, id: string) => Fields)[] = [
  (below) => {
    const npc = below(NPCS);
    return {
      kind: 'loot',
      sourceNpcId: 1 + npc,
      sourceEvidence: 'loot-api',
      items: Array.from({ length: below(4) }, (_, i) => ({ itemId: FIRST_ITEM + ((npc * 7 + i) % ITEMS), count: 1 })),
    };
  },
  (below) => {
    const npc = below(NPCS);
    return {
      kind: 'npc_sighting',
      npcId: 1 + npc,
      name: `Creature ${npc}`,
      mapId: 1 + (npc % 30),
      x: below(1_000) / 10,
      y: below(1_000) / 10,
      level: 1 + (npc % 60),
      reaction: 'hostile',
      positionKind: 'npc',
    };
  },
  (below) => {
    const quest = below(QUESTS);
    return { kind: 'quest', questId: 1 + quest, title: `Errand ${quest}`, level: 1 + (quest % 60), rewardItemIds: [] };
  },
  (below) => ({
    kind: 'vendor',
    vendorNpcId: 1 + below(40),
    items: [{ itemId: FIRST_ITEM + below(100), priceCopper: 25 }],
  }),
  (below) => ({ kind: 'item_seen', itemId: FIRST_ITEM + below(ITEMS), name: 'Thing of the soak', quality: 'common' }),
  (below, id) => ({
    kind: 'auction_scan',
    realm: REALMS[below(REALMS.length)],
    scanId: `scan-${id}`,
    complete: true,
    items: Array.from({ length: 5 }, (_, i) => ({
      itemId: FIRST_ITEM + 20 * i + below(20),
      unitPriceCopper: 100 + below(50),
      quantity: 1 + below(5),
    })),
  }),
];

/** Returns the records of the upload with this number. They depend only on the number and the day, and none repeats. */
export function recordsOf(upload: number, todayMs: number): readonly object[] {
  const random = seeded(upload + 1);
  const below: Below = (max) => Math.floor(random() * max);
  const installId = `soak-install-${String(below(INSTALLS)).padStart(4, '0')}`;
  return Array.from({ length: UPLOAD_RECORDS }, (_, i) => {
    const id = `${upload}-${i}`;
    const capturedAt = new Date(todayMs - 1 - below(DAYS * DAY_MS)).toISOString();
    return { ...MAKERS[below(MAKERS.length)]!(below, id), installId, eventId: id, capturedAt };
  });
}
