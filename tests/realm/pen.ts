import type { RecordKindName } from '../../schema/record_kinds.ts';
import type { Dice } from './dice.ts';
import type { Player } from './people.ts';
import { type Fields, instantText, type Rec } from './record.ts';

/** Records what players report. */
export interface Pen {
  write<K extends RecordKindName>(player: Player, atMs: number, kind: K, fields: Fields<K>): Rec;
  readonly written: readonly Rec[];
}

/** Gives most records an event id that contains the install id, as addons do. Some records get none. */
export function newPen(chance: Dice): Pen {
  const written: Rec[] = [];
  return {
    write: (player, atMs, kind, fields) => {
      const record = {
        kind,
        installId: player.installId,
        ...(chance.chance(0.7) ? { eventId: `${player.installId}:${written.length}` } : {}),
        capturedAt: instantText(atMs),
        ...fields,
      } as unknown as Rec;
      written.push(record);
      return record;
    },
    written,
  };
}
