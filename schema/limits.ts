/** A published limit. `description` says what it bounds; `unit` what `value` counts. */
interface Limit {
  readonly value: number | string;
  readonly unit: string;
  readonly description: string;
}

function limit<const V extends number | string>(value: V, unit: string, description: string) {
  return {
    value,
    unit,
    description,
  };
}

/**
 * How many budgets of one client an IPv6 network has. A household is given a /56 or less, a company a /48; each of their
 * 256 or 65,536 subnets counts as a client, so without these bounds one person could use as many budgets. Several people
 * behind one connection find room in them. An IPv4 address has none around it: neighbouring addresses belong to
 * strangers, and one address often stands for many people already.
 */
const BUDGETS_PER_56 = 3;
const BUDGETS_PER_48 = 5;
const KEYS_PER_DAY = 5;

/**
 * Every limit of the contract that is no bound of a single record field (those stand beside the field, in its kind's
 * schema): its name, value and unit (contract, sections 1 to 3). Served as `/schema/limits.json`.
 */
export const LIMITS = {
  bodyBytesMax: limit(
    1_000_000,
    'bytes',
    'One upload request, on the wire and after unpacking; above it the answer is 413.',
  ),
  mcpBodyBytesMax: limit(
    100_000,
    'bytes',
    'One message to the tool-protocol server at /mcp; above it the answer is 413.',
  ),
  uploaderBodyBytesMax: limit(600_000, 'bytes', 'What an uploader should put in one request.'),
  recordsPerUploadMax: limit(2_000, 'records', 'Records in one upload request.'),
  recordsPerFileMax: limit(
    100_000,
    'records',
    'Records one saved-variables file may hold before an uploader splits it.',
  ),
  addonVersionLengthMax: limit(20, 'characters', 'Length of addonVersion in the upload envelope.'),
  clientBuildLengthMax: limit(100, 'characters', 'Length of clientBuild in the upload envelope.'),
  protocolLengthMax: limit(64, 'characters', 'Length of protocol in the upload envelope.'),
  grantTokensMax: limit(16, 'tokens', 'Grant tokens in one upload; more are 400.'),
  budgetsPer56Max: limit(
    BUDGETS_PER_56,
    'budgets',
    'Requests that all clients of one IPv6 /56 network may make together, as a multiple of the budget of one.',
  ),
  budgetsPer48Max: limit(BUDGETS_PER_48, 'budgets', 'The same for one IPv6 /48 network.'),
  keysPerNetworkMax: limit(
    BUDGETS_PER_48 * KEYS_PER_DAY,
    'keys',
    'Keys that one IPv6 /48 network may make at /connect#keys in a day.',
  ),
  // More readers than an instance finds in a day, and too few to crowd the clients that are remembered.
  keysPerDayMax: limit(1_000, 'keys', 'Keys that all readers together may make at /connect#keys in a day.'),
  // As many as an upload can bring along: more could not be used at a time.
  ownGrantsMax: limit(
    16,
    'grants',
    'Grants that the holder of an install id has issued for it and that hold, neither expired nor revoked.',
  ),
  auctionRealmsPerUploadMax: limit(
    3,
    'realms',
    'Distinct auction realms in one upload; records of further realms are rejected.',
  ),
  capturedAtEarliest: limit('2004-11-23', 'date', 'The earliest day a record may have been captured on.'),
  capturedAtAheadMaxS: limit(86_400, 'seconds', 'How far in the future of its receipt a record may claim to be.'),
  dayElementsMax: limit(
    1_000_000,
    'elements',
    'What one install may tell of one kind for one UTC day of capturedAt: entries of its records’ lists, one where a record has none. Repeats cost nothing. Census and auctions have limits of their own.',
  ),
  dayCensusElementsMax: limit(200_000, 'characters', 'The same for census_seen.'),
  dayAuctionElementsMax: limit(5_000_000, 'items', 'The same for auction_scan and for auction_snapshot.'),
  refusedValueLengthMax: limit(80, 'characters', 'How much of a refused value the reason repeats.'),
  installsToPublish: limit(
    3,
    'installs',
    'Distinct installs that must report a fact before it is public; for a market day, reporters.',
  ),
  exportFilesMax: limit(64, 'files', 'Files of the export that are sent at a time; more wait a moment, then 503.'),
  exportFilesPerClientMax: limit(16, 'files', 'How many of them to one client.'),
  offsetMin: limit(0, 'rows', 'Smallest offset of a list.'),
  limitMin: limit(1, 'rows', 'Smallest limit of a list; a limit above the page size is capped to it.'),
  pageRowsDefault: limit(500, 'rows', 'Rows of a page where no limit is asked for.'),
  pageRowsAnonymousMax: limit(500, 'rows', 'Rows of a page without a key.'),
  pageRowsKeyedMax: limit(5_000, 'rows', 'Rows of a page with a key.'),
  pageBytesMax: limit(
    4_000_000,
    'bytes',
    'The rows of a page, unpacked: a page ends before the row that would pass it, unless that is its first, and next goes on behind.',
  ),
  marketRealmLengthMin: limit(2, 'characters', 'Length of the realm parameter of market prices.'),
  marketRealmLengthMax: limit(40, 'characters', 'Length of the realm parameter of market prices.'),
  marketItemsMax: limit(2_000, 'items', 'Items in one market answer, most units first.'),
} as const satisfies Record<string, Limit>;

/** How often one client may call: `anonymous` per address, `keyed` per key; null where the endpoint reads no key. */
interface RequestBudget {
  readonly anonymous: number;
  readonly keyed: number | null;
  readonly windowS: number;
  readonly description: string;
}

const HOUR_S = 3_600;
const DAY_S = 86_400;

function budget(anonymous: number, keyed: number | null, description: string, windowS = HOUR_S) {
  return {
    anonymous,
    keyed,
    windowS,
    description,
  };
}

/** Requests a window of each endpoint; each budget counts apart (contract, section 1, Rate limits). */
export const REQUEST_BUDGETS = {
  corpus: budget(30, 2_000, 'GET /api/corpus/public'),
  drops: budget(30, 2_000, 'GET /api/rollups/drops'),
  edges: budget(120, 2_000, 'GET /api/edges'),
  items: budget(120, 2_000, 'GET /api/items'),
  market: budget(120, null, 'GET /api/market/prices'),
  tools: budget(
    240,
    2_000,
    'GET /api/tools/{tool} and /api/tools, and the pages /search, /profession/{slug} and /upload/{uploadId}',
  ),
  mcp: budget(240, 2_000, 'the tool-protocol server at /mcp'),
  tooltip: budget(
    3_600,
    null,
    'GET /api/tooltip/{type}/{id}, all other pages with facts but the first, their pictures, /coverage.json and the lists for search engines',
  ),
  intake: budget(240, null, 'POST /api/intake, and the forms of /connect but the one that makes a key'),
  // A download in parts is a request for each part.
  exports: budget(240, null, 'GET /export/{name}, each part that is asked for with Range; the index is not limited'),
  keys: budget(KEYS_PER_DAY, null, 'creating a key at /connect#keys', DAY_S),
} as const satisfies Record<string, RequestBudget>;

export type BudgetName = keyof typeof REQUEST_BUDGETS;

/** What a caller may have of something, without a key and with one. */
export interface Quota {
  readonly anonymous: number;
  readonly keyed: number;
}

/** Lengths, in characters, of what records hold and tools and commands ask for. */
export const LENGTHS = {
  installId: { min: 8, max: 64 },
  guild: { min: 2, max: 60 },
  realm: { min: 2, max: 60 },
  character: { min: 2, max: 30 },
  profession: { min: 1, max: 40 },
  collection: { min: 1, max: 40 },
  build: { min: 0, max: 100 },
  /** A word of an address. */
  slug: { min: 1, max: 80 },
  /** A question, or words that are looked for. */
  query: { min: 1, max: 1_000 },
  /** The name of an entry of the knowledge base. */
  knownName: { min: 1, max: 1_000 },
  snippet: { min: 0, max: 200 },
  documentText: { min: 0, max: 200_000 },
  /** A line of credit, as answers ask for it. */
  credit: { min: 0, max: 500 },
  /** A name of the game's files. */
  fileName: { min: 0, max: 300 },
} as const;

/** The greatest skill in a profession. */
export const SKILL_MAX = 450;

/** Reagents of one recipe. */
export const REAGENTS_MAX = 8;

/** The greatest id of a player class: the client's masks of classes have 32 bits. */
export const CLASS_ID_MAX = 31;

/** How many days back figures and the change log go. */
export const DAYS_BACK = {
  /** Of the reports that population and talents are counted over. */
  daily: 30,
  /** Of the market values that `historical` is the mean of. */
  historical: 60,
  /** Of the lines of the change log. */
  changeLog: 90,
} as const;

/**
 * The most entries that a list of an answer has: its schema and the rule that fills it take it from here. A tool whose
 * caller names a limit says its bounds itself.
 */
export const LIST_MAX = {
  marketRealms: 10_000,
  /** Classes of items, subclasses of one, slots, qualities. */
  categories: 1_000,
  /** Of each map, of each source, and of each vendor or trainer. */
  pins: 100,
  drops: 100,
  /** Of what one or two players saw, in each list apart. */
  seenByFew: 40,
  prices: 100,
  auctionDays: 400,
  recipes: 200,
  ledgers: 100,
  namesakes: 50,
  searchResults: 10,
  collectionGap: { missing: 150, owned: 50, ids: 50_000, sources: 200 },
  completion: { categories: 2_000, missing: 150, unknownIds: 50_000 },
  guildBoard: { lockouts: 200, attendance: 100, awards: 200 },
  itemPage: {
    sources: 60,
    vendors: 40,
    vendorsCompared: 200,
    quests: 40,
    maps: 3,
    madeBy: 10,
    reagentFor: 30,
    teaches: 10,
    collections: 50,
    sourcesOfCollection: 50,
    marketRealms: 50,
    markets: 10,
  },
  itemInFiles: { damages: 10, stats: 20, resistances: 10, setItems: 100, spells: 15 },
  npcPage: { levels: 100, maps: 30, goods: 100, services: 200, quests: 50, trains: 20 },
  vendorPage: { maps: 30, goods: 200 },
  questPage: { rewards: 50, chains: 20, maps: 5 },
  talentPlan: { nodes: 500, ranks: 20, plans: 5, planNodes: 100 },
} as const;
