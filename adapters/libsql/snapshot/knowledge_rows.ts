import type { Transaction } from '@libsql/client';
import { nameKey, vocabularyOf } from '../../../domain/knowledge/words.ts';
import type { DocumentMeta, KnowledgeLayer, NamedThing } from '../../../domain/ports/knowledge.ts';
import { jsonRows } from '../database.ts';

/** Rows of the knowledge base are added and removed but never changed. Triggers update the full-text indexes. */

/** A row to add: a document, or an entity, which lacks the fields that only documents have. */
export type KnowledgeRow = NamedThing & Partial<Omit<DocumentMeta, keyof NamedThing>>;

/**
 * The part of the knowledge base that rows belong to: a layer, and the number of the import or document set (0 for the
 * observed layer).
 */
export interface KnowledgePart {
  readonly layer: KnowledgeLayer;
  readonly part: number;
}

/** Adds rows. None of their ids may exist in the part yet. */
export async function addKnown(
  tx: Transaction,
  { layer, part }: KnowledgePart,
  rows: readonly KnowledgeRow[],
): Promise<void> {
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
export function removeKnown(tx: Transaction, of: KnowledgePart, ids: readonly string[]): Promise<boolean> {
  return remove(
    tx,
    `select n, name from knowledge where id in (select value from json_each(?)) and layer = ? and part = ?`,
    [JSON.stringify(ids), of.layer, BigInt(of.part)],
  );
}

/** Removes at most `most` rows from the part. Returns false if it is empty. */
export function removeSomeKnown(tx: Transaction, of: KnowledgePart, most: number): Promise<boolean> {
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

/** Counts for each word how many of these names contain it, as JSON pairs. */
function usesOf(names: readonly string[]): string {
  const uses = new Map<string, number>();
  for (const name of names) for (const word of vocabularyOf(name)) uses.set(word, (uses.get(word) ?? 0) + 1);
  return JSON.stringify([...uses]);
}
