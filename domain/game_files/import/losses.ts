import type { Counts, ImportCounts } from '../../ports/imports.ts';
import { counted } from '../../values/phrases.ts';
import type { GameTables, TableDamage } from '../tables.ts';

/**
 * Sentences about what an import would lose against the one that is served: tables that are missing, and more than a
 * fifth of a table's rows, which is how a file looks that was cut where a row ended. Where no table has lost anything,
 * or an earlier release did not note their rows, items, relations and the like are compared.
 */
export function findLosses(
  before: { readonly tables: Counts | null; readonly pieces: Counts },
  after: ImportCounts,
  tables: GameTables,
): readonly string[] {
  const lost = Object.entries(before.tables ?? {}).flatMap(([name, rows]) =>
    tableLoss(tables, name, rows, after.tables),
  );
  return lost.length > 0 ? lost : pieceLosses(before.pieces, after.pieces);
}

function tableLoss(tables: GameTables, name: string, before: number, after: Counts): readonly string[] {
  const table = tables.table(name);
  const rows = after[name];
  if (table === null || rows === undefined) {
    return [
      `${name}.csv: expected the table, which has ${counted(before, 'row')} in the import that is served; found no such file.`,
    ];
  }
  if (!isLoss(before, rows)) return [];
  return [
    `${table.file}, line ${table.findings().lines}: expected at least ${counted(least(before), 'row')}, four fifths of the ${before} in the import that is served; found ${rows} up to the end of the file.`,
  ];
}

function pieceLosses(before: Counts, after: Counts): readonly string[] {
  return Object.entries(before)
    .filter(([label, count]) => isLoss(count, after[label] ?? 0))
    .map(
      ([label, count]) =>
        `The tables, ${label}: expected at least ${least(count)}, four fifths of the ${count} that are served; found ${after[label] ?? 0}.`,
    );
}

/** A sentence for each file that is damaged in this way. */
export function findDamaged(tables: GameTables, kind: TableDamage['kind']): readonly string[] {
  return tables.all.flatMap(({ file, findings }) => {
    const { damage } = findings();
    return damage?.kind === kind ? [`${file}, line ${damage.line}: ${damage.reason}.`] : [];
  });
}

/** The rows of each table that was read. */
export function countRows(tables: GameTables): Counts {
  return Object.fromEntries(tables.all.map(({ name, findings }) => [name, findings().rows ?? 0]));
}

function isLoss(before: number, after: number): boolean {
  return after < least(before);
}

function least(before: number): number {
  return Math.ceil((before * 4) / 5);
}
