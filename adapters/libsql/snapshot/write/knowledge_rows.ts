import { IMPORTANCE_MAX } from '../../../../domain/knowledge/importance.ts';
import { foldName } from '../../../../domain/knowledge/words.ts';
import type { DocumentMeta, KnowledgeLayer, KnownEntity } from '../../../../domain/ports/knowledge.ts';
import { readJson, readValue, type Transaction } from '../../database.ts';

/** A row to add: a document, or an entity, which lacks the fields that only documents have. */
export interface RankedRow extends KnownEntity, Partial<Omit<DocumentMeta, keyof KnownEntity>> {
  readonly importance: number;
}

/** A layer, and the number of an import or document set in it, which is 0 for the observed layer. */
export interface KnowledgePart {
  readonly layer: KnowledgeLayer;
  readonly part: number;
}

export const OBSERVED_ROWS: KnowledgePart = { layer: 'observed', part: 0 };

/**
 * Rows per importance. A row's number is `(IMPORTANCE_MAX - importance) * NUMBERS + place`, so that the most important
 * rows have the lowest numbers, and full-text indexes return them first.
 */
const NUMBERS_PER_IMPORTANCE = 2 ** 36;

/**
 * Places of observed entities, by kind: the kind's index in this list times `IDS_PER_KIND`, plus the id. So the order
 * of observed entries does not depend on when they were written. New kinds are appended.
 */
const KINDS = ['zone', 'item', 'npc', 'quest', 'object', 'faction', 'quest_chain', 'achievement', 'title', 'recipe'];
const IDS_PER_KIND = 2 ** 31;

/** The place of the first row that is numbered in the order of writing. */
const FIRST_OTHER_NUMBER = 2 ** 35;

/** Returns the importance of the row with this number. */
export function computeImportance(n: number): number {
  return IMPORTANCE_MAX - Math.floor(n / NUMBERS_PER_IMPORTANCE);
}

/** SQL for the importance of the row of `knowledge` called `k`. */
export const IMPORTANCE_SQL = `${IMPORTANCE_MAX} - k.n / ${NUMBERS_PER_IMPORTANCE}`;

/** Adds rows to a part that contains none of their ids yet. Triggers update the full-text indexes. */
export async function addEntries(
  tx: Transaction,
  { layer, part }: KnowledgePart,
  rows: readonly RankedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const numbers = layer === 'observed' ? rows.map(numberEntity) : await takeNextNumbers(tx, rows);
  const columns = rows.map(({ id, kind, extId, name, url, source, licence, date, version, text }, i) => [
    ...[numbers[i], id, kind, extId, name, foldName(name), url ?? null, source ?? null, licence ?? null, date ?? null],
    ...[version ?? null, text],
  ]);
  await tx.execute({
    sql: `insert into knowledge (layer, part, n, id, kind, ext_id, name, folded, url, source, licence, date, version, text)
          select ?, ?, value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8,
            value->>9, value->>10, value->>11 from json_each(?) order by 3`,
    args: [layer, BigInt(part), JSON.stringify(columns)],
  });
}

function numberEntity({ kind, extId, importance }: RankedRow): number {
  return findFirstNumber(importance) + KINDS.indexOf(kind) * IDS_PER_KIND + Number(extId);
}

function findFirstNumber(importance: number): number {
  return (IMPORTANCE_MAX - importance) * NUMBERS_PER_IMPORTANCE;
}

async function takeNextNumbers(tx: Transaction, rows: readonly RankedRow[]): Promise<readonly number[]> {
  const next = new Map<number, number>();
  for (const importance of new Set(rows.map((row) => row.importance))) {
    const first = findFirstNumber(importance);
    const last = await readValue(tx, 'select max(n) from knowledge where n >= ? and n < ?', [
      BigInt(first + FIRST_OTHER_NUMBER),
      BigInt(first + NUMBERS_PER_IMPORTANCE),
    ]);
    next.set(importance, typeof last === 'number' ? last + 1 : first + FIRST_OTHER_NUMBER);
  }
  return rows.map(({ importance }) => {
    const n = next.get(importance)!;
    next.set(importance, n + 1);
    return n;
  });
}

/** Removes the rows with these ids from the part. Returns false if it has none of them. */
export function removeEntries(tx: Transaction, of: KnowledgePart, ids: readonly string[]): Promise<boolean> {
  return removeFoundRows(tx, `id in (select value from json_each(?)) and layer = ? and part = ?`, [
    JSON.stringify(ids),
    of.layer,
    BigInt(of.part),
  ]);
}

/** Removes at most `most` rows from the part. Returns false if the part is empty. */
export function removeSomeEntries(tx: Transaction, of: KnowledgePart, most: number): Promise<boolean> {
  return removeFoundRows(tx, `layer = ? and part = ? limit ?`, [of.layer, BigInt(of.part), BigInt(most)]);
}

async function removeFoundRows(tx: Transaction, where: string, args: (string | bigint)[]): Promise<boolean> {
  const sql = `select json_group_array(n) from (select n from knowledge where ${where})`;
  const found = await readJson<number>(tx, sql, args);
  await removeRows(tx, found);
  return found.length > 0;
}

/** Removes the rows with these numbers. Triggers update the full-text indexes. */
export async function removeRows(tx: Transaction, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await tx.execute({
    sql: 'delete from knowledge where n in (select value from json_each(?))',
    args: [JSON.stringify(numbers)],
  });
}
