import type { FactUpdate } from '../../../../domain/ports/facts.ts';
import type { SnapshotPart } from '../../../../domain/ports/snapshots.ts';
import { readJson, type Transaction } from '../../database.ts';
import { insertRows, overwrite } from '../../insert_rows.ts';
import type { NoteRows } from './changed.ts';
import type { ChangedFact } from './changed_fact.ts';
import { type TouchedEntities, touchEntities } from './entities_writer.ts';
import { writeLookups } from './lookups_writer.ts';

/**
 * Maximum number of facts to write at a time, and maximum bytes of stored facts to read for comparison. Both limit the
 * JSON held in memory.
 */
const BATCH_FACTS = 2_000;
const STORED_BYTES_MAX = 4_000_000;

/**
 * Writes facts. Changed facts are updated, and unchanged facts are not written. Facts that are no longer public are
 * deleted, as is every subject of `wholeFamilies` that is not given. Notes the changed facts, and adds the entities whose
 * entries may have changed to `touched`.
 */
export async function writeFacts(
  tx: Transaction,
  { facts, wholeFamilies }: Pick<SnapshotPart, 'facts' | 'wholeFamilies'>,
  touched: TouchedEntities,
  note: NoteRows,
): Promise<void> {
  const stated = wholeFamilies.length === 0 ? facts : [...facts, ...(await findOldFacts(tx, facts, wholeFamilies))];
  for (let from = 0; from < stated.length; ) {
    const some = stated.slice(from, from + BATCH_FACTS);
    const { stored, cut } = await readStoredFacts(tx, some);
    const changed = await writeFactBatch(tx, some.slice(0, cut), stored, touched);
    await note(changed.map(({ family, subject, before, after }) => ({ list: family, key: subject, before, after })));
    from += cut;
  }
}

/**
 * Reads the stored bodies of these facts, by index in the list, up to a limit of bytes. `cut` is the index of the first
 * fact that was not read.
 */
async function readStoredFacts(
  tx: Transaction,
  facts: readonly FactUpdate[],
): Promise<{ readonly stored: ReadonlyMap<number, string>; readonly cut: number }> {
  const rows = await readJson<readonly [index: number, body: string | null]>(
    tx,
    `select json_group_array(json_array(i, iif(upto <= ${STORED_BYTES_MAX} or upto = bytes, body, null))) from (
       select i, body, bytes, sum(bytes) over (order by i rows unbounded preceding) as upto from (
         select asked.key as i, f.body, octet_length(f.body) as bytes from json_each(?) as asked
         cross join facts as f on f.family = asked.value->>0 and f.subject = asked.value->>1))`,
    [JSON.stringify(facts.map(({ family, subject }) => [family, subject]))],
  );
  const first = rows.find(([, body]) => body === null);
  const read = rows.filter((row): row is readonly [number, string] => row[1] !== null);
  return { stored: new Map(read), cut: first?.[0] ?? facts.length };
}

/** Returns withdrawals of those stored facts of these families that are not among the given facts. */
async function findOldFacts(
  tx: Transaction,
  facts: readonly FactUpdate[],
  families: readonly string[],
): Promise<readonly FactUpdate[]> {
  const gone: FactUpdate[] = [];
  for (const family of families) {
    const stated = new Set(facts.filter((fact) => fact.family === family).map(({ subject }) => subject));
    const stored = await readJson<string>(tx, 'select json_group_array(subject) from facts where family = ?', [family]);
    for (const subject of stored) if (!stated.has(subject)) gone.push({ family, subject, body: null });
  }
  return gone;
}

/** Writes facts and returns those that changed. */
async function writeFactBatch(
  tx: Transaction,
  facts: readonly FactUpdate[],
  subjects: ReadonlyMap<number, string>,
  touched: TouchedEntities,
): Promise<readonly ChangedFact[]> {
  const changed = facts
    .map(({ family, subject, body }, i) => {
      const after = body === null ? null : JSON.stringify(body);
      return { family, subject, before: subjects.get(i) ?? null, after };
    })
    .filter(({ before, after }) => before !== after);
  if (changed.length === 0) return [];
  await tx.execute({
    sql: `delete from facts where (family, subject) in (select value->>0, value->>1 from json_each(?))`,
    args: [
      JSON.stringify(changed.filter(({ after }) => after === null).map(({ family, subject }) => [family, subject])),
    ],
  });
  const rows = changed
    .filter(({ after }) => after !== null)
    .map(({ family, subject, after }) => [family, subject, after]);
  await insertRows(tx, 'facts', 'family, subject, body', rows, overwrite('body'));
  for (const { family, subject } of changed) touchEntities(touched, family, subject);
  await writeLookups(tx, changed, touched);
  return changed;
}
