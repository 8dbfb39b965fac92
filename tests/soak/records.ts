import { seeded } from '../bench/world.ts';
import { good, item, lot, npc, quest } from '../support/subjects.ts';
import * as they from '../support/verbs.ts';

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

/** The number of distinct subjects is bounded, so that memory has no reason to grow after some minutes. */
const MAKERS: readonly ((below: Below, id: string) => they.Seen)[] = [
  (below) => {
    const n = below(NPCS);
    const found = Array.from({ length: below(4) }, (_, i) => item(FIRST_ITEM + ((n * 7 + i) % ITEMS)));
    return they.looted(npc(1 + n), ...found);
  },
  (below) => {
    const n = below(NPCS);
    const place = { mapId: 1 + (n % 30), x: below(1_000) / 10, y: below(1_000) / 10 };
    return they.met(npc(1 + n), { ...place, level: 1 + (n % 60) });
  },
  (below) => {
    const n = below(QUESTS);
    return they.wasOffered(quest(1 + n), { level: 1 + (n % 60) });
  },
  (below) => they.visitedVendor(npc(1 + below(40)), good(item(FIRST_ITEM + below(100)), 25)),
  (below) => they.saw(item(FIRST_ITEM + below(ITEMS), 'Thing of the soak')),
  (below, id) => {
    const lots = Array.from({ length: 5 }, (_, i) =>
      lot(item(FIRST_ITEM + 20 * i + below(20)), 100 + below(50), 1 + below(5)),
    );
    return they.scanned(REALMS[below(REALMS.length)]!, lots, { scanId: `scan-${id}` });
  },
];

/** Returns the records of the upload with this number. They depend only on the number and the day, and none repeats. */
export function recordsOf(upload: number, todayMs: number): readonly object[] {
  const random = seeded(upload + 1);
  const below: Below = (max) => Math.floor(random() * max);
  const installId = `soak-install-${String(below(INSTALLS)).padStart(4, '0')}`;
  return Array.from({ length: UPLOAD_RECORDS }, (_, i) => {
    const id = `${upload}-${i}`;
    const capturedAt = new Date(todayMs - 1 - below(DAYS * DAY_MS)).toISOString();
    const { kind, fields } = MAKERS[below(MAKERS.length)]!(below, id);
    return { kind, installId, eventId: id, capturedAt, ...fields };
  });
}
