import type { ExportLists } from '../../../schema/responses/exportLists.ts';
import { families } from '../../families/mod.ts';
import type { ExportSource } from '../../ports/exports.ts';
import type { FactFamily, PinnedEntity, SubjectFact } from '../../ports/facts.ts';
import { findNameFamily, NAMED_ENTITIES } from '../names.ts';
import {
  buildGatheringRow,
  type ListRow,
  toAnyVendorRow,
  toMarketRow,
  toNameRow,
  toNpcRow,
  toObjectRow,
  toQuestRow,
  toRecipeRow,
  toTrainerRow,
  toVendorRow,
} from './list_rows.ts';

/** A list of the export (contract, section 4, Lists). Reading its rows keeps only one batch of them in memory. */
export interface DatasetList {
  readonly name: keyof ExportLists;
  /** Whether no cell has a text (`formatCsvHead`). */
  readonly isNumbers?: boolean;
  readonly rows: () => AsyncIterable<readonly object[]>;
}

export function createDatasetLists(source: ExportSource): readonly DatasetList[] {
  return [
    { name: 'names', rows: () => readNameRows(source) },
    { name: 'npcs', rows: () => readRowsWithPins(source, 'npc', families.npcs, toNpcRow) },
    { name: 'objects', rows: () => readRowsWithPins(source, 'object', families.objects, toObjectRow) },
    { name: 'vendors', isNumbers: true, rows: () => readVendorRows(source) },
    { name: 'trainers', rows: () => readFactRows(source, families.trainer_services, toTrainerRow) },
    { name: 'quests', rows: () => readFactRows(source, families.quests, toQuestRow) },
    { name: 'recipes', rows: () => readRecipeRows(source) },
    { name: 'market', rows: () => readMarketDays(source) },
    { name: 'gathering', isNumbers: true, rows: () => readGatheringRows(source) },
  ];
}

async function* readFactRows<F extends object, R>(
  source: ExportSource,
  family: FactFamily<F>,
  rowOf: (fact: SubjectFact<F>) => R,
): AsyncIterable<readonly R[]> {
  for await (const facts of source.facts(family)) yield facts.map(rowOf);
}

async function* readNameRows(source: ExportSource): AsyncIterable<readonly ListRow<'names'>[]> {
  for (const kind of NAMED_ENTITIES) {
    for await (const facts of source.facts(findNameFamily(kind)))
      yield facts.flatMap((fact) => toNameRow(kind, fact) ?? []);
  }
}

async function* readRowsWithPins<F extends object, R>(
  source: ExportSource,
  kind: PinnedEntity['kind'],
  family: FactFamily<F>,
  rowOf: (fact: SubjectFact<F>, pins: Parameters<typeof toNpcRow>[1]) => R,
): AsyncIterable<readonly R[]> {
  for await (const facts of source.facts(family)) {
    const ids = facts.map(({ subject }) => Number(subject));
    const pins = await source.pinsOf(kind, ids);
    yield facts.map((fact) => rowOf(fact, pins.get(Number(fact.subject)) ?? []));
  }
}

async function* readVendorRows(source: ExportSource): AsyncIterable<readonly ListRow<'vendors'>[]> {
  yield* readFactRows(source, families.vendor_goods, toVendorRow);
  yield* readFactRows(source, families.vendor_prices, toAnyVendorRow);
}

async function* readRecipeRows(source: ExportSource): AsyncIterable<readonly ListRow<'recipes'>[]> {
  for await (const facts of source.facts(families.recipes)) {
    const subjects = facts.map(({ subject }) => subject);
    const ranges = await source.factsAmong(families.recipe_ranges, subjects);
    yield facts.map((fact) => toRecipeRow(fact, ranges.get(fact.subject)));
  }
}

async function* readGatheringRows(source: ExportSource): AsyncIterable<readonly ListRow<'gathering'>[]> {
  for await (const rates of source.gathering()) yield rates.map(buildGatheringRow);
}

async function* readMarketDays(source: ExportSource): AsyncIterable<readonly ListRow<'market'>[]> {
  for await (const days of source.marketDays()) yield days.map(toMarketRow);
}
