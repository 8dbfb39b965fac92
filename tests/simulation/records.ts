import { instantText, type Rec } from '../realm/record.ts';
import type { RecordSketch } from './commands.ts';

export const START_MS = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export function installOf(install: number): string {
  return `install-of-simulation-${install}`;
}
/** A text that only this install reports. */
export function signatureOf(install: number): string {
  return `Only install ${install} tells of this`;
}

function below(n: number): number[] {
  return Array.from({ length: n }, (_, i) => 1 + i);
}

/**
 * Builds the record as an addon writes it, with the fields in schema order. A bad record lacks a field that its kind
 * requires.
 */
export function recordOf(sketch: RecordSketch): Rec {
  const { install, kind, event, bad } = sketch;
  const head = {
    kind,
    installId: installOf(install),
    ...(event === null ? {} : { eventId: `event-${event}` }),
    capturedAt: instantText(capturedAtOf(sketch)),
  };
  return (bad ? head : { ...head, ...fieldsOf(sketch) }) as unknown as Rec;
}

/** No two reports of money have the same time. Records of other kinds often do. */
function capturedAtOf({ kind, install, variant, day, event }: RecordSketch): number {
  const ofDay = START_MS - day * DAY_MS;
  if (kind !== 'gold_snapshot') return ofDay - (variant % 3) * 60 * MINUTE_MS;
  return ofDay - (event ?? 400) * MINUTE_MS - install * 1_000;
}

function fieldsOf({ install, kind, subject, variant }: RecordSketch): object {
  const id = 1 + subject;
  switch (kind) {
    case 'loot':
      return {
        ...(subject === 3 ? { sourceObjectId: id } : { sourceNpcId: id }),
        ...(variant === 5 ? {} : { sourceEvidence: 'loot-api' }),
        items: below(variant % 4).map((itemId) => ({ itemId, count: 1 })),
      };
    case 'npc_sighting':
      return {
        npcId: id,
        name: variant === 5 ? `Other ${id}` : `Creature ${id}`,
        mapId: 10 + (variant % 2),
        x: 40 + 0.5 * (variant % 3),
        y: 60.2,
        level: 5 + (variant % 2),
        reaction: 'hostile',
        ...(variant === 4 ? {} : { positionKind: 'npc' }),
      };
    case 'quest':
      return {
        questId: id,
        title: `Errand ${id}${variant === 5 ? ' of old' : ''}`,
        level: 12,
        ...(variant % 2 === 0 ? { giverNpcId: id } : {}),
        rewardItemIds: below(variant % 3),
      };
    case 'vendor':
      return {
        vendorNpcId: id,
        items: below(1 + (variant % 2)).map((itemId) => ({ itemId, priceCopper: 10 + variant })),
      };
    case 'item_seen':
      return { itemId: id, name: variant === 5 ? signatureOf(install) : `Thing ${id}`, quality: 'common' };
    case 'gold_snapshot':
      return { character: 'Mirabel', realm: 'Sandstrand', copper: 1_000 + variant };
  }
}
