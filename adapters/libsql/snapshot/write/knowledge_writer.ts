import { EMPTY_SNAPSHOT_ROW } from '../../../../domain/game_files/import/snapshot_row.ts';
import { NO_IMPORTANCE_EVIDENCE, scoreImportance } from '../../../../domain/knowledge/importance.ts';
import { findEntityOfGameFact } from '../../../../domain/knowledge/named_things.ts';
import type { GameFact } from '../../../../domain/ports/builds.ts';
import type { DocumentMeta, KnowledgeLayer, KnowledgeWriter, KnownEntity } from '../../../../domain/ports/knowledge.ts';
import type { SnapshotRow } from '../../../../domain/ports/snapshot_view.ts';
import type { ChangeFileWriter } from '../../../changes/writer.ts';
import { type Connection, readValue, runInTransaction, type Transaction } from '../../database.ts';
import { insertRows } from '../../insert_rows.ts';
import { createFaultWrapper, StorageError } from '../../storage_error.ts';
import { insertSnapshot, readNewestSnapshot } from '../row.ts';
import { writeWithChanges } from './changed.ts';
import { addEntries, type KnowledgePart, type RankedRow, removeEntries, removeSomeEntries } from './knowledge_rows.ts';

const wrapFaults = createFaultWrapper('snapshot');

/**
 * Removes the words of deleted rows from the full-text indexes, which would otherwise keep them until the next merge.
 * This rewrites the whole indexes, so it only runs after an erasure.
 */
export async function clearWordIndex(tx: Transaction): Promise<void> {
  for (const table of ['knowledge_names', 'knowledge_texts', 'knowledge_documents']) {
    await tx.execute(`insert into ${table} (${table}) values ('optimize')`);
  }
}

/** Adds the entities named in the facts of an import. */
export async function addGameEntities(tx: Transaction, importN: number, facts: readonly GameFact[]): Promise<void> {
  const of: KnowledgePart = { layer: 'game-files', part: importN };
  const named = facts.map(findEntityOfGameFact).filter((thing) => thing !== null);
  if (named.length === 0) return;
  // If the game's files name an entity twice, the last name wins, as it does for facts.
  const things = new Map(named.map((thing) => [thing.id, thing]));
  await removeEntries(tx, of, [...things.keys()]);
  const ranked = [...things.values()].map((thing) => rankUnseenThing(thing, of.layer));
  await addEntries(tx, of, ranked);
}

function rankUnseenThing<T extends KnownEntity>(thing: T, layer: KnowledgeLayer): T & RankedRow {
  return { ...thing, importance: scoreImportance({ layer, kind: thing.kind }, NO_IMPORTANCE_EVIDENCE) };
}

/** Number of rows to remove in one transaction. Deleting from full-text indexes is slow, especially for long texts. */
const BATCH_NAMES = 2_000;
const BATCH_DOCUMENTS = 500;

/** Removes some of an import's named entities. Returns false if none are left. */
export function removeGameEntities(tx: Transaction, importN: number): Promise<boolean> {
  return removeSomeEntries(tx, { layer: 'game-files', part: importN }, BATCH_NAMES);
}

function buildDocumentsPart(n: number): KnowledgePart {
  return { layer: 'document', part: n };
}

/** Creates the writer of document sets (domain/ports/knowledge.ts). */
export function createKnowledgeWriter(client: Connection, changes: ChangeFileWriter | null): KnowledgeWriter {
  return {
    beginDocuments: () => wrapFaults(() => runInTransaction(client, beginDocumentSet)),
    addDocuments: (n, documents) => wrapFaults(() => runInTransaction(client, (tx) => addDocuments(tx, n, documents))),
    finishDocuments: (n, writtenAtMs) =>
      wrapFaults(() => runInTransaction(client, (tx) => finishDocumentSet(tx, n, writtenAtMs, changes))),
    removeDocuments: () => wrapFaults(() => runInTransaction(client, removeOldDocuments)),
  };
}

async function beginDocumentSet(tx: Transaction): Promise<number> {
  const n = Number(await readValue(tx, 'select coalesce(max(n), 0) + 1 from knowledge_sets'));
  await insertRows(tx, 'knowledge_sets', 'n, state', [[n, 'coming']]);
  return n;
}

async function requireUnfinishedSet(tx: Transaction, n: number): Promise<void> {
  const state = await readValue(tx, 'select state from knowledge_sets where n = ?', [BigInt(n)]);
  if (state !== 'coming') throw new StorageError('DOCUMENTS_MISSING');
}

async function addDocuments(tx: Transaction, n: number, documents: readonly DocumentMeta[]): Promise<void> {
  await requireUnfinishedSet(tx, n);
  const ranked = documents.map((one) => rankUnseenThing(one, 'document'));
  await addEntries(tx, buildDocumentsPart(n), ranked);
}

async function finishDocumentSet(
  tx: Transaction,
  n: number,
  writtenAtMs: number,
  changes: ChangeFileWriter | null,
): Promise<SnapshotRow> {
  await requireUnfinishedSet(tx, n);
  await tx.execute(`update knowledge_sets set state = 'going' where state = 'whole'`);
  await tx.execute({ sql: `update knowledge_sets set state = 'whole' where n = ?`, args: [BigInt(n)] });
  const before = (await readNewestSnapshot(tx)) ?? { ...EMPTY_SNAPSHOT_ROW, n: 0, importN: null };
  const row = { ...before, n: before.n + 1, writtenAtMs };
  return writeWithChanges(tx, changes, { ...row, changeLog: 'write' }, async () => {
    await insertSnapshot(tx, row);
    return row;
  });
}

async function removeOldDocuments(tx: Transaction): Promise<boolean> {
  await tx.execute(`update knowledge_sets set state = 'going' where state = 'coming'`);
  const going = await readValue(tx, `select min(n) from knowledge_sets where state = 'going'`);
  if (typeof going !== 'number') return false;
  if (await removeSomeEntries(tx, buildDocumentsPart(going), BATCH_DOCUMENTS)) return true;
  await tx.execute({ sql: 'delete from knowledge_sets where n = ?', args: [BigInt(going)] });
  return true;
}
