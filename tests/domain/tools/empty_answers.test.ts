import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOOL_TABLE } from '../../../http/tools/mod.ts';
import { axeWorld, importAxe } from './pages_world.ts';
import { createToolWorld, type ToolWorld } from './support.ts';

/** One question per tool that an instance with only the axe of pages_world.ts cannot answer. */
const ASKED: readonly (readonly [tool: string, query: string])[] = [
  ['answer_sources', 'question=zzzzzz'],
  ['auction_history', 'itemId=999&realm=Everlook'],
  ['collection_gap', 'collection=nothing'],
  ['completion_progress', 'area=title'],
  ['ecosystem_projects', ''],
  ['entity_relations', 'kind=item&id=999'],
  ['everloot_plan', ''],
  ['fetch', 'id=item:999'],
  ['get_by_name', 'name=zzzzzz'],
  ['get_entity', 'id=item:999'],
  ['gold_ledger', 'character=Nobody&realm=Everlook'],
  ['guild_board', 'guild=Nobody&realm=Everlook'],
  ['item_categories', ''],
  ['item_page', 'itemId=999'],
  ['market_value', 'itemId=999&realm=Everlook'],
  ['npc_page', 'npcId=999'],
  ['object_page', 'objectId=999'],
  ['population', ''],
  ['profession_path', 'profession=Nothing'],
  ['quest_page', 'questId=999'],
  ['recent_changes', 'since=2030-01-01'],
  ['recipe_thresholds', 'profession=Nothing'],
  ['search', 'query=zzzzzz'],
  ['search_knowledge', 'query=zzzzzz'],
  ['talent_plan', 'class=warrior&points=1:1'],
  ['talent_tree', 'class=warrior'],
  ['vendor_page', 'vendorNpcId=999'],
  ['world_map_near', 'mapId=999&x=1&y=2'],
];

const OF_FILES = ['item_categories', 'talent_plan', 'talent_tree'];
const OF_KNOWLEDGE = ['answer_sources', 'fetch', 'get_by_name', 'get_entity', 'search', 'search_knowledge'];

/** Returns the text of an answer, or the sentence of a refusal. */
async function said(on: ToolWorld, tool: string, query: string): Promise<string> {
  return tool === 'fetch' ? (await on.refusal(tool, query)).error : (await on.ask(tool, query)).text;
}

/** Internal and technical words that players do not know. */
const JARGON = /\b(?:null|undefined|subject|family|fact|snapshot|layer|cell|epoch|row)\b/;

const UPLOADS =
  /Nothing has been uploaded here yet, so nothing is known, which does not mean zero\. Yours could be the first/;
const BUILD = /No build of the game has been imported here.*import-game-files/s;
const DOCUMENTS = /No documents have been imported\. The operator can import some with import-knowledge\./;
const PROJECTS = /importing documents of the kind project with import-knowledge/;

test('the table asks every tool', () => {
  assert.deepEqual(
    ASKED.map(([tool]) => tool),
    [...TOOL_TABLE.keys()].sort(),
  );
});

test('on an empty instance, every tool says which reports it needs', async () => {
  const on = createToolWorld({ exports: async () => 'none' });
  await on.writeEmpty();
  for (const [tool, query] of ASKED) {
    const text = await said(on, tool, query);
    const needed = OF_FILES.includes(tool)
      ? [BUILD]
      : tool === 'ecosystem_projects'
        ? [PROJECTS]
        : OF_KNOWLEDGE.includes(tool)
          ? [UPLOADS, BUILD, DOCUMENTS]
          : [UPLOADS];
    for (const sentence of needed) assert.match(text, sentence, tool);
    assert.doesNotMatch(text, /unknown/, `${tool} lists what it does not know`);
    if (tool !== 'everloot_plan') assert.doesNotMatch(text, JARGON, tool);
  }
  const plan = (await on.ask('everloot_plan')).answer;
  for (const { area, status, how } of plan.rows) {
    if (status === 'waiting' && area !== 'exports') assert.match(how, /until .*(?:upload|three installs|import)/, area);
  }
});

test('for a subject that nobody reported, every tool says which reports it needs', async () => {
  const on = await axeWorld();
  await importAxe(on);
  const FILLS = /three players|under a grant|import-game-files|import-knowledge|since 2030-01-01/;
  for (const [tool, query] of ASKED) {
    if (['everloot_plan', 'item_categories'].includes(tool)) continue;
    const text = await said(on, tool, query);
    assert.match(text, FILLS, tool);
    assert.doesNotMatch(text, UPLOADS, tool);
    assert.doesNotMatch(text, JARGON, tool);
  }
  const { answer, text } = await on.ask('item_categories', 'item=999');
  assert.equal(answer.error, 'The build has no item 999.');
  assert.match(text, /build 1\.15\.8\.67156/);
});

test('if no document matches, only the missing data is named', async () => {
  const on = await axeWorld();
  const n = await on.writer.beginDocuments();
  const guide = { id: 'doc:a', kind: 'project', extId: null, name: 'A Site', text: 'Maps.', url: null, version: null };
  await on.writer.addDocuments(n, [{ ...guide, source: 'Us', licence: 'CC0', date: '2026-01-02' }]);
  await on.writer.finishDocuments(n, 5);
  const { text } = await on.ask('search_knowledge', 'query=zzzzzz');
  assert.doesNotMatch(text, DOCUMENTS);
  assert.match(text, BUILD);
  assert.match((await on.ask('ecosystem_projects', 'query=zzzzzz')).text, /without a query all are listed/);
  assert.match((await on.ask('ecosystem_projects')).text, /"A Site"/);
});
