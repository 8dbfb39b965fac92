import { type CoverageFact, coverage, parseCoverageSubject } from '../../../../domain/families/coverage.ts';
import { findMentions, MENTION_FAMILY_NAMES } from '../../../../domain/families/lookups/mentioned.ts';
import { object_pins } from '../../../../domain/families/object_pins.ts';
import { type Pin, pins } from '../../../../domain/families/pins.ts';
import type { FactBody } from '../../../../domain/ports/facts.ts';
import type { Transaction } from '../../database.ts';
import { insertRows, type SqlCell } from '../../insert_rows.ts';
import { COVERAGE_LIST, formatCoverageKey, NO_ZONE_ID } from '../list_counts.ts';
import type { ChangedFact } from './changed_fact.ts';
import { addCount, type CountChanges, type CountKey, updateListCounts } from './counts_writer.ts';
import type { TouchedEntities } from './entities_writer.ts';

/** A table by which facts are found in another way than by subject. Its rows follow from the facts of some families. */
interface Lookup {
  readonly table: 'mentions' | 'map_pins' | 'coverage';
  /** The columns of the cells. The first one is a text. */
  readonly columns: string;
  readonly families: ReadonlySet<string>;
  /** Returns the rows that follow from a public fact. The same row may be returned more than once. */
  rowsOf(fact: { readonly family: string; readonly subject: string; readonly body: object }): readonly LookupRow[];
}

interface LookupRow {
  readonly cells: readonly SqlCell[];
  /** The entity whose importance depends on its number of rows, such as `item:5`. */
  readonly entity?: string;
  readonly countedBy?: readonly CountKey[];
}

const mentionLookup: Lookup = {
  table: 'mentions',
  columns: 'type, id, family, member, chars, subject',
  families: new Set(MENTION_FAMILY_NAMES),
  rowsOf: ({ family, subject, body }) =>
    findMentions(family, { subject, body: body as FactBody }).map(({ type, id, member }) => ({
      // SQLite counts code points.
      cells: [type, id, family, member, [...subject].length, subject],
      entity: `${type}:${id}`,
    })),
};

/** The families of locations, and the kind of entity that each of them locates. */
const PINNED_KINDS: ReadonlyMap<string, 'npc' | 'object'> = new Map([
  [pins.name, 'npc'],
  [object_pins.name, 'object'],
]);

/** Subjects of the families are `<map id>:<id>`. */
const pinLookup: Lookup = {
  table: 'map_pins',
  columns: 'kind, map_id, entity_id, at, x, y',
  families: new Set(PINNED_KINDS.keys()),
  rowsOf: ({ family, subject, body }) => {
    const [mapId, id] = subject.split(':').map(Number);
    const located = (body as { readonly pins: readonly Pin[] }).pins;
    return located.map(({ x, y }, at) => ({ cells: [PINNED_KINDS.get(family), mapId, id, at, x, y] }));
  },
};

const coverageLookup: Lookup = {
  table: 'coverage',
  columns: 'kind, zone, missing, id',
  families: new Set([coverage.name]),
  rowsOf: ({ subject, body }) => {
    const { missing, zones } = body as CoverageFact;
    return Object.entries(missing).flatMap(([kind, installs]) =>
      [NO_ZONE_ID, ...zones].map((zone) => ({
        cells: [kind, zone, installs, parseCoverageSubject(subject)],
        countedBy: [kind, ''].flatMap((counted) =>
          [installs, 0].map((need): CountKey => [COVERAGE_LIST, zone, formatCoverageKey(counted, need)]),
        ),
      })),
    );
  },
};

const ALL_LOOKUPS: readonly Lookup[] = [mentionLookup, pinLookup, coverageLookup];

/** Updates the lookups after facts have changed. Must run in the transaction that writes the facts. */
export async function writeLookups(
  tx: Transaction,
  changed: readonly ChangedFact[],
  touched: TouchedEntities,
): Promise<void> {
  const counts: CountChanges = new Map();
  for (const lookup of ALL_LOOKUPS) {
    const removed: LookupRow[] = [];
    const added: LookupRow[] = [];
    for (const fact of changed.filter(({ family }) => lookup.families.has(family))) {
      const before = listLookupRows(lookup, fact, fact.before);
      const after = listLookupRows(lookup, fact, fact.after);
      for (const [cells, row] of before) if (!after.has(cells)) removed.push(row);
      for (const [cells, row] of after) if (!before.has(cells)) added.push(row);
    }
    await replaceRows(tx, lookup, removed, added);
    for (const { entity } of [...removed, ...added]) if (entity !== undefined) touched.add(entity);
    for (const { countedBy = [] } of removed) for (const key of countedBy) addCount(counts, key, -1);
    for (const { countedBy = [] } of added) for (const key of countedBy) addCount(counts, key, 1);
  }
  await updateListCounts(tx, counts);
}

/** Returns the rows of a fact with this body, by their cells as JSON. */
function listLookupRows(lookup: Lookup, { family, subject }: ChangedFact, body: string | null) {
  const rows = body === null ? [] : lookup.rowsOf({ family, subject, body: JSON.parse(body) });
  return new Map(rows.map((row) => [JSON.stringify(row.cells), row]));
}

async function replaceRows(
  tx: Transaction,
  { table, columns }: Lookup,
  removed: readonly LookupRow[],
  added: readonly LookupRow[],
): Promise<void> {
  if (removed.length > 0) {
    // SQLite uses the whole key only if the first column of the list is a text and is cast to text (seen in query plans).
    const cells = columns.split(', ').map((_, i) => (i === 0 ? 'cast(value->>0 as text)' : `value->>${i}`));
    await tx.execute({
      sql: `delete from ${table} where (${columns}) in (select ${cells.join(', ')} from json_each(?))`,
      args: [JSON.stringify(removed.map((row) => row.cells))],
    });
  }
  const cells = added.map((row) => row.cells);
  await insertRows(tx, table, columns, cells);
}
