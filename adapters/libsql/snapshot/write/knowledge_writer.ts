import type { Client, Transaction } from '@libsql/client';
import { unservedRow } from '../../../../domain/game_files/import/snapshot_row.ts';
import { entityOfFact, entityOfGameFact } from '../../../../domain/knowledge/named_things.ts';
import { nameKey, vocabularyOf } from '../../../../domain/knowledge/words.ts';
import type { GameFact } from '../../../../domain/ports/builds.ts';
import type { FactBody } from '../../../../domain/ports/facts.ts';
import type { DocumentMeta, KnowledgeLayer, KnowledgeWriter, NamedThing } from '../../../../domain/ports/knowledge.ts';
import type { SnapshotRow } from '../../../../domain/ports/snapshot_view.ts';
import { inTransaction, jsonRows, readValue } from '../../database.ts';
import { insertRows } from '../../insert_rows.ts';
import { StorageError, storageRunner } from '../../storage_error.ts';
import { insertRow, newestRow } from '../row.ts';

const runStorage = storageRunner('snapshot');

/** A changed fact, with its old body (null if the fact is new) and its new body (null if withdrawn), as JSON. */
export interface ChangedFact {
  readonly family: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A row to add: a document, or an entity, which lacks the fields that only documents have. */
type KnowledgeRow = NamedThing & Partial<Omit<DocumentMeta, keyof NamedThing>>;

/** A layer, and the number of an import or document set in it, which is 0 for the observed layer. */
interface KnowledgePart {
  readonly layer: KnowledgeLayer;
  readonly part: number;
}

const OBSERVED: KnowledgePart = { layer: 'observed', part: 0 };

/** Updates the observed entities after facts have changed. Must run in the transaction that writes the facts. */
export async function writeObservedEntities(tx: Transaction, changed: readonly ChangedFact[]): Promise<void> {
  const removed: string[] = [];
  const added: NamedThing[] = [];
  for (const { family, subject, before, after } of changed) {
    const [was, is] = [before, after].map((body) =>
      entityOfFact(family, subject, body === null ? null : (JSON.parse(body) as FactBody)),
    );
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    if (was != null) removed.push(was.id);
    if (is != null) added.push(is);
  }
  if (removed.length > 0) await removeKnown(tx, OBSERVED, removed);
  await addKnown(tx, OBSERVED, added);
}

/**
 * Removes the words of deleted rows from the full-text indexes, which would otherwise keep them until the next merge.
 * This rewrites the whole indexes, so it only runs after an erasure.
 */
export async function forgetWords(tx: Transaction): Promise<void> {
  for (const table of ['knowledge_names', 'knowledge_texts', 'knowledge_documents']) {
    await tx.execute(`insert into ${table} (${table}) values ('optimize')`);
  }
}

/** Adds the entities named in the facts of an import. */
export async function addGameEntities(tx: Transaction, importN: number, facts: readonly GameFact[]): Promise<void> {
  const of: KnowledgePart = { layer: 'game-files', part: importN };
  const named = facts.map(entityOfGameFact).filter((thing) => thing !== null);
  if (named.length === 0) return;
  // If the game's files name an entity twice, the last name wins, as it does for facts.
  const things = new Map(named.map((thing) => [thing.id, thing]));
  await removeKnown(tx, of, [...things.keys()]);
  await addKnown(tx, of, [...things.values()]);
}

/** Number of rows to remove in one transaction. Deleting from full-text indexes is slow, especially for long texts. */
const NAMES_AT_ONCE = 2_000;
const DOCUMENTS_AT_ONCE = 500;

/** Removes some of an import's named entities. Returns false if none are left. */
export function removeGameEntities(tx: Transaction, importN: number): Promise<boolean> {
  return removeSomeKnown(tx, { layer: 'game-files', part: importN }, NAMES_AT_ONCE);
}

function documentsOf(n: number): KnowledgePart {
  return { layer: 'document', part: n };
}

/** Creates the writer of document sets (domain/ports/knowledge.ts). */
export function knowledgeWriterOn(client: Client): KnowledgeWriter {
  return {
    beginDocuments: () => runStorage(() => inTransaction(client, begin)),
    addDocuments: (n, documents) => runStorage(() => inTransaction(client, (tx) => add(tx, n, documents))),
    finishDocuments: (n, writtenAtMs) => runStorage(() => inTransaction(client, (tx) => finish(tx, n, writtenAtMs))),
    removeDocuments: () => runStorage(() => inTransaction(client, removeOld)),
  };
}

async function begin(tx: Transaction): Promise<number> {
  const n = Number(await readValue(tx, 'select coalesce(max(n), 0) + 1 from knowledge_sets'));
  await insertRows(tx, 'knowledge_sets', 'n, state', [[n, 'coming']]);
  return n;
}

async function requireUnfinished(tx: Transaction, n: number): Promise<void> {
  const state = await readValue(tx, 'select state from knowledge_sets where n = ?', [BigInt(n)]);
  if (state !== 'coming') throw new StorageError('DOCUMENTS_MISSING');
}

async function add(tx: Transaction, n: number, documents: readonly DocumentMeta[]): Promise<void> {
  await requireUnfinished(tx, n);
  await addKnown(tx, documentsOf(n), documents);
}

async function finish(tx: Transaction, n: number, writtenAtMs: number): Promise<SnapshotRow> {
  await requireUnfinished(tx, n);
  await tx.execute(`update knowledge_sets set state = 'going' where state = 'whole'`);
  await tx.execute({ sql: `update knowledge_sets set state = 'whole' where n = ?`, args: [BigInt(n)] });
  const before = (await newestRow(tx)) ?? { ...unservedRow, n: 0, importN: null };
  const row = { ...before, n: before.n + 1, writtenAtMs };
  await insertRow(tx, row);
  return row;
}

async function removeOld(tx: Transaction): Promise<boolean> {
  await tx.execute(`update knowledge_sets set state = 'going' where state = 'coming'`);
  const going = await readValue(tx, `select min(n) from knowledge_sets where state = 'going'`);
  if (typeof going !== 'number') return false;
  if (await removeSomeKnown(tx, documentsOf(going), DOCUMENTS_AT_ONCE)) return true;
  await tx.execute({ sql: 'delete from knowledge_sets where n = ?', args: [BigInt(going)] });
  return true;
}

/** Adds rows to a part that contains none of their ids yet. Triggers update the full-text indexes. */
async function addKnown(tx: Transaction, { layer, part }: KnowledgePart, rows: readonly KnowledgeRow[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = rows.map(({ id, kind, extId, name, url, source, licence, date, version, text }) => [
    ...[id, kind, extId, name, nameKey(name), url ?? null, source ?? null, licence ?? null, date ?? null],
    ...[version ?? null, text],
  ]);
  await tx.execute({
    sql: `insert into knowledge (layer, part, id, kind, ext_id, name, folded, url, source, licence, date, version, text)
          select ?, ?, value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8,
            value->>9, value->>10 from json_each(?)`,
    args: [layer, BigInt(part), JSON.stringify(columns)],
  });
  await tx.execute({
    sql: `insert into knowledge_words (word, chars, uses)
          select value->>0, length(value->>0), value->>1 from json_each(?) where true
          on conflict (word) do update set uses = uses + excluded.uses`,
    args: [usesOf(rows.map(({ name }) => name))],
  });
}

/** Removes the rows with these ids from the part. Returns false if it has none of them. */
function removeKnown(tx: Transaction, of: KnowledgePart, ids: readonly string[]): Promise<boolean> {
  return remove(
    tx,
    `select n, name from knowledge where id in (select value from json_each(?)) and layer = ? and part = ?`,
    [JSON.stringify(ids), of.layer, BigInt(of.part)],
  );
}

/** Removes at most `most` rows from the part. Returns false if the part is empty. */
function removeSomeKnown(tx: Transaction, of: KnowledgePart, most: number): Promise<boolean> {
  return remove(tx, `select n, name from knowledge where layer = ? and part = ? limit ?`, [
    of.layer,
    BigInt(of.part),
    BigInt(most),
  ]);
}

async function remove(tx: Transaction, rows: string, args: (string | bigint)[]): Promise<boolean> {
  const gone = await jsonRows<[n: number, name: string]>(
    tx,
    `select json_group_array(json_array(n, name)) from (${rows})`,
    args,
  );
  if (gone.length === 0) return false;
  await tx.execute({
    sql: `delete from knowledge where n in (select value from json_each(?))`,
    args: [JSON.stringify(gone.map(([n]) => n))],
  });
  const uses = usesOf(gone.map(([, name]) => name));
  await tx.execute({
    sql: `delete from knowledge_words where (word, uses) in (select value->>0, value->>1 from json_each(?))`,
    args: [uses],
  });
  await tx.execute({
    sql: `update knowledge_words set uses = uses - gone.count
          from (select value->>0 as word, value->>1 as count from json_each(?)) as gone
          where gone.word = knowledge_words.word`,
    args: [uses],
  });
  return true;
}

/** Counts, for each word, how many of these names contain it. Returns the counts as JSON pairs. */
function usesOf(names: readonly string[]): string {
  const uses = new Map<string, number>();
  for (const name of names) for (const word of vocabularyOf(name)) uses.set(word, (uses.get(word) ?? 0) + 1);
  return JSON.stringify([...uses]);
}
