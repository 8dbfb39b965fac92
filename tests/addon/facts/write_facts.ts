import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import { FACT_CLIENTS, FACTS_FILE, type Fact, type FactClient } from './facts.ts';
import { enumsRead, functionsRead, wordsLikeEvents } from './names.ts';

/**
 * Writes the facts about real clients that the addon depends on: which client has which of the names that the addon
 * uses. Run it after the addon begins to use a new name: `node --import tsx tests/addon/facts/write_facts.ts FOLDER`,
 * where FOLDER has the descriptions of clients as `wow.json.gz`, `wow_classic_era.json.gz` and so on.
 */

interface ClientDescription {
  readonly version: string;
  readonly build: number;
  readonly interface: number;
  readonly functions: Readonly<Record<string, readonly (string | null)[]>>;
  readonly events: Readonly<Record<string, readonly string[]>>;
  readonly enums: Readonly<Record<string, { readonly values: Readonly<Record<string, number>> }>>;
  readonly structures: Readonly<Record<string, readonly string[]>>;
}

const SOURCES: Readonly<Record<FactClient, string>> = {
  era: 'wow_classic_era',
  anniversary: 'wow_anniversary',
  mists: 'wow_classic',
  mainline: 'wow',
};

/** Structures that the addon reads. Their names are in no source file, because Lua has no types. */
const STRUCTURES = [
  ...['C_Map.UiMapDetails', 'C_GossipInfo.GossipQuestUIInfo', 'C_QuestLog.QuestInfo'],
  ...['C_MerchantFrame.MerchantItemInfo', 'TradeSkillRecipeInfo', 'ProfessionInfo', 'CraftingRecipeSchematic'],
  ...['CraftingReagentSlotSchematic', 'CraftingReagent', 'C_AuctionHouse.BrowseResultInfo'],
  ...['C_AuctionHouse.CommoditySearchResultInfo', 'C_AuctionHouse.ItemSearchResultInfo'],
];

const HEADER = `# What the clients have of the names that the addon uses. Made by tests/addon/facts/write_facts.ts: do not edit.
# From wowless/wowless, August 2026 (MIT). Columns: what, name, clients, details.
`;

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder with the descriptions of clients.');
const descriptions = FACT_CLIENTS.map((client) => {
  const packed = readFileSync(join(folder, `${SOURCES[client]}.json.gz`));
  return { client, has: JSON.parse(gunzipSync(packed).toString()) as ClientDescription };
});

/** Returns one fact for each different description of a name, with the clients that agree about it. */
function factsAbout(
  what: Fact['what'],
  names: readonly string[],
  describe: (has: ClientDescription, name: string) => readonly (string | null)[] | undefined,
): readonly string[] {
  return names.flatMap((name) => {
    const clients = new Map<string, string[]>();
    for (const { client, has } of descriptions) {
      const details = describe(has, name)
        ?.map((detail) => detail ?? '?')
        .join(' ');
      if (details !== undefined) clients.set(details, [...(clients.get(details) ?? []), client]);
    }
    return [...clients].map(([details, which]) => `${what}\t${name}\t${which.join(' ')}\t${details}`.trimEnd());
  });
}

function hasNamespace({ functions }: ClientDescription, name: string): boolean {
  return Object.keys(functions).some((key) => key.startsWith(`${name}.`));
}

const functions = functionsRead();
const namespaces = [...new Set(functions.flatMap((name) => /^(C_\w+)\./.exec(name)?.[1] ?? []))];
const lines = [
  ...descriptions.map(({ client, has: { version, build, interface: number } }) => {
    return `client\t${client}\t${client}\t${version} ${build} ${number}`;
  }),
  ...factsAbout('namespace', namespaces, (has, name) => (hasNamespace(has, name) ? [] : undefined)),
  ...factsAbout('function', functions, (has, name) => has.functions[name]),
  ...factsAbout('event', wordsLikeEvents(), ({ events }, name) => events[name]),
  ...factsAbout('enum', enumsRead(), ({ enums }, name) => {
    const [family, value] = name.split('.') as [string, string];
    const number = enums[family]?.values[value];
    return number === undefined ? undefined : [String(number)];
  }),
  ...factsAbout('structure', STRUCTURES, ({ structures }, name) => structures[name]),
];
writeFileSync(FACTS_FILE, `${HEADER}${lines.join('\n')}\n`);
