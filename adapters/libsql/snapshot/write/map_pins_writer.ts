import type { Transaction } from '@libsql/client';
import { object_pins } from '../../../../domain/families/object_pins.ts';
import { type Pin, pins } from '../../../../domain/families/pins.ts';
import { insertRows } from '../../insert_rows.ts';
import type { ChangedFact } from './changed_fact.ts';

/** Updates the map pins after facts have changed. Must run in the transaction that writes the facts. */
export async function writeMapPins(tx: Transaction, changed: readonly ChangedFact[]): Promise<void> {
  const placed = changed.filter(({ family }) => PLACED_KINDS.has(family));
  if (placed.length === 0) return;
  await tx.execute({
    sql: `delete from map_pins
          where (map_id, kind, entity_id) in (select value->>0, value->>1, value->>2 from json_each(?))`,
    args: [JSON.stringify(placed.map(pinKey))],
  });
  const rows = placed.flatMap((fact) => readPins(fact.after).map(({ x, y }, at) => [...pinKey(fact), at, x, y]));
  await insertRows(tx, 'map_pins', 'map_id, kind, entity_id, at, x, y', rows);
}

/** The families of locations, and the kind of entity that each of them locates. */
const PLACED_KINDS: ReadonlyMap<string, 'npc' | 'object'> = new Map([
  [pins.name, 'npc'],
  [object_pins.name, 'object'],
]);

function readPins(body: string | null): readonly Pin[] {
  return body === null ? [] : (JSON.parse(body) as { readonly pins: readonly Pin[] }).pins;
}

/** Returns the map, kind and id of a fact of these families. Its subject is `<map id>:<id>`. */
function pinKey({ family, subject }: ChangedFact): readonly [mapId: number, kind: string, id: number] {
  const [mapId, id] = subject.split(':').map(Number) as [number, number];
  return [mapId, PLACED_KINDS.get(family)!, id];
}
