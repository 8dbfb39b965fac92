import type { Transaction } from '@libsql/client';
import { type Pin, pins as pinsRollup } from '../../../../domain/families/pins.ts';
import { insertRows } from '../../insert_rows.ts';
import type { ChangedFact } from './changed_fact.ts';

/** Updates the map pins after facts changed. Must run in the transaction that writes the facts. */
export async function writeMapPins(tx: Transaction, changed: readonly ChangedFact[]): Promise<void> {
  const placed = changed.filter(({ family }) => family === pinsRollup.name);
  if (placed.length === 0) return;
  await tx.execute({
    sql: 'delete from map_pins where (map_id, npc_id) in (select value->>0, value->>1 from json_each(?))',
    args: [JSON.stringify(placed.map(({ subject }) => endsOf(subject)))],
  });
  const rows = placed.flatMap(({ subject, after }) =>
    pinsIn(after).map(({ x, y }, at) => [...endsOf(subject), at, x, y]),
  );
  await insertRows(tx, 'map_pins', 'map_id, npc_id, at, x, y', rows);
}

function pinsIn(body: string | null): readonly Pin[] {
  return body === null ? [] : (JSON.parse(body) as { readonly pins: readonly Pin[] }).pins;
}

/** Parses a subject, which is `<map id>:<NPC id>`. */
function endsOf(subject: string): readonly number[] {
  return subject.split(':').map(Number);
}
