import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { PUBLIC_KINDS, RECORD_KINDS } from '../../schema/record_kinds.ts';
import { INTERNAL_SHAPES, RESPONSE_SHAPES } from '../../schema/response_shapes.ts';
import { TOOLS } from '../../schema/tool_contracts.ts';
import { textOf } from './documents.ts';

/** The lists in the contract (contract, section 5; contract, section 4, Response shapes). */
const SPEC_PUBLIC =
  'npc_sighting, loot, quest, vendor, item_seen, guild_snapshot, raid_lockout, attendance, loot_award, gear_snapshot, collection_catalog, collection_owned, auction_scan, recipe_seen, price_seen, recipe_observed, trainer_seen, gold_snapshot, money_event, map_bounds';
const SPEC_PRIVATE =
  'achievement_catalog, reputation_catalog, title_catalog, quest_chain_catalog, achievement_owned, reputation_owned, title_owned, quest_owned, auction_snapshot, addon_seen, talent_snapshot, census_self, census_seen';
const SPEC_SHAPES =
  'attribution, gameDataNotice, apiError, page, corpusPublicResponse, marketRealmsResponse, marketPricesResponse, dropsResponse, edgesResponse, itemsResponse, itemCategoriesResponse, toolAnswerResponse, tooltipResponse, bulkIndex, intakeRequest, intakeReceipt, intakeRefused, healthResponse';
const SPEC_TOOLS =
  'search_knowledge, get_entity, get_by_name, search, fetch, answer_sources, profession_path, recipe_thresholds, item_page, npc_page, object_page, quest_page, vendor_page, world_map_near, entity_relations, item_categories, talent_tree, talent_plan, collection_gap, completion_progress, guild_board, auction_history, market_value, gold_ledger, population, recent_changes, ecosystem_projects, everloot_plan';
const NAMED: Readonly<Record<string, string>> = {
  guild_snapshot: 'guild',
  raid_lockout: 'guild',
  attendance: 'guild',
  loot_award: 'guild',
  gear_snapshot: 'gear',
  gold_snapshot: 'gold',
  money_event: 'gold',
  collection_owned: 'collection',
};

function sorted(list: string): string[] {
  return list.split(', ').sort();
}

function filesOf(folder: string): string[] {
  return readdirSync(new URL(`../../schema/${folder}/`, import.meta.url))
    .filter((file) => !['mod.ts', 'more.ts'].includes(file))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
}

test('every record kind is exported under its own name, by a file that mod.ts lists', () => {
  const lines = textOf('schema/records/mod.ts').trim().split('\n');
  assert.deepEqual(
    lines,
    filesOf('records').map((name) => `export * from './${name}.ts';`),
  );
  const kinds = filesOf('records').flatMap((name) =>
    [...textOf(`schema/records/${name}.ts`).matchAll(/^export const (\w+) = \w+\((?:'\w+', )?'\1', /gm)].map(
      ([, kind]) => kind!,
    ),
  );
  assert.deepEqual([...RECORD_KINDS.keys()], kinds.sort());
});

test('every response shape is exported by a file that mod.ts or more.ts lists', () => {
  const mod = textOf('schema/responses/mod.ts') + textOf('schema/responses/more.ts');
  const shapes = filesOf('responses').flatMap((file) => {
    const text = textOf(`schema/responses/${file}.ts`);
    const names = Array.from(text.matchAll(/^export const (\w+) = (?:open|strict)Object\(/gm), ([, name]) => name!);
    const [, listed = ''] = new RegExp(`^export \\{([^}]*)\\} from './${file}.ts';$`, 'm').exec(mod) ?? [];
    assert.deepEqual(listed.match(/\w+/g)?.sort(), names.toSorted());
    return names;
  });
  assert.deepEqual([...RESPONSE_SHAPES.keys(), ...INTERNAL_SHAPES.keys()].sort(), shapes.sort());
});

test('the kinds are those of the contract: 20 public, 13 private, 8 of them named', () => {
  const all = [...RECORD_KINDS.values()];
  assert.deepEqual([...PUBLIC_KINDS].sort(), sorted(SPEC_PUBLIC));
  assert.deepEqual(
    all.filter((kind) => kind.visibility === 'private').map((kind) => kind.kind),
    sorted(SPEC_PRIVATE),
  );
  assert.equal(all.length, 33);
  assert.deepEqual(
    Object.fromEntries(all.filter((kind) => kind.sharing !== null).map((kind) => [kind.kind, kind.sharing])),
    Object.fromEntries(Object.entries(NAMED).sort()),
  );
});

test('the response shapes are the 18 of the contract', () => {
  assert.deepEqual([...RESPONSE_SHAPES.keys()].sort(), sorted(SPEC_SHAPES));
  assert.equal(RESPONSE_SHAPES.size, 18);
});

test('every tool has a contract and a rule of its name, which the mod.ts of both folders list', () => {
  const namesIn = (mod: string): readonly string[] =>
    [...textOf(mod).matchAll(/\{([^}]*)\}/g)].flatMap(([, names]) => names!.match(/\w+/g) ?? []).sort();
  const names = [...TOOLS.keys()];
  assert.deepEqual(names, names.toSorted());
  assert.deepEqual(namesIn('schema/tools/mod.ts'), names);
  assert.deepEqual(namesIn('domain/tools/mod.ts'), names);
  for (const [name, tool] of TOOLS) assert.equal(tool.name, name);
});

test('the tools are the 28 of the contract', () => {
  assert.deepEqual([...TOOLS.keys()].sort(), sorted(SPEC_TOOLS));
  assert.equal(TOOLS.size, 28);
});
