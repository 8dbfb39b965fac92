import type { ExportLists } from '../../../schema/responses/exportLists.ts';
import { families } from '../../families/mod.ts';
import type { ExportSource } from '../../ports/exports.ts';
import type { FactFamily, PinnedEntity, SubjectFact } from '../../ports/facts.ts';
import { NAMED_ENTITIES, nameFamily } from '../names.ts';
import {
  buildGatheringRow,
  type ListRow,
  looseVendorRow,
  marketRow,
  nameRow,
  npcRow,
  objectRow,
  questRow,
  recipeRow,
  trainerRow,
  vendorRow,
} from './list_rows.ts';

/** A list of the export (contract, section 4, Lists). Reading its rows keeps only one batch of them in memory. */
export interface DatasetList {
  readonly name: keyof ExportLists;
  /** Whether no cell has a text (`csvHead`). */
  readonly isNumbers?: boolean;
  readonly rows: () => AsyncIterable<readonly object[]>;
}

export function datasetLists(source: ExportSource): readonly DatasetList[] {
  return [
    { name: 'names', rows: () => readNameRows(source) },
    { name: 'npcs', rows: () => withPins(source, 'npc', families.npcs, npcRow) },
    { name: 'objects', rows: () => withPins(source, 'object', families.objects, objectRow) },
    { name: 'vendors', isNumbers: true, rows: () => readVendorRows(source) },
    { name: 'trainers', rows: () => eachFact(source, families.trainer_services, trainerRow) },
    { name: 'quests', rows: () => eachFact(source, families.quests, questRow) },
    { name: 'recipes', rows: () => readRecipeRows(source) },
    { name: 'market', rows: () => marketDays(source) },
    { name: 'gathering', isNumbers: true, rows: () => gathering(source) },
  ];
}

async function* eachFact<F extends object, R>(
  source: ExportSource,
  family: FactFamily<F>,
  rowOf: (fact: SubjectFact<F>) => R,
): AsyncIterable<readonly R[]> {
  for await (const facts of source.facts(family)) yield facts.map(rowOf);
}

async function* readNameRows(source: ExportSource): AsyncIterable<readonly ListRow<'names'>[]> {
  for (const kind of NAMED_ENTITIES) {
    for await (const facts of source.facts(nameFamily(kind))) yield facts.flatMap((fact) => nameRow(kind, fact) ?? []);
  }
}

async function* withPins<F extends object, R>(
  source: ExportSource,
  kind: PinnedEntity['kind'],
  family: FactFamily<F>,
  rowOf: (fact: SubjectFact<F>, pins: Parameters<typeof npcRow>[1]) => R,
): AsyncIterable<readonly R[]> {
  for await (const facts of source.facts(family)) {
    const pins = await source.pinsOf(
      kind,
      facts.map(({ subject }) => Number(subject)),
    );
    yield facts.map((fact) => rowOf(fact, pins.get(Number(fact.subject)) ?? []));
  }
}

async function* readVendorRows(source: ExportSource): AsyncIterable<readonly ListRow<'vendors'>[]> {
  yield* eachFact(source, families.vendor_goods, vendorRow);
  yield* eachFact(source, families.vendor_prices, looseVendorRow);
}

async function* readRecipeRows(source: ExportSource): AsyncIterable<readonly ListRow<'recipes'>[]> {
  for await (const facts of source.facts(families.recipes)) {
    const ranges = await source.factsAmong(
      families.recipe_ranges,
      facts.map(({ subject }) => subject),
    );
    yield facts.map((fact) => recipeRow(fact, ranges.get(fact.subject)));
  }
}

async function* gathering(source: ExportSource): AsyncIterable<readonly ListRow<'gathering'>[]> {
  for await (const rates of source.gathering()) yield rates.map(buildGatheringRow);
}

async function* marketDays(source: ExportSource): AsyncIterable<readonly ListRow<'market'>[]> {
  for await (const days of source.marketDays()) yield days.map(marketRow);
}
