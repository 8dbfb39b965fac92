/** A published limit. `unit` is the unit of `value`. */
interface Limit {
  readonly value: number | string;
  readonly unit: string;
  readonly description: string;
}

function limit<const V extends number | string>(value: V, unit: string, description: string) {
  return { value, unit, description };
}

/**
 * Request budgets of an IPv6 network, as a multiple of one client's budget. A household gets a /56 or less, a company
 * a /48. Each of their 256 or 65,536 subnets counts as a client, so without these limits one person could use that
 * many budgets. The multiples leave room for several people behind one connection. IPv4 has no such limit, because
 * neighbouring addresses belong to strangers and many people may share one address.
 */
const NETWORKS_PER_56 = 3;
const BUDGETS_PER_48 = 5;
export const KEYS_PER_DAY = 5;

/**
 * The contract's limits (contract, sections 1 to 3), served as `/schema/limits.json`. Limits on individual record
 * fields are in the record kind's schema instead.
 */
export const LIMITS = {
  bodyBytesMax: limit(
    1_000_000,
    'bytes',
    'Size of one upload request, both compressed and decompressed; larger ones are answered with 413.',
  ),
  mcpBodyBytesMax: limit(
    100_000,
    'bytes',
    'Size of one message to the tool-protocol server at /mcp; larger ones are answered with 413.',
  ),
  uploaderBodyBytesMax: limit(600_000, 'bytes', 'Size of a request that an uploader should not exceed.'),
  recordsPerUploadMax: limit(2_000, 'records', 'Records in one upload request.'),
  recordsPerFileMax: limit(
    100_000,
    'records',
    'Records one saved-variables file may hold before an uploader splits it.',
  ),
  addonVersionLengthMax: limit(20, 'characters', 'Length of addonVersion in the upload envelope.'),
  clientBuildLengthMax: limit(100, 'characters', 'Length of clientBuild in the upload envelope.'),
  seasonMax: limit(99, 'season', 'Highest season in the upload envelope, by the client’s number.'),
  regionMax: limit(99, 'region', 'Highest region in the upload envelope, by the client’s number.'),
  protocolLengthMax: limit(64, 'characters', 'Length of protocol in the upload envelope.'),
  grantTokensMax: limit(16, 'tokens', 'Grant tokens in one upload; more are answered with 400.'),
  budgetsPer56Max: limit(
    NETWORKS_PER_56,
    'budgets',
    'Requests that all clients of one IPv6 /56 network may make together, as a multiple of the budget of one.',
  ),
  budgetsPer48Max: limit(BUDGETS_PER_48, 'budgets', 'The same for one IPv6 /48 network.'),
  keysPerNetworkMax: limit(
    BUDGETS_PER_48 * KEYS_PER_DAY,
    'keys',
    'Keys that one IPv6 /48 network may make at /connect#keys in a day.',
  ),
  // More keys than readers need in a day, but too few to evict clients from the rate limiter's memory.
  keysPerDayMax: limit(1_000, 'keys', 'Keys that all readers together may make at /connect#keys in a day.'),
  // Equals the maximum number of grants that an upload can carry.
  ownGrantsMax: limit(
    16,
    'grants',
    'Valid grants that the holder of an install id has issued for it, without expired and revoked ones.',
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
    'Elements that one install may report of one kind for one UTC day of capturedAt: the entries of a record’s lists, or one for a record without lists. Repeats are free. Census and auctions have their own limits.',
  ),
  dayCensusElementsMax: limit(200_000, 'characters', 'The same for census_seen.'),
  dayAuctionElementsMax: limit(5_000_000, 'items', 'The same for auction_scan and for auction_snapshot.'),
  refusedValueLengthMax: limit(80, 'characters', 'Length of a refused value that the reason quotes.'),
  installsToPublish: limit(
    3,
    'installs',
    'Distinct installs that must report a fact before it is public; for a market day, reporters.',
  ),
  exportFilesMax: limit(
    64,
    'files',
    'Export files that are sent at the same time; further requests wait briefly and are then answered with 503.',
  ),
  exportFilesPerClientMax: limit(16, 'files', 'Export files that are sent to one client at the same time.'),
  changeStreamsMax: limit(500, 'streams', 'Streams of the change feed at the same time; others are answered with 503.'),
  changeStreamsPerClientMax: limit(20, 'streams', 'Streams of the change feed of one client at the same time.'),
  compareBytesMax: limit(5_000_000, 'bytes', 'Size of a table sent to /compare; larger ones are answered with 413.'),
  compareRowsMax: limit(100_000, 'rates', 'Rates in a table sent to /compare.'),
  offsetMin: limit(0, 'rows', 'Smallest offset of a list.'),
  limitMin: limit(1, 'rows', 'Smallest limit of a list; a limit above the page size is capped to it.'),
  pageRowsDefault: limit(500, 'rows', 'Rows of a page without a limit parameter.'),
  pageRowsAnonymousMax: limit(500, 'rows', 'Rows of a page without a key.'),
  pageRowsKeyedMax: limit(5_000, 'rows', 'Rows of a page with a key.'),
  pageBytesMax: limit(
    4_000_000,
    'bytes',
    'Size of the rows of a page, decompressed. A page ends before the row that would exceed it, unless that is its first row; next continues with that row.',
  ),
  marketRealmLengthMin: limit(2, 'characters', 'Length of the realm parameter of market prices.'),
  marketRealmLengthMax: limit(40, 'characters', 'Length of the realm parameter of market prices.'),
  marketItemsMax: limit(2_000, 'items', 'Items in one market answer, most units first.'),
} as const satisfies Record<string, Limit>;

/** Minimum and maximum lengths, in characters, of fields in records and of arguments to tools and commands. */
export const LENGTHS = {
  installId: { min: 8, max: 64 },
  session: { min: 22, max: 22 },
  guild: { min: 2, max: 60 },
  realm: { min: 2, max: 60 },
  /** A realm's name with the mark of its region, such as ` (EU)`. */
  markedRealm: { min: 2, max: 65 },
  character: { min: 2, max: 30 },
  profession: { min: 1, max: 40 },
  collection: { min: 1, max: 40 },
  build: { min: 0, max: 100 },
  /** A segment of a URL path. */
  slug: { min: 1, max: 80 },
  /** A question or search words. */
  query: { min: 1, max: 1_000 },
  /** The beginning of a name, as typed. */
  suggest: { min: 1, max: 60 },
  /** Name of an entry in the knowledge base. */
  knownName: { min: 1, max: 1_000 },
  snippet: { min: 0, max: 200 },
  documentText: { min: 0, max: 200_000 },
  /** An attribution line. */
  credit: { min: 0, max: 500 },
  /** A name in the game's files. */
  fileName: { min: 0, max: 300 },
} as const;

/** Maximum length of the answer to a question, in characters. */
export const ANSWER_CHARS_MAX = 6_000;

/** Maximum number of installs that a reported subject can still need. */
export const INSTALLS_MISSING_MAX = LIMITS.installsToPublish.value - 1;

/** Highest skill level in a profession. */
export const SKILL_MAX = 450;

/** Maximum number of reagents in one recipe. */
export const REAGENTS_MAX = 8;

/** Highest id of a player class. The client's class masks have 32 bits. */
export const CLASS_ID_MAX = 31;

/** Number of days that various answers look back. */
export const DAYS_BACK = {
  /** Reports counted for population and talents. */
  daily: 30,
  /** Market values behind the median `historical`. */
  historical: 60,
  /** Lines in the change log. */
  changeLog: 90,
} as const;

/**
 * A market day is unusual if its value is more than `factor` times, or less than that fraction, of the median of the
 * `days` public days before it. Days with fewer than `daysNeeded` before them are never called unusual.
 */
export const UNUSUAL_PRICE = { days: 14, daysNeeded: 7, factor: 3 } as const;

/**
 * The trend of an item's market value covers `trendDays` calendar days. Its change over a week compares the newest public
 * day with one from `days` to `daysMax` days before, if at least `daysNeeded` of the days from there on are public.
 */
export const PRICE_MOVEMENT = { trendDays: 14, days: 7, daysMax: 10, daysNeeded: 4 } as const;

/**
 * Maximum lengths of lists in answers. Both the schemas and the code that builds the lists use these values. Tools with
 * a limit argument define their own maximum.
 */
export const LIST_MAX = {
  marketRealms: 10_000,
  coverage: { subjects: 200, zones: 100 },
  /** Applies separately to item classes, the subclasses of one class, slots, and qualities. */
  categories: 1_000,
  /** Pins for each map, source, vendor or trainer. */
  pins: 100,
  drops: 100,
  /** Reports by only one or two players, in each list. */
  seenByFew: 40,
  prices: 100,
  auctionDays: 400,
  recipes: 200,
  ledgers: 100,
  namesakes: 50,
  searchResults: 10,
  suggestions: 10,
  changeFiles: 500,
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
  objectPage: { maps: 30 },
  questPage: { rewards: 50, chains: 20, maps: 5 },
  talentPlan: { nodes: 500, ranks: 20, plans: 5, planNodes: 100 },
} as const;

/** Maximum id, and maximum count of anything, in the client's catalogues. */
export const ID_MAX = 2_000_000_000;

/** Maximum number of sources of each kind that a crafting answer lists for an item. */
export const CRAFT_SOURCES_MAX = 3;
