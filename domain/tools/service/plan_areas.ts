import type { everloot_plan } from '../../../schema/tools/service.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import type { InstanceCounts } from './instance_counts.ts';

/** Facts about an instance that determine the rows of the plan. */
interface PlanState {
  /** True if an upload has ever been accepted. */
  readonly connected: boolean;
  /** True if a build of the game has been imported. */
  readonly built: boolean;
  readonly counts: InstanceCounts;
  readonly keys: boolean;
  readonly selfGrants: boolean;
  readonly exports: 'ready' | 'none' | 'unreachable';
}

type PlanRow = ToolAnswer<typeof everloot_plan>['rows'][number];

/** Returns the areas of the service with their status (contract, section 6). Areas for reading come first. */
export function listPlanAreas(publicUrl: string, state: PlanState): readonly PlanRow[] {
  return [...listAreas(state), ...listQuestionAreas(state), ...listTransfers(state), DOCUMENTATION_AREA].map((row) => ({
    ...row,
    how: row.status === 'waiting' ? `${row.how} ${MISSING_DATA_REASONS[row.area] ?? ''}`.trim() : row.how,
    url: `${publicUrl}${row.url}`,
  }));
}

/** Hints about the data that a waiting area still needs. */
const MISSING_DATA_REASONS: Readonly<Partial<Record<PlanRow['area'], string>>> = {
  feed: 'It is empty until players upload.',
  drop_rates: 'It is empty until three installs have looted one creature or object.',
  edges: 'It is empty until three installs report one relation, or the operator imports a build of the game.',
  items: 'It is empty until the operator imports a build of the game (import-game-files).',
  market: 'It is empty until three installs have scanned the auctions of one realm.',
  hover_cards: 'There are none until players upload.',
  knowledge: 'It is empty until players upload, or the operator imports a build or documents (import-knowledge).',
};

function describeStatus(hasData: boolean): PlanRow['status'] {
  return hasData ? 'live' : 'waiting';
}

function isAboveZero(count: number | null): boolean {
  return (count ?? 0) > 0;
}

/** Returns the areas that have lists, for readers who build datasets. */
function listAreas({ counts, built }: PlanState): readonly PlanRow[] {
  return [
    {
      area: 'feed',
      title: 'Raw feed',
      status: describeStatus(isAboveZero(counts.records)),
      url: '/api/corpus/public',
      how: 'Every anonymous public record, paged, but for loot reports that only guess what was looted: without install ids, with event and scan ids replaced by keyed digests, texts trimmed and composed (NFC). Follow next until it is null, and send since to get only what is new. Ask for three installs before you publish a number made from it.',
    },
    {
      area: 'drop_rates',
      title: 'Drop rates',
      url: '/api/rollups/drops',
      status: describeStatus(isAboveZero(counts.rates) || isAboveZero(counts.measuredZeros)),
      how: 'How often each looted source held each item, with kills and the range that holds the true rate with a probability of 96%, and sources that never held anything. For one item or NPC, ask item_page or npc_page.',
    },
    {
      area: 'edges',
      title: 'Relations',
      url: '/api/edges',
      status: describeStatus(isAboveZero(counts.observedEdges) || isAboveZero(counts.clientEdges)),
      how: 'What drops, sells, rewards, makes or is found where, observed and from the game’s files, each row labelled; filter by rel, evidence and ids.',
    },
    {
      area: 'items',
      title: 'Items of the game’s files',
      status: describeStatus(built),
      url: '/api/items',
      how: 'Every item of the imported build by class, subclass, slot and quality, unconfirmed; /api/items/categories says which there are.',
    },
    {
      area: 'market',
      title: 'Auction market',
      status: describeStatus(isAboveZero(counts.realms)),
      url: '/api/market/prices',
      how: 'Market values by realm and house; without a realm it lists the realms. For one item, ask market_value or auction_history.',
    },
  ];
}

function listQuestionAreas({ connected, built }: PlanState): readonly PlanRow[] {
  return [
    {
      area: 'tools',
      title: 'Tools over HTTP',
      status: 'live',
      url: '/schema/index.json',
      how: 'GET /api/tools/{tool} with the arguments in the query string; the index lists the tools, and each one’s schema says what it takes and answers.',
    },
    {
      area: 'mcp',
      title: 'Tool server',
      status: 'live',
      url: '/mcp',
      how: 'The same tools for model clients: add this address as a server that speaks the Model Context Protocol over streamable HTTP.',
    },
    {
      area: 'hover_cards',
      title: 'Hover cards',
      status: describeStatus(connected),
      url: '/docs',
      how: 'GET /api/tooltip/{type}/{id} gives the card of an item, NPC, quest or object as JSON, to any origin; its page is at /{type}/{id}.',
    },
    {
      area: 'knowledge',
      title: 'Knowledge base',
      status: describeStatus(connected || built),
      url: '/schema/mcp/search_knowledge.json',
      how: 'Names and texts of everything known, each with source and licence: ask search_knowledge with words, get_by_name with a whole name, get_entity with an id.',
    },
  ];
}

const EXPORTS_TEXT =
  'Everything public as files of one JSON object a line; the index names each with its rows and SHA-256.';

const EXPORT_AREA_TEXTS = {
  ready: EXPORTS_TEXT,
  none: `${EXPORTS_TEXT} Nothing was exported yet: the files come with the first snapshot.`,
  unreachable: `${EXPORTS_TEXT} They cannot be read just now: ask again later.`,
} as const;

function listTransfers({ exports, keys, selfGrants }: PlanState): readonly PlanRow[] {
  return [
    {
      area: 'exports',
      title: 'Exports',
      status: describeStatus(exports === 'ready'),
      url: '/export/index.json',
      how: EXPORT_AREA_TEXTS[exports],
    },
    {
      area: 'uploads',
      title: 'Uploads',
      status: 'live',
      url: '/api/intake',
      how: 'POST what an addon saved, as JSON by /schema/upload.json. No account is needed; sending a file twice counts once, and a fact is public once three installs report it.',
    },
    {
      area: 'keys',
      title: 'Keys',
      status: keys ? 'live' : 'off',
      url: '/connect#keys',
      how: keys
        ? 'Reading needs none; a free key raises the hourly limits and the page size. Send it as Authorization: Bearer or X-API-Key, never in an address.'
        : 'Keys are switched off here: everything can be read without one, and a key that is sent is ignored.',
    },
    {
      area: 'grants',
      title: 'Grants',
      status: 'live',
      url: '/connect#grants',
      how: selfGrants
        ? 'Records that name a guild or a character are taken in only under a grant. The operator issues them; the holder of an install id may issue its own for gear, gold and collection.'
        : 'Records that name a guild or a character are taken in only under a grant, which the operator issues.',
    },
  ];
}

const DOCUMENTATION_AREA: PlanRow = {
  area: 'docs',
  title: 'Documentation',
  status: 'live',
  url: '/docs',
  how: 'How to use the service; the whole API as OpenAPI 3.1 is at /api/openapi.json, JSON Schemas of records and answers at /schema/index.json.',
};
