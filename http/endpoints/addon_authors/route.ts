import { LOADER_CODE } from '../../../domain/exports/addon_tables.ts';
import { DATA_ADDON } from '../../../domain/ports/data_addon.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { GAME_NAMES } from '../../../domain/values/game.ts';
import { ok } from '../../../domain/values/result.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import { html } from '../../pages/html.ts';
import { toBasePath } from '../../pages/layout.ts';
import { createPageRoute } from '../../pages/page_route.ts';
import { renderCode } from '../../pages/parts/copy.ts';
import { renderSections } from '../../pages/parts/section.ts';
import type { Route } from '../../pipeline/route.ts';
import { buildExportFooter, type ExportPageContext, readExportIndex, renderAddonFiles } from '../exports/page.ts';

/** Serves the page for authors of other addons: functions, files, the code that loads them, and what the licence asks. */
export function createAddonAuthorsRoute(context: ExportPageContext): Route {
  const { settings } = context;
  const base = toBasePath(settings.publicUrl);
  const attribution = createAttribution(settings);
  return createPageRoute(context, {
    path: '/addons',
    // The files change without a new snapshot.
    cachePolicy: null,
    thread: 'answering',
    primaryOnly: { bodyBytesMax: 0 },
    content: async () => {
      const index = await readExportIndex(context.exports);
      const about = settings.game === null ? '' : ` of ${GAME_NAMES[settings.game]}`;
      const main = html`<h1>For addon authors</h1>
<p>What players${about} saw, for your addon: drop rates with their counts, prices and names. It is free, also for addons that
earn money, if you <a href="#licence">give credit</a>. The files are written once a day.</p>
${renderSections([
  { id: 'functions', heading: 'Functions', content: renderFunctions() },
  { id: 'files', heading: 'Files', content: renderAddonFiles(index, base) },
  { id: 'loading', heading: 'Loading them into another addon', content: renderLoading() },
  { id: 'drop-table', heading: 'The drop table', content: renderDrops() },
  { id: 'licence', heading: 'Licence and credit', content: renderLicence(attribution, base) },
])}`;
      return ok({
        title: 'For addon authors',
        description: 'Drop rates, prices and names for game addons: functions, files, and code that loads them.',
        path: '/addons',
        ...buildExportFooter(index, attribution),
        main,
      });
    },
  });
}

function renderFunctions(): unknown {
  return html`<p>If a player has the addon <a href="#files">Third Witness Data</a>,
yours can ask it. It needs no other addon, and yours works without it. Name it in your TOC, so that the game loads it first:</p>
${renderCode(`## OptionalDeps: ${DATA_ADDON}`)}<p>How often do Kobold Vermin (6) drop Linen Cloth (2589)?</p>
${renderCode(RATE_SNIPPET, 'program')}<p>Lines for an item’s tooltip:</p>
${renderCode(TOOLTIP_SNIPPET, 'program')}<p>The table <code>ThirdWitness</code> has:</p>
<ul>
${ADDON_FUNCTIONS.map(([call, meaning, values]) => html`<li><code>${call}</code>: ${meaning}${values === '' ? '' : html` → <code>${values}</code>`}</li>\n`)}</ul>
<p><code>nil</code> means unknown, never that something does not drop, and no rate or price is 0. Percentages are estimates from 0 to
100, and the true chance is between <code>low</code> and <code>high</code> with a probability of 96%. <code>drops</code> of
<code>looted</code> are all players’ counts, so they can differ from the estimate, which may count only players on the item’s
quest. Counts and days may be <code>nil</code>. Ids may be numbers or texts; secret values give <code>nil</code>.</p>
`;
}

/** The functions of http/addon/ThirdWitness_Data/api.lua with what they return. docs/reading.md has the same list. */
const ADDON_FUNCTIONS: readonly (readonly [call: string, meaning: string, values: string])[] = [
  ['Rate(itemID, npcID)', 'how often a creature drops an item', 'percent, low, high, drops, looted, players, day'],
  ['ObjectRate(itemID, objectID)', 'the same for a chest or another object', ''],
  ['Sources(itemID)', 'up to three sources of an item, the surest first', '{ { kind, id, name, percent, low, … }, … }'],
  ['Loot(npcID)', 'up to five items of a creature, the surest first', '{ { id, name, percent, low, … }, … }'],
  ['ObjectLoot(objectID)', 'the same for an object', ''],
  ['VendorPrice(itemID)', 'the lowest price that vendors ask', 'copper, npcID'],
  ['AuctionPrice(itemID)', 'typical price of one on the player’s realm, for the player’s faction', 'copper, day'],
  ['ItemName(itemID)', 'name of an item that Loot lists', 'name'],
  ['NpcName(npcID)', 'name of a creature that Sources lists', 'name'],
  ['ObjectName(objectID)', 'name of an object that Sources lists', 'name'],
  ['Info()', 'where the data is from', '{ instance, game, snapshot, date, licence, credit }'],
  ['version', 'grows when functions are added', '1'],
];

const RATE_SNIPPET = `if ThirdWitness then
  local percent, low, high = ThirdWitness.Rate(2589, 6)
  if percent then
    print(("%.3g%%, between %.3g%% and %.3g%%"):format(percent, low, high))
  end
end`;

const TOOLTIP_SNIPPET = `local function addSources(tooltip, itemID)
  for _, source in ipairs(ThirdWitness and ThirdWitness.Sources(itemID) or {}) do
    local name = source.name or (source.kind .. " " .. source.id)
    tooltip:AddDoubleLine(name, ("%.3g%%"):format(source.percent))
  end
end`;

function renderLoading(): unknown {
  return html`<p>Make an addon whose TOC says <code>## Dependencies:</code> with the name below, and put the file into its Lua file at
the marked line. The code adds our rates pair by pair, and the other rates stay. The head of each file has the same code.</p>
${Object.entries(LOADER_CODE).map(([addon, code]) => html`<h3>${addon}</h3>\n${renderCode(code, 'program')}`)}`;
}

function renderDrops(): unknown {
  return html`<p><a href="#files">ThirdWitness_Drops.lua</a> has every rate of
sources that five players looted, with its counts, number of players, interval and day. Ship it with your addon, and your
players need no other. List it in your TOC before your own file:</p>
${renderCode('ThirdWitness_Drops.lua\nMyAddon.lua')}<p>and read it there:</p>
${renderCode(DROP_TABLE_SNIPPET, 'program')}<p>A row is
<code>item:percent:low:high:drops:looted:players:day</code>, such as <code>2589:51.2:44:58:103:201:12:2026-11-20</code>: 12 players
looted the creature 201 times, 103 times with the item, and <code>day</code> is the last day on which three of them found it, or
empty. Sources are <code>n6</code> for the NPC with the id 6 and <code>o2843</code> for the object with the id 2843.</p>
`;
}

const DROP_TABLE_SNIPPET = `local drops = ThirdWitness_Drops
local ROW = "^([%d.]+):([%d.]+):([%d.]+):(%d+):(%d+):(%d+):([^:]*)"

-- Returns percent, low, high, drops, looted, players, day, or nil if unknown.
local function dropRate(itemID, npcID)
  local rows = drops.rates["n" .. npcID]
  local row = rows and (";" .. rows):match(";" .. itemID .. ":([^;]+)")
  if not row then return nil end
  local percent, low, high, count, looted, players, day = row:match(ROW)
  return tonumber(percent), tonumber(low), tonumber(high),
    tonumber(count), tonumber(looted), tonumber(players), day ~= "" and day or nil
end`;

function renderLicence({ licence, licenceUrl, credit, source }: Attribution, base: string): unknown {
  return html`<p>The data is licensed <a rel="license" href="${licenceUrl}">${licence}</a>. Show this where users of your addon see it, such
as on its download page:</p>
${renderCode(`${credit}, ${source}, ${licence}`)}<p>In the game, the data itself says whom to credit:</p>
${renderCode(CREDIT_SNIPPET, 'program')}<p>Keep the head of the files, say what you changed, and license what you make from the data likewise; your
code keeps its own licence. <a href="${base}/terms#addons">What that means for addons</a>. You need no permission.</p>
<p>Do you have rates already? <a href="${base}/compare">Compare your table</a> with what players saw.</p>
`;
}

const CREDIT_SNIPPET = `local data = ThirdWitness and ThirdWitness.Info()
if data then print(data.credit, data.instance, data.licence) end`;
