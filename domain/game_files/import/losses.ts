import type { CountsByName, ImportTotals } from '../../ports/imports.ts';
import { formatQuantity } from '../../values/phrases.ts';
import type { GameTables, TableDamage } from '../tables.ts';

/**
 * Returns sentences about data that a new import would lose: missing tables, and tables with fewer than four fifths of
 * their former rows, which may have been truncated between two rows. If no table has lost rows, or if an earlier
 * release imported the old data without counting rows, compares the numbers of items, relations and other pieces
 * instead.
 */
export function describeLosses(
  before: { readonly tables: CountsByName | null; readonly pieces: CountsByName },
  after: ImportTotals,
  tables: GameTables,
): readonly string[] {
  const lost = Object.entries(before.tables ?? {}).flatMap(([name, rows]) =>
    describeTableLoss(tables, name, rows, after.tables),
  );
  return lost.length > 0 ? lost : describePieceLosses(before.pieces, after.pieces);
}

function describeTableLoss(tables: GameTables, name: string, before: number, after: CountsByName): readonly string[] {
  const table = tables.table(name);
  const rows = after[name];
  if (table === null || rows === undefined) {
    return [
      `${name}.csv: expected this table, which has ${formatQuantity(before, 'row')} in the served import; found no such file.`,
    ];
  }
  if (!isLargeLoss(before, rows)) return [];
  return [
    `${table.file}, line ${table.findings().lines}: expected at least ${formatQuantity(computeExpectedRows(before), 'row')}, four fifths of the ${before} in the served import; found ${rows} up to the end of the file.`,
  ];
}

function describePieceLosses(before: CountsByName, after: CountsByName): readonly string[] {
  return Object.entries(before)
    .filter(([label, count]) => isLargeLoss(count, after[label] ?? 0))
    .map(
      ([label, count]) =>
        `The tables, ${label}: expected at least ${computeExpectedRows(count)}, four fifths of the ${count} in the served import; found ${after[label] ?? 0}.`,
    );
}

/** Returns a sentence for each file that has this kind of damage. */
export function listDamagedTables(tables: GameTables, kind: TableDamage['kind']): readonly string[] {
  return tables.all.flatMap(({ file, findings }) => {
    const { damage } = findings();
    return damage?.kind === kind ? [`${file}, line ${damage.line}: ${damage.reason}.`] : [];
  });
}

export function countRows(tables: GameTables): CountsByName {
  return Object.fromEntries(tables.all.map(({ name, findings }) => [name, findings().rows ?? 0]));
}

function isLargeLoss(before: number, after: number): boolean {
  return after < computeExpectedRows(before);
}

function computeExpectedRows(before: number): number {
  return Math.ceil((before * 4) / 5);
}
