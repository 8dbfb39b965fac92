/**
 * Client for Third Witness, in one file without dependencies. It runs in Node 20 and newer, Deno and browsers.
 *
 *     import { createClient } from './third_witness.ts';
 *     const client = createClient();
 *     for await (const page of client.pages('/api/edges', { query: { rel: 'dropped_by' } })) console.log(page.edges);
 *
 * Observed data are licensed CC BY-SA 4.0: show the credit of `attribution` wherever you show them.
 */

/** The instance that served this file. */
const INSTANCE = 'https://witness.example';

export interface ClientOptions {
  /** Address of the instance. Defaults to the instance that served this file. */
  readonly url?: string;
  /** An API key. It raises the limits; reading needs none. */
  readonly key?: string;
  /** Longest total time for which one call waits if the instance asks it to (Retry-After), in seconds. Default: 60. */
  readonly maxWaitSeconds?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** A refused request. The message is the sentence of the answer. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly url: string;
  /** The parameter that is wrong, or null if the request was refused for another reason. */
  readonly field: string | null;
  /** Seconds after which the instance accepts the request again, or null if it did not say. */
  readonly retryAfterSeconds: number | null;
  /** Address for creating a free key, or null if a key would not help. */
  readonly getAKey: string | null;
  /** The body, if it is JSON. */
  readonly body: unknown;

  constructor(response: Response, text: string) {
    const body = parseJson(text) as { readonly error?: unknown; readonly getAKey?: unknown } | null;
    const sentence = typeof body?.error === 'string' ? body.error : `The status is ${response.status}.`;
    super(sentence);
    this.status = response.status;
    this.url = response.url;
    const [first = ''] = sentence.split(' ');
    this.field = response.status === 400 && PARAMETERS.has(first) ? first : null;
    this.retryAfterSeconds = readRetryAfter(response);
    this.getAKey = typeof body?.getAKey === 'string' ? body.getAKey : null;
    this.body = body;
  }
}

/** The instance answered that it cannot read its storage. What it holds is unknown, which is not the same as none. */
export class UnreachableError extends Error {
  override readonly name: string = 'UnreachableError';
}

/** Paths that answer JSON, CSV, text (files, feeds and streams), or pages of a list. */
export type JsonPath = PathWith<{ json: unknown }>;
export type CsvPath = PathWith<{ csv: true }>;
export type TextPath = PathWith<{ text: true }>;
export type PagedPath = PathWith<{ json: { next: string | null } }>;
type PathWith<T> = { [P in keyof Operations]: Operations[P] extends T ? P : never }[keyof Operations];

/** Parameters of a request. `query` and `path` can be left out if nothing in them is required. */
export type RequestOptions<P extends keyof Operations> = { readonly signal?: AbortSignal } & Part<
  'query',
  Operations[P]['query']
> &
  Part<'path', Operations[P]['path']>;
type Part<Name extends string, T> = object extends T ? { readonly [K in Name]?: T } : { readonly [K in Name]: T };

/** The arguments after the path: required if a parameter is. */
type Rest<P extends keyof Operations> =
  object extends RequestOptions<P> ? [options?: RequestOptions<P>] : [options: RequestOptions<P>];

export interface Client {
  /** Returns the JSON of an answer. Throws `ApiError` or `UnreachableError`. */
  get<P extends JsonPath>(path: P, ...rest: Rest<P>): Promise<Operations[P]['json']>;
  /** Returns the pages of a list. All are of one snapshot. */
  pages<P extends PagedPath>(path: P, ...rest: Rest<P>): AsyncGenerator<Operations[P]['json'], void, undefined>;
  /** Returns one page of a list as CSV. */
  csv<P extends CsvPath>(path: P, ...rest: Rest<P>): Promise<string>;
  /** Returns the pages of a list as CSV. Each page begins with the names of the columns. */
  csvPages<P extends CsvPath>(path: P, ...rest: Rest<P>): AsyncGenerator<string, void, undefined>;
  /** Returns a file or feed as text. */
  text<P extends TextPath>(path: P, ...rest: Rest<P>): Promise<string>;
  /** Returns the lines of a file while it is being received, such as rows of NDJSON. */
  lines<P extends TextPath>(path: P, ...rest: Rest<P>): AsyncGenerator<string, void, undefined>;
  /** Uploads records. Sending an upload again is harmless. */
  upload(body: IntakeRequest, options?: { readonly signal?: AbortSignal }): Promise<IntakeReceipt>;
}

/** The options of any operation. */
interface AnyOptions {
  readonly query?: object;
  readonly path?: object;
  readonly signal?: AbortSignal;
}

export function createClient(options: ClientOptions = {}): Client {
  const base = (options.url ?? INSTANCE).replace(/\/+$/, '');
  const { key, maxWaitSeconds = 60 } = options;

  async function send(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
    const headers = { ...init.headers, ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) };
    let left = maxWaitSeconds;
    for (;;) {
      const response = await (options.fetch ?? fetch)(url, { ...init, headers, signal: signal ?? null });
      if (response.ok) return response;
      const seconds = readRetryAfter(response);
      if (![429, 503].includes(response.status) || seconds === null || seconds > left) {
        throw new ApiError(response, await response.text());
      }
      await response.body?.cancel();
      // Retry-After: 0 must not become a loop without pauses.
      left -= Math.max(seconds, 1);
      await wait(Math.max(seconds, 1), signal);
    }
  }

  function request(path: string, { query, path: parts, signal }: AnyOptions, more: object = {}): Promise<Response> {
    return send(`${base}${fillPath(path, parts)}${formatQuery({ ...query, ...more })}`, {}, signal);
  }

  async function readJson(response: Response): Promise<unknown> {
    const body = (await response.json()) as { readonly unreachable?: boolean };
    if (body.unreachable === true) throw new UnreachableError('The instance cannot read its storage right now.');
    return body;
  }

  /** Calls `read` with each page. The next page has the same address except for its query. */
  async function* walk<T>(
    path: string,
    asked: AnyOptions,
    more: object,
    read: (response: Response) => Promise<readonly [page: T, next: string | null]>,
  ): AsyncGenerator<T, void, undefined> {
    let response = await request(path, asked, more);
    for (;;) {
      const [page, next] = await read(response);
      yield page;
      if (next === null) return;
      response = await send(`${base}${fillPath(path, asked.path)}${new URL(next, base).search}`, {}, asked.signal);
    }
  }

  async function* splitLines(path: string, asked: AnyOptions): AsyncGenerator<string, void, undefined> {
    const { body } = await request(path, asked);
    const reader = body!.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for (;;) {
        const { done, value } = await reader.read();
        const lines = `${rest}${decoder.decode(value, { stream: !done })}`.split('\n');
        rest = lines.pop()!;
        yield* lines;
        if (done) break;
      }
      if (rest !== '') yield rest;
    } finally {
      await reader.cancel();
    }
  }

  const client = {
    get: async (path: string, asked: AnyOptions = {}) => readJson(await request(path, asked)),
    pages: (path: string, asked: AnyOptions = {}) =>
      walk(path, asked, {}, async (response) => {
        const page = (await readJson(response)) as { readonly next: string | null };
        return [page, page.next];
      }),
    csv: async (path: string, asked: AnyOptions = {}) => (await request(path, asked, CSV)).text(),
    csvPages: (path: string, asked: AnyOptions = {}) =>
      walk(path, asked, CSV, async (response) => [await response.text(), readNextLink(response)]),
    text: async (path: string, asked: AnyOptions = {}) => (await request(path, asked)).text(),
    lines: (path: string, asked: AnyOptions = {}) => splitLines(path, asked),
    upload: async (body: unknown, { signal }: AnyOptions = {}) => {
      const headers = { 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await send(`${base}/api/intake`, init, signal)).json();
    },
  };
  return client as unknown as Client;
}

const CSV = { format: 'csv' };

function fillPath(path: string, parts: object = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(Reflect.get(parts, name))));
}

function formatQuery(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

function readRetryAfter({ headers }: Response): number | null {
  const text = headers.get('Retry-After') ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}

function readNextLink({ headers }: Response): string | null {
  return /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1] ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Waits. Throws the signal's reason as soon as it is aborted. */
function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

// The rest of this file is generated from the OpenAPI document.

/** Names of all parameters. */
const PARAMETERS: ReadonlySet<string> = new Set([
  'after',
  'area',
  'character',
  'class',
  'collection',
  'epoch',
  'evidence',
  'faction',
  'from',
  'from_id',
  'from_kind',
  'guild',
  'house',
  'id',
  'ids',
  'item',
  'itemId',
  'kind',
  'kinds',
  'lastEventId',
  'level',
  'limit',
  'map',
  'mapId',
  'name',
  'need',
  'npc',
  'npcId',
  'object',
  'objectId',
  'offset',
  'owned',
  'points',
  'profession',
  'q',
  'quality',
  'query',
  'quest',
  'questId',
  'question',
  'radius',
  'realm',
  'recipe',
  'rel',
  'role',
  'since',
  'slot',
  'snapshot',
  'sourceItem',
  'subclass',
  'to',
  'to_id',
  'to_kind',
  'tool',
  'tree',
  'type',
  'vendorNpcId',
  'version',
  'x',
  'y',
  'zone',
]);

/** The operations, keyed by path. */
export interface Operations {
  /** The raw feed of public records */
  '/api/corpus/public': {
    path: object;
    query: {
      /** Only records of these kinds, separated by commas: attendance, auction_scan, collection_catalog, collection_owned, gear_snapshot, gold_snapshot, guild_snapshot, item_seen, loot, loot_award, map_bounds, money_event, npc_sighting, price_seen, quest, raid_lockout, recipe_observed, recipe_seen, trainer_seen, vendor. */
      kinds?: string | undefined;
      /** Only rows that became public after this snapshot, which an earlier answer gave as snapshot. */
      since?: string | undefined;
      /** The first row of the page. */
      offset?: number | undefined;
      /** Number of rows on the page. Larger values are reduced to the caller’s page size (500 rows, 5,000 with a key). A page also has fewer rows if they would exceed 4,000,000 bytes; next continues after the last row. */
      limit?: number | undefined;
      /** Limits the list to the rows that were public at that snapshot; next contains it. Default: the newest snapshot. A snapshot of another epoch is refused: start again. */
      snapshot?: string | undefined;
    };
    json: CorpusPublicResponse;
    csv: true;
  };
  /** Corroborated drop rates */
  '/api/rollups/drops': {
    path: object;
    query: {
      /** Only drops of this NPC. */
      npc?: number | undefined;
      /** Only drops of this object; not together with npc. */
      object?: number | undefined;
      /** Only drops of this item. */
      item?: number | undefined;
      /** The first row of the page. */
      offset?: number | undefined;
      /** Number of rows on the page. Larger values are reduced to the caller’s page size (500 rows, 5,000 with a key). A page also has fewer rows if they would exceed 4,000,000 bytes; next continues after the last row. */
      limit?: number | undefined;
      /** Limits the list to the rows that were public at that snapshot; next contains it. Default: the newest snapshot. A snapshot of another epoch is refused: start again. */
      snapshot?: string | undefined;
    };
    json: DropsResponse;
    csv: true;
  };
  /** Corroborated rates of gathering */
  '/api/rollups/gathering': {
    path: object;
    query: {
      /** Only rates of this NPC. */
      npc?: number | undefined;
      /** Only rates of this object. */
      object?: number | undefined;
      /** Only rates of this item as a source, such as a container. */
      sourceItem?: number | undefined;
      /** Only rates of fishing on this map. At most one of npc, object, sourceItem and map. */
      map?: number | undefined;
      /** Only rates of this item. */
      item?: number | undefined;
      /** The first row of the page. */
      offset?: number | undefined;
      /** Number of rows on the page. Larger values are reduced to the caller’s page size (500 rows, 5,000 with a key). A page also has fewer rows if they would exceed 4,000,000 bytes; next continues after the last row. */
      limit?: number | undefined;
      /** Limits the list to the rows that were public at that snapshot; next contains it. Default: the newest snapshot. A snapshot of another epoch is refused: start again. */
      snapshot?: string | undefined;
    };
    json: GatheringResponse;
    csv: true;
  };
  /** Typed relations between entities of the game */
  '/api/edges': {
    path: object;
    query: {
      /** The kind of entity at the start of the relation. */
      from_kind?: 'item' | 'spell' | 'npc' | 'object' | 'quest' | 'zone' | 'item_set' | 'icon' | 'skill' | undefined;
      /** The game’s id of the entity at the start. */
      from_id?: number | undefined;
      /** The kind of entity at the end of the relation. */
      to_kind?: 'item' | 'spell' | 'npc' | 'object' | 'quest' | 'zone' | 'item_set' | 'icon' | 'skill' | undefined;
      /** The game’s id of the entity at the end. */
      to_id?: number | undefined;
      /** The type of the relation. */
      rel?:
        | 'dropped_by'
        | 'sold_by'
        | 'reward_from'
        | 'located_in'
        | 'created_by'
        | 'reagent_for'
        | 'part_of_set'
        | 'same_icon'
        | 'in_skill_line'
        | undefined;
      /** observed: players reported it; client: read from the game’s files. */
      evidence?: 'observed' | 'client' | undefined;
      /** The first row of the page. */
      offset?: number | undefined;
      /** Number of rows on the page. Larger values are reduced to the caller’s page size (500 rows, 5,000 with a key). A page also has fewer rows if they would exceed 4,000,000 bytes; next continues after the last row. */
      limit?: number | undefined;
      /** Limits the list to the rows that were public at that snapshot; next contains it. Default: the newest snapshot. A snapshot of another epoch is refused: start again. */
      snapshot?: string | undefined;
    };
    json: EdgesResponse;
    csv: true;
  };
  /** Market values of a realm */
  '/api/market/prices': {
    path: object;
    query: {
      /** A realm, in any spelling that differs only in case. Without the mark of a region, as in "Everlook (EU)", the realm of this name with most reporters in the last 14 days. */
      realm?: string | undefined;
      /** Only scans that named this auction house; needs realm. */
      house?: 'Alliance' | 'Horde' | 'Neutral' | undefined;
      /** Only these items of the realm; needs realm: at most 100 ids, separated by commas. Each counts as one request. */
      ids?: string | undefined;
    };
    json: MarketRealmsResponse | MarketPricesResponse;
    csv: true;
  };
  /** A hover card */
  '/api/tooltip/{type}/{id}': {
    path: {
      /** The type of the entity. */
      type: 'item' | 'npc' | 'quest' | 'object';
      /** Its id in the game. */
      id: number;
    };
    query: object;
    json: TooltipResponse;
  };
  /** Several hover cards */
  '/api/tooltip/{type}': {
    path: {
      /** The type of the entities. */
      type: 'item' | 'npc' | 'quest' | 'object';
    };
    query: {
      /** Only these entities: at most 100 ids, separated by commas. Each counts as one request. */
      ids: string;
    };
    json: TooltipsResponse;
  };
  /** Names as you type */
  '/api/suggest': {
    path: object;
    query: {
      /** The text as typed. */
      q: string;
    };
    json: SuggestResponse;
  };
  /** Feed of recent changes */
  '/feeds/recent.atom': {
    path: object;
    query: object;
    text: true;
  };
  /** Feed of a zone */
  '/feeds/zone/{zone}': {
    path: {
      /** The id of a zone and the ending of feeds. */
      zone: string;
    };
    query: object;
    text: true;
  };
  /** Feed of an item */
  '/feeds/item/{item}': {
    path: {
      /** The id of an item and the ending of feeds. */
      item: string;
    };
    query: object;
    text: true;
  };
  /** Feed of an NPC */
  '/feeds/npc/{npc}': {
    path: {
      /** The id of an NPC and the ending of feeds. */
      npc: string;
    };
    query: object;
    text: true;
  };
  /** Feed of a quest */
  '/feeds/quest/{quest}': {
    path: {
      /** The id of a quest and the ending of feeds. */
      quest: string;
    };
    query: object;
    text: true;
  };
  /** Feed of an object */
  '/feeds/object/{object}': {
    path: {
      /** The id of an object and the ending of feeds. */
      object: string;
    };
    query: object;
    text: true;
  };
  /** Feed of a realm’s auction prices */
  '/feeds/realm/{realm}': {
    path: {
      /** The realm in any spelling and the ending of feeds. */
      realm: string;
    };
    query: object;
    text: true;
  };
  /** What needs one or two more reports */
  '/coverage.json': {
    path: object;
    query: {
      /** Only subjects of this kind. */
      kind?: 'npc' | 'npc_loot' | 'vendor' | 'trainer' | 'object' | 'item' | 'quest' | 'recipe' | 'zone' | undefined;
      /** Only subjects in the zone with this map id. */
      zone?: number | undefined;
      /** Only zones near this level, and zones of unknown level. */
      level?: number | undefined;
      /** Only subjects that need this many more installs. */
      need?: '1' | '2' | undefined;
      /** Continues the list of one kind after a subject, given as <missing>.<id>. Needs kind. */
      after?: string | undefined;
    };
    json: CoverageResponse;
  };
  /** All relations from the game’s files */
  '/api/edges/client-layer': {
    path: object;
    query: object;
    json: ClientLayer;
  };
  /** Items of the current build */
  '/api/items': {
    path: object;
    query: {
      /** One item. */
      item?: number | undefined;
      /** Only these items: at most 100 ids, separated by commas. Each counts as one request. */
      ids?: string | undefined;
      /** The slug of a class. */
      class?: string | undefined;
      /** The slug or number of a subclass within the class; needs class. */
      subclass?: string | undefined;
      /** The slug of a slot. */
      slot?:
        | 'head'
        | 'neck'
        | 'shoulder'
        | 'shirt'
        | 'chest'
        | 'waist'
        | 'legs'
        | 'feet'
        | 'wrist'
        | 'hands'
        | 'finger'
        | 'trinket'
        | 'one-hand'
        | 'off-hand'
        | 'ranged'
        | 'back'
        | 'two-hand'
        | 'bag'
        | 'tabard'
        | 'main-hand'
        | 'ammo'
        | 'quiver'
        | 'relic'
        | undefined;
      /** Its quality. */
      quality?: 'poor' | 'common' | 'uncommon' | 'rare' | 'epic' | 'legendary' | 'artifact' | 'heirloom' | undefined;
      /** The first row of the page. */
      offset?: number | undefined;
      /** Number of rows on the page. Larger values are reduced to the caller’s page size (500 rows, 5,000 with a key). A page also has fewer rows if they would exceed 4,000,000 bytes; next continues after the last row. */
      limit?: number | undefined;
      /** Limits the list to the rows that were public at that snapshot; next contains it. Default: the newest snapshot. A snapshot of another epoch is refused: start again. */
      snapshot?: string | undefined;
    };
    json: ItemsResponse;
    csv: true;
  };
  /** Filters of items */
  '/api/items/categories': {
    path: object;
    query: object;
    json: ItemCategoriesResponse;
  };
  /** List of tools */
  '/api/tools': {
    path: object;
    query: object;
    json: ToolList;
  };
  /** Call a tool by name */
  '/api/tools/{tool}': {
    path: {
      /** The tool. */
      tool:
        | 'answer_sources'
        | 'auction_history'
        | 'collection_gap'
        | 'completion_progress'
        | 'ecosystem_projects'
        | 'entity_relations'
        | 'everloot_plan'
        | 'fetch'
        | 'get_by_name'
        | 'get_entity'
        | 'gold_ledger'
        | 'guild_board'
        | 'item_categories'
        | 'item_page'
        | 'market_value'
        | 'npc_page'
        | 'object_page'
        | 'population'
        | 'profession_path'
        | 'quest_page'
        | 'recent_changes'
        | 'recipe_thresholds'
        | 'search'
        | 'search_knowledge'
        | 'talent_plan'
        | 'talent_tree'
        | 'vendor_page'
        | 'world_map_near';
    };
    query: {
      [argument: string]: string | number | boolean;
    };
    json: ToolAnswerResponse;
  };
  /** Sources for an answer */
  '/api/tools/answer_sources': {
    path: object;
    query: {
      /** The question that is to be answered. */
      question: string;
      /** The most entries to answer. */
      limit?: number | undefined;
    };
    json: AnswerSourcesResult;
  };
  /** Auction prices of an item by day */
  '/api/tools/auction_history': {
    path: object;
    query: {
      /** The item, by its id in the game. */
      itemId: number;
      /** A realm in any case, with or without its region: Everlook (EU). */
      realm: string;
      /** An auction house; left out: all houses together. */
      house?: 'Alliance' | 'Horde' | 'Neutral' | undefined;
    };
    json: AuctionHistoryResult;
  };
  /** Missing items of a collection */
  '/api/tools/collection_gap': {
    path: object;
    query: {
      /** The collection’s name, such as mounts, in any spelling that differs only in case. */
      collection: string;
      /** The ids of the items that are owned. Left out: none. Comma-separated. */
      owned?: string | undefined;
    };
    json: CollectionGapResult;
  };
  /** Progress in achievements, reputations, titles or quest chains */
  '/api/tools/completion_progress': {
    path: object;
    query: {
      /** The progress to measure. */
      area: 'achievement' | 'reputation' | 'title' | 'quest_chain';
      /** Ids of what is completed: earned achievements, factions with completed reputation, titles, or for quest chains the completed quests. If omitted, none. Comma-separated. */
      owned?: string | undefined;
    };
    json: CompletionProgressResult;
  };
  /** Projects about the game */
  '/api/tools/ecosystem_projects': {
    path: object;
    query: {
      /** Words or a question; left out: every project. */
      query?: string | undefined;
      /** The most entries to answer. */
      limit?: number | undefined;
    };
    json: EcosystemProjectsResult;
  };
  /** Relations of an entity */
  '/api/tools/entity_relations': {
    path: object;
    query: {
      /** What the entity is. */
      kind: 'item' | 'spell' | 'npc' | 'object' | 'quest' | 'zone' | 'item_set' | 'icon' | 'skill';
      /** Its id in the game; of a zone the map id. */
      id: number;
      /** One relation only. */
      rel?:
        | 'dropped_by'
        | 'sold_by'
        | 'reward_from'
        | 'located_in'
        | 'created_by'
        | 'reagent_for'
        | 'part_of_set'
        | 'same_icon'
        | 'in_skill_line'
        | undefined;
      /** observed: only relations that players reported; client: only relations from the game’s files. */
      evidence?: 'observed' | 'client' | undefined;
      /** The most entries to answer. */
      limit?: number | undefined;
    };
    json: EntityRelationsResult;
  };
  /** How to use this service */
  '/api/tools/everloot_plan': {
    path: object;
    query: object;
    json: EverlootPlanResult;
  };
  /** Fetch an entry */
  '/api/tools/fetch': {
    path: object;
    query: {
      /** The id of an entry as other tools answer it, such as item:19019, zone:1429 or doc:fishing-guide. Entries without a name have ids, too: object:2843, vendor:66. So do professions, realms and roles: profession:first-aid, realm:whitemane, role:trainer:cooking, role:quest-giver, role:vendor. */
      id: string;
    };
    json: FetchResult;
  };
  /** Look a name up */
  '/api/tools/get_by_name': {
    path: object;
    query: {
      /** A whole name. */
      name: string;
      /** A kind of entry, such as item, npc, quest, recipe, zone, spell or project; left out: every kind. */
      kind?: string | undefined;
    };
    json: GetByNameResult;
  };
  /** Read an entry of the knowledge base */
  '/api/tools/get_entity': {
    path: object;
    query: {
      /** The id of an entry as other tools answer it, such as item:19019, zone:1429 or doc:fishing-guide. Entries without a name have ids, too: object:2843, vendor:66. So do professions, realms and roles: profession:first-aid, realm:whitemane, role:trainer:cooking, role:quest-giver, role:vendor. */
      id: string;
    };
    json: GetEntityResult;
  };
  /** Gold of a character */
  '/api/tools/gold_ledger': {
    path: object;
    query: {
      /** The character’s name, in any spelling that differs only in case. */
      character: string;
      /** A realm in any case, with or without its region: Everlook (EU). */
      realm: string;
    };
    json: GoldLedgerResult;
  };
  /** Board of a guild */
  '/api/tools/guild_board': {
    path: object;
    query: {
      /** The guild’s name, in any spelling that differs only in case. */
      guild: string;
      /** A realm in any case, with or without its region: Everlook (EU). */
      realm: string;
    };
    json: GuildBoardResult;
  };
  /** Item categories */
  '/api/tools/item_categories': {
    path: object;
    query: {
      /** An item, by its id in the game: asks for its path through the categories. */
      item?: number | undefined;
      /** A class, by its slug. */
      class?: string | undefined;
      /** A subclass, by its slug or number; with a class. */
      subclass?: string | undefined;
      /** A slot, by its slug. */
      slot?: string | undefined;
      /** A quality. */
      quality?: 'poor' | 'common' | 'uncommon' | 'rare' | 'epic' | 'legendary' | 'artifact' | 'heirloom' | undefined;
      /** The most entries to answer. */
      limit?: number | undefined;
    };
    json: ItemCategoriesResult;
  };
  /** Page of an item */
  '/api/tools/item_page': {
    path: object;
    query: {
      /** The item, by its id in the game. */
      itemId: number;
      /** A realm in any case, with or without its region: Everlook (EU). */
      realm?: string | undefined;
      /** An auction house; left out: all houses together. */
      house?: 'Alliance' | 'Horde' | 'Neutral' | undefined;
    };
    json: ItemPageResult;
  };
  /** Market value of an item */
  '/api/tools/market_value': {
    path: object;
    query: {
      /** The item, by its id in the game. */
      itemId: number;
      /** A realm in any case, with or without its region: Everlook (EU). */
      realm: string;
      /** An auction house; left out: all houses together. */
      house?: 'Alliance' | 'Horde' | 'Neutral' | undefined;
    };
    json: MarketValueResult;
  };
  /** Page of an NPC */
  '/api/tools/npc_page': {
    path: object;
    query: {
      /** The NPC, by its id in the game. */
      npcId: number;
    };
    json: NpcPageResult;
  };
  /** Page of an object */
  '/api/tools/object_page': {
    path: object;
    query: {
      /** The object, by its id in the game. */
      objectId: number;
    };
    json: ObjectPageResult;
  };
  /** Population of a realm */
  '/api/tools/population': {
    path: object;
    query: {
      /** A realm in any case, with or without its region: Everlook (EU). */
      realm?: string | undefined;
      /** Only this faction. */
      faction?: 'alliance' | 'horde' | undefined;
      /** Only this class, by the client’s token, such as MAGE or DEATHKNIGHT, in any case. */
      class?: string | undefined;
    };
    json: PopulationResult;
  };
  /** Cheapest way to raise a profession */
  '/api/tools/profession_path': {
    path: object;
    query: {
      /** A profession, such as Tailoring, in any spelling that differs only in case. */
      profession: string;
      /** The skill to begin with. */
      from?: number | undefined;
      /** The skill to reach; higher than from. */
      to?: number | undefined;
      /** A realm in any case, perhaps with the faction whose auction house is meant: Everlook Horde. */
      realm?: string | undefined;
    };
    json: ProfessionPathResult;
  };
  /** Page of a quest */
  '/api/tools/quest_page': {
    path: object;
    query: {
      /** The quest, by its id in the game. */
      questId: number;
    };
    json: QuestPageResult;
  };
  /** Recent changes */
  '/api/tools/recent_changes': {
    path: object;
    query: {
      /** Only changes since this moment: a UTC day, or a date-time with Z or an offset. If omitted, all changes of the last 90 days. */
      since?: unknown | undefined;
      /** Only changes of this kind of subject. */
      kind?:
        | 'item'
        | 'npc'
        | 'object'
        | 'quest'
        | 'zone'
        | 'recipe'
        | 'vendor'
        | 'trainer'
        | 'achievement'
        | 'reputation'
        | 'title'
        | 'quest_chain'
        | 'collection'
        | 'realm'
        | 'build'
        | undefined;
      /** The most entries to answer. */
      limit?: number | undefined;
    };
    json: RecentChangesResult;
  };
  /** Skill thresholds of recipes */
  '/api/tools/recipe_thresholds': {
    path: object;
    query: {
      /** A profession, such as Tailoring, in any spelling that differs only in case. */
      profession: string;
      /** Part of a recipe’s name, in any case; left out: all recipes. */
      recipe?: string | undefined;
      /** A realm in any case, perhaps with the faction whose auction house is meant: Everlook Horde. */
      realm?: string | undefined;
    };
    json: RecipeThresholdsResult;
  };
  /** Search */
  '/api/tools/search': {
    path: object;
    query: {
      /** A name, words or a question. */
      query: string;
    };
    json: SearchResult;
  };
  /** Search the knowledge base */
  '/api/tools/search_knowledge': {
    path: object;
    query: {
      /** A name, words or a question. */
      query: string;
      /** A kind of entry, such as item, npc, quest, recipe, zone, spell or project; left out: every kind. */
      kind?: string | undefined;
      /** Only documents of this version, or names of this game build. */
      version?: string | undefined;
      /** The most entries to answer. */
      limit?: number | undefined;
    };
    json: SearchKnowledgeResult;
  };
  /** Check a talent plan */
  '/api/tools/talent_plan': {
    path: object;
    query: {
      /** A player class, by its slug, such as warrior or deathknight. */
      class: string;
      /** The points of each node, as nodeId:rank, such as 130:5,131:3; left out: none are spent yet. Comma-separated. */
      points?: string | undefined;
      /** A character’s level: asks what may be taken now, on top of points. */
      level?: number | undefined;
    };
    json: TalentPlanResult;
  };
  /** Talent trees of a class */
  '/api/tools/talent_tree': {
    path: object;
    query: {
      /** A player class, by its slug, such as warrior or deathknight. */
      class: string;
      /** One of its trees, by name in any case or by its number, counted from 1; left out: all. */
      tree?: string | undefined;
    };
    json: TalentTreeResult;
  };
  /** Goods of a vendor */
  '/api/tools/vendor_page': {
    path: object;
    query: {
      /** The vendor, by its NPC id in the game. */
      vendorNpcId: number;
    };
    json: VendorPageResult;
  };
  /** NPCs and objects near a place */
  '/api/tools/world_map_near': {
    path: object;
    query: {
      /** The zone map, by the client’s map id. */
      mapId: number;
      /** The point, in percent of the map’s width from its left edge. */
      x: number;
      /** The point, in percent of the map’s height from its upper edge. */
      y: number;
      /** How far from the point, in percent of the map; 5 where left out. */
      radius?: number | undefined;
      /** The most entries to answer. */
      limit?: number | undefined;
      /** Who is looked for: NPCs that give quests, that end them (they are turned in to them), that sell goods, or that train; left out: all NPCs and objects. */
      role?: 'gives' | 'ends' | 'sells' | 'trains' | undefined;
    };
    json: WorldMapNearResult;
  };
  /** Files of the export */
  '/export/index.json': {
    path: object;
    query: object;
    json: BulkIndex;
  };
  /** The export as a Data Package */
  '/export/datapackage.json': {
    path: object;
    query: object;
    json: GetDataPackageResult;
  };
  /** The export as Croissant */
  '/export/croissant.json': {
    path: object;
    query: object;
    text: true;
  };
  /** A file of the export */
  '/export/{name}': {
    path: {
      /** A file that the index names. */
      name: string;
    };
    query: object;
    text: true;
  };
  /** A file for other addons */
  '/export/addons/{name}': {
    path: {
      /** A file that the index names under more, without addons/. */
      name: string;
    };
    query: object;
    text: true;
  };
  /** A list for datasets */
  '/export/lists/{name}': {
    path: {
      /** A list that the index names under more, without lists/. */
      name: string;
    };
    query: object;
    text: true;
  };
  /** Files of what changed since a snapshot */
  '/api/changes': {
    path: object;
    query: {
      /** The snapshot that you have. */
      since: string;
      /** May be sent instead of since, and takes precedence. */
      lastEventId?: string | undefined;
    };
    json: ChangesResponse;
  };
  /** Events of new snapshots */
  '/api/changes/stream': {
    path: object;
    query: {
      /** The snapshot that you have. */
      since?: string | undefined;
      /** The id of the last event. It takes precedence over since. */
      lastEventId?: string | undefined;
    };
    text: true;
  };
  /** What changed in a snapshot */
  '/changes/{epoch}/{name}': {
    path: {
      /** The epoch of the snapshot. */
      epoch: string;
      /** The number of the snapshot, and .ndjson. */
      name: string;
    };
    query: object;
    text: true;
  };
  /** A file of the contract: The published contract */
  '/schema/index.json': {
    path: object;
    query: object;
    json: GetLimitsResult;
  };
  /** A file of the contract: The limits of the contract */
  '/schema/limits.json': {
    path: object;
    query: object;
    json: GetLimitsResult;
  };
  /** A file of the contract: intakeRequest */
  '/schema/upload.json': {
    path: object;
    query: object;
    json: GetMoreSchemaResult;
  };
  /** A file of the contract: knowledgeDocument */
  '/schema/knowledge_document.json': {
    path: object;
    query: object;
    json: GetMoreSchemaResult;
  };
  /** The JSON Schema of a record kind */
  '/schema/records/{kind}.json': {
    path: {
      /** A record kind. */
      kind:
        | 'achievement_catalog'
        | 'achievement_owned'
        | 'addon_seen'
        | 'attendance'
        | 'auction_scan'
        | 'auction_snapshot'
        | 'census_seen'
        | 'census_self'
        | 'collection_catalog'
        | 'collection_owned'
        | 'gear_snapshot'
        | 'gold_snapshot'
        | 'guild_snapshot'
        | 'item_seen'
        | 'loot'
        | 'loot_award'
        | 'map_bounds'
        | 'money_event'
        | 'npc_sighting'
        | 'price_seen'
        | 'quest'
        | 'quest_chain_catalog'
        | 'quest_owned'
        | 'raid_lockout'
        | 'recipe_observed'
        | 'recipe_seen'
        | 'reputation_catalog'
        | 'reputation_owned'
        | 'talent_snapshot'
        | 'title_catalog'
        | 'title_owned'
        | 'trainer_seen'
        | 'vendor';
    };
    query: object;
    json: GetMoreSchemaResult;
  };
  /** The JSON Schema of a response shape */
  '/schema/api/{name}.json': {
    path: {
      /** A response shape. */
      name:
        | 'apiError'
        | 'attribution'
        | 'bulkIndex'
        | 'corpusPublicResponse'
        | 'dropsResponse'
        | 'edgesResponse'
        | 'gameDataNotice'
        | 'healthResponse'
        | 'intakeReceipt'
        | 'intakeRefused'
        | 'intakeRequest'
        | 'itemCategoriesResponse'
        | 'itemsResponse'
        | 'marketPricesResponse'
        | 'marketRealmsResponse'
        | 'page'
        | 'toolAnswerResponse'
        | 'tooltipResponse';
    };
    query: object;
    json: GetMoreSchemaResult;
  };
  /** The JSON Schema of a response shape that the contract gained later */
  '/schema/more/{name}.json': {
    path: {
      /** A response shape. */
      name:
        | 'changesResponse'
        | 'coverageResponse'
        | 'exportEvidence'
        | 'exportLists'
        | 'gatheringResponse'
        | 'suggestResponse'
        | 'tooltipsResponse';
    };
    query: object;
    json: GetMoreSchemaResult;
  };
  /** The JSON Schemas of a tool */
  '/schema/mcp/{tool}.json': {
    path: {
      /** A tool. */
      tool:
        | 'answer_sources'
        | 'auction_history'
        | 'collection_gap'
        | 'completion_progress'
        | 'ecosystem_projects'
        | 'entity_relations'
        | 'everloot_plan'
        | 'fetch'
        | 'get_by_name'
        | 'get_entity'
        | 'gold_ledger'
        | 'guild_board'
        | 'item_categories'
        | 'item_page'
        | 'market_value'
        | 'npc_page'
        | 'object_page'
        | 'population'
        | 'profession_path'
        | 'quest_page'
        | 'recent_changes'
        | 'recipe_thresholds'
        | 'search'
        | 'search_knowledge'
        | 'talent_plan'
        | 'talent_tree'
        | 'vendor_page'
        | 'world_map_near';
    };
    query: object;
    json: GetToolSchemaResult;
  };
  /** Whether the public snapshot is fresh */
  '/api/health': {
    path: object;
    query: object;
    json: HealthResponse;
  };
  /** This document */
  '/api/openapi.json': {
    path: object;
    query: object;
    json: GetOpenApiResult;
  };
}

/** A page of the raw feed: the anonymous public records, in the order they became public. The feed contains single reports; a consumer that publishes numbers should ask for three installs, as this service does. */
export interface CorpusPublicResponse {
  /** The request was served. */
  ok: true;
  /** Uploads that were the first to contain at least one record that is in the feed or counted in legacyRecords. */
  uploads: number;
  /** The records, without install ids. */
  records: Array<
    | FeedAttendance
    | FeedAuctionScan
    | FeedCollectionCatalog
    | FeedCollectionOwned
    | FeedGearSnapshot
    | FeedGoldSnapshot
    | FeedGuildSnapshot
    | FeedItemSeen
    | FeedLoot
    | FeedLootAward
    | FeedMapBounds
    | FeedMoneyEvent
    | FeedNpcSighting
    | FeedPriceSeen
    | FeedQuest
    | FeedRaidLockout
    | FeedRecipeObserved
    | FeedRecipeSeen
    | FeedTrainerSeen
    | FeedVendor
  >;
  /** Receipt time of the newest upload in the answer, or null if unknown. */
  dataAsOf?: string | null;
  /** The kinds the request asked for. */
  kinds?: Array<
    | 'attendance'
    | 'auction_scan'
    | 'collection_catalog'
    | 'collection_owned'
    | 'gear_snapshot'
    | 'gold_snapshot'
    | 'guild_snapshot'
    | 'item_seen'
    | 'loot'
    | 'loot_award'
    | 'map_bounds'
    | 'money_event'
    | 'npc_sighting'
    | 'price_seen'
    | 'quest'
    | 'raid_lockout'
    | 'recipe_observed'
    | 'recipe_seen'
    | 'trainer_seen'
    | 'vendor'
  >;
  /** Loot records without evidence of their source, which are kept but not in the feed. */
  legacyRecords?: number;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The first row of this page. */
  offset: number;
  /** Rows asked for, capped at the caller’s page size. */
  limit: number;
  /** Rows of the whole list at the snapshot that the walk is pinned to. */
  total: number;
  /** The address of the next page, or null on the last page. */
  next: string | null;
  /** The snapshot whose rows are listed, pinned by next. Kept and sent as since (corpus), it asks for what became public after it. */
  snapshot?: string;
}

/** Who was present at a guild’s raid. It needs the sharing choice guild and a grant that covers it. As shown in the public feed. */
export interface FeedAttendance {
  /** The kind of the record. */
  kind: 'attendance';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The guild’s name. */
  guildName: string;
  /** The realm’s name. */
  realm: string;
  /** The instance’s name. */
  instance: string;
  /** The characters present. */
  present: Array<string>;
  /** The region that the upload named. */
  region?: number;
  /** Present if the record is covered by a grant that its install issued itself. */
  grant?: 'self';
}

/** A part of a full auction scan that a player started. All records of one scan have the same scanId; the scan is complete when every one of them says so. Auctions without a buyout are left out. One upload may name at most 3 auction realms. As shown in the public feed. */
export interface FeedAuctionScan {
  /** The kind of the record. */
  kind: 'auction_scan';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The realm whose auctions were seen. Realms are one when they are equal after trimming, NFC and case folding. */
  realm: string;
  /** The auction house that was seen; absent where the addon did not know it. */
  house?: 'Alliance' | 'Horde' | 'Neutral';
  /** A digest of the scan id that was sent: the same in all records of one scan of one install. */
  scanId: string;
  /** Whether the scan ran to its end. */
  complete?: boolean;
  /** Auctions of equal item and price, added up. */
  items: Array<FeedAuctionScanItems>;
  /** The region that the upload named. */
  region?: number;
}

export interface FeedAuctionScanItems {
  /** The item. An item id of the game. */
  itemId: number;
  /** The buyout per unit, rounded up. In copper. */
  unitPriceCopper: number;
  /** How many units are offered at it. */
  quantity: number;
}

/** An item of a collection, and its source. As shown in the public feed. */
export interface FeedCollectionCatalog {
  /** The kind of the record. */
  kind: 'collection_catalog';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The collection’s name, such as mounts. */
  collection: string;
  /** Where the item comes from. */
  source: string;
  /** The item. An item id of the game. */
  itemId: number;
}

/** An item of a collection that the player owns. It needs the sharing choice collection and a grant that covers it. As shown in the public feed. */
export interface FeedCollectionOwned {
  /** The kind of the record. */
  kind: 'collection_owned';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The collection’s name, such as mounts. */
  collection: string;
  /** The item. An item id of the game. */
  itemId: number;
  /** Present if the record is covered by a grant that its install issued itself. */
  grant?: 'self';
}

/** What a character wears. It needs the sharing choice gear and a grant that covers it. As shown in the public feed. */
export interface FeedGearSnapshot {
  /** The kind of the record. */
  kind: 'gear_snapshot';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The character’s name. */
  character: string;
  /** The realm’s name. */
  realm: string;
  /** What is worn. */
  equipped: Array<FeedGearSnapshotEquipped>;
  /** The region that the upload named. */
  region?: number;
  /** Present if the record is covered by a grant that its install issued itself. */
  grant?: 'self';
}

export interface FeedGearSnapshotEquipped {
  /** The slot’s name. */
  slot: string;
  /** The item. An item id of the game. */
  itemId: number;
  /** The item’s level. */
  itemLevel: number;
}

/** How much money a character has. It needs the sharing choice gold and a grant that covers it. As shown in the public feed. */
export interface FeedGoldSnapshot {
  /** The kind of the record. */
  kind: 'gold_snapshot';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The character’s name. */
  character: string;
  /** The realm’s name. */
  realm: string;
  /** The money it has. In copper. */
  copper: number;
  /** The region that the upload named. */
  region?: number;
  /** Present if the record is covered by a grant that its install issued itself. */
  grant?: 'self';
}

/** A guild’s roster. It names players, so it needs the sharing choice guild and a grant that covers it. claimToken is checked and then dropped: it is never stored, never published, and no proof of anything. As shown in the public feed. */
export interface FeedGuildSnapshot {
  /** The kind of the record. */
  kind: 'guild_snapshot';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The guild’s name. */
  guildName: string;
  /** The realm’s name. */
  realm: string;
  /** The faction. */
  faction: 'alliance' | 'horde';
  /** The members. */
  members: Array<FeedGuildSnapshotMembers>;
  /** The region that the upload named. */
  region?: number;
  /** Present if the record is covered by a grant that its install issued itself. */
  grant?: 'self';
}

export interface FeedGuildSnapshotMembers {
  /** The character’s name. */
  name: string;
  /** The rank’s name in the guild. */
  rank: string;
  /** The character’s level. */
  level: number;
  /** The character’s class. */
  class: string;
  /** Days since the character was online; 0 while it is. */
  lastOnlineDays: number;
}

/** An item that a player saw, as the client names it. As shown in the public feed. */
export interface FeedItemSeen {
  /** The kind of the record. */
  kind: 'item_seen';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The item. An item id of the game. */
  itemId: number;
  /** The item’s name. */
  name: string;
  /** The item’s quality. */
  quality: 'poor' | 'common' | 'uncommon' | 'rare' | 'epic' | 'legendary' | 'artifact' | 'heirloom';
  /** The item’s level. */
  itemLevel?: number;
}

/** One loot window that a player opened, with all it held; an empty window is a report too. It counts for drop rates when it has sourceEvidence, either sourceNpcId or sourceObjectId and no other source, and no method but corpse or object. With another method it counts for the rates of gathering, if the method can have its source; a window of fishing has a mapId and no source. Other records are kept and count for none. Records without sourceEvidence are guesses of older addons: they are kept, withheld from the feed, and count for nothing. As shown in the public feed. */
export interface FeedLoot {
  /** The kind of the record. */
  kind: 'loot';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The NPC that was looted. An NPC id of the game. */
  sourceNpcId?: number;
  /** The object that was looted. An object id of the game. */
  sourceObjectId?: number;
  /** The item that was opened, disenchanted, prospected or milled, with these methods. An item id of the game. */
  sourceItemId?: number;
  /** How the items were got. Absent if unknown. */
  method?:
    | 'corpse'
    | 'object'
    | 'skinning'
    | 'herbalism'
    | 'mining'
    | 'fishing'
    | 'pickpocketing'
    | 'disenchanting'
    | 'prospecting'
    | 'milling'
    | 'container';
  /** How the source is known: the client’s loot interface named it. */
  sourceEvidence?: 'loot-api';
  /** The name of the looted creature or object, as the client shows it. */
  sourceName?: string;
  /** The player’s group when the window opened. */
  group?: 'solo' | 'party' | 'raid';
  /** How the group shares its loot. */
  lootMethod?: 'freeforall' | 'roundrobin' | 'master' | 'group' | 'needbeforegreed' | 'personal';
  /** The zone map it happened on, by the client’s map id; 0 if unknown. */
  mapId?: number;
  /** The player’s position, measured from the map’s left edge, in percent. */
  x?: number;
  /** The player’s position, measured from the map’s top edge, in percent. */
  y?: number;
  /** The difficulty of the instance, by the client’s id. */
  difficultyId?: number;
  /** The boss fight, by the client’s id. */
  encounterId?: number;
  /** What lay in the window. */
  items: Array<FeedLootItems>;
}

export interface FeedLootItems {
  /** The item. An item id of the game. */
  itemId: number;
  /** How many of it. */
  count: number;
  /** Whether the client marks the item as a quest item. */
  questItem?: boolean;
  /** The quest that the client names for the item. A quest id of the game. */
  questId?: number;
}

/** An item that a guild awarded to a character. It needs the sharing choice guild and a grant that covers it. As shown in the public feed. */
export interface FeedLootAward {
  /** The kind of the record. */
  kind: 'loot_award';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The guild’s name. */
  guildName: string;
  /** The realm’s name. */
  realm: string;
  /** The item. An item id of the game. */
  itemId: number;
  /** The item’s name. */
  itemName: string;
  /** Who received it. */
  recipient: string;
  /** The boss that dropped it. */
  sourceBoss: string;
  /** The region that the upload named. */
  region?: number;
  /** Present if the record is covered by a grant that its install issued itself. */
  grant?: 'self';
}

/** Where a zone map lies on its continent, in yards of the world’s coordinates. right must be another edge than left, by a tenth of a yard at least. bottom must be another edge than top, by a tenth of a yard at least. parentMapId must be another map than mapId, unless both are 0. As shown in the public feed. */
export interface FeedMapBounds {
  /** The kind of the record. */
  kind: 'map_bounds';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The zone map, by the client’s map id. */
  mapId: number;
  /** The zone’s name. */
  name?: string;
  /** The map above it, by the client’s map id. */
  parentMapId?: number;
  /** The continent, by the client’s id. */
  continentId: number;
  /** The map’s left edge, in yards. */
  left: number;
  /** The map’s right edge, in yards. */
  right: number;
  /** The map’s top edge, in yards. */
  top: number;
  /** The map’s bottom edge, in yards. */
  bottom: number;
}

/** Money that a character earned or spent. It needs the sharing choice gold and a grant that covers it. As shown in the public feed. */
export interface FeedMoneyEvent {
  /** The kind of the record. */
  kind: 'money_event';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The character’s name. */
  character: string;
  /** The realm’s name. */
  realm: string;
  /** What it was earned by or spent on. */
  source: 'loot' | 'quest' | 'vendor' | 'auction' | 'mail' | 'trade' | 'repair' | 'training' | 'travel' | 'other';
  /** How much in copper: above 0 earned, below 0 spent. */
  copper: number;
  /** The region that the upload named. */
  region?: number;
  /** Present if the record is covered by a grant that its install issued itself. */
  grant?: 'self';
}

/** An NPC that a player saw. Only sightings with a positionKind become spawn pins: without one it is unknown whose coordinates were measured. As shown in the public feed. */
export interface FeedNpcSighting {
  /** The kind of the record. */
  kind: 'npc_sighting';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The NPC. An NPC id of the game. */
  npcId: number;
  /** The NPC’s name, as the client shows it. */
  name: string;
  /** The zone map it happened on, by the client’s map id; 0 if unknown. */
  mapId: number;
  /** Position from the map’s left edge, in percent. */
  x: number;
  /** Position from the map’s top edge, in percent. */
  y: number;
  /** The NPC’s level. */
  level: number;
  /** How the NPC is disposed towards the player. */
  reaction: 'friendly' | 'neutral' | 'hostile';
  /** Whose coordinates were measured. */
  positionKind?: 'player' | 'npc';
}

/** A price that a player saw. The realm of an auction price counts among the at most 3 auction realms of an upload. As shown in the public feed. */
export interface FeedPriceSeen {
  /** The kind of the record. */
  kind: 'price_seen';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The item. An item id of the game. */
  itemId: number;
  /** The price of one unit. In copper. */
  priceCopper: number;
  /** Where it was seen. */
  source: 'vendor' | 'auction';
  /** The realm’s name. */
  realm?: string;
  /** How many units were offered at it. */
  quantity?: number;
  /** The region that the upload named. */
  region?: number;
}

/** A quest that a player encountered, with its giver, turn-in NPC and rewards as far as known. As shown in the public feed. */
export interface FeedQuest {
  /** The kind of the record. */
  kind: 'quest';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The quest. A quest id of the game. */
  questId: number;
  /** The quest’s title. */
  title: string;
  /** The quest’s level. */
  level: number;
  /** Who gives it. An NPC id of the game. */
  giverNpcId?: number;
  /** Who takes it. An NPC id of the game. */
  turnInNpcId?: number;
  /** The items it gives or lets choose from; empty if absent. */
  rewardItemIds?: Array<number>;
}

/** How far a guild has come in an instance until its reset. It needs the sharing choice guild and a grant that covers it. As shown in the public feed. */
export interface FeedRaidLockout {
  /** The kind of the record. */
  kind: 'raid_lockout';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The guild’s name. */
  guildName: string;
  /** The realm’s name. */
  realm: string;
  /** The instance’s name. */
  instance: string;
  /** The difficulty’s name. */
  difficulty: string;
  /** The bosses killed so far. */
  bossesKilled: Array<string>;
  /** When the instance resets. */
  resetAt: string;
  /** The region that the upload named. */
  region?: number;
  /** Present if the record is covered by a grant that its install issued itself. */
  grant?: 'self';
}

/** A recipe as a character’s profession window showed it: at which skill it had which difficulty, what it makes and of what. The difficulties optimal, medium, easy and trivial bound the skills at which it turns yellow, green and grey. makesItemId must be the same item as itemId, if both are given. makesMax must be no less than makesMin. As shown in the public feed. */
export interface FeedRecipeObserved {
  /** The kind of the record. */
  kind: 'recipe_observed';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The profession’s name. */
  profession: string;
  /** The recipe, by its spell’s id. */
  recipeId: number;
  /** The recipe’s name. */
  name: string;
  /** The character’s skill at that moment. */
  skill: number;
  /** The difficulty it had at that skill. */
  difficulty: 'optimal' | 'medium' | 'easy' | 'trivial';
  /** The item it makes: an older name of makesItemId. An item id of the game. */
  itemId?: number;
  /** The item it makes. An item id of the game. */
  makesItemId?: number;
  /** The fewest it makes at once. */
  makesMin?: number;
  /** The most it makes at once. */
  makesMax?: number;
  /** What it uses up. */
  reagents: Array<FeedRecipeObservedReagents>;
}

export interface FeedRecipeObservedReagents {
  /** The item. An item id of the game. */
  itemId: number;
  /** How many of it. */
  count: number;
}

/** A recipe that a player met, learned or not. taughtByItemId must be the same item as itemId, if both are given. As shown in the public feed. */
export interface FeedRecipeSeen {
  /** The kind of the record. */
  kind: 'recipe_seen';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The profession’s name. */
  profession: string;
  /** The recipe, by its spell’s id. */
  recipeId: number;
  /** The recipe’s name. */
  name: string;
  /** Whether the character knows it. */
  learned?: boolean;
  /** The item that teaches it: an older name of taughtByItemId. An item id of the game. */
  itemId?: number;
  /** The item that teaches it. An item id of the game. */
  taughtByItemId?: number;
}

/** What a trainer teaches, and for how much. As shown in the public feed. */
export interface FeedTrainerSeen {
  /** The kind of the record. */
  kind: 'trainer_seen';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The trainer. An NPC id of the game. */
  trainerNpcId: number;
  /** The player’s reputation with the NPC’s faction, from 4 (neutral) to 8 (exalted). Discounts depend on it. */
  standing?: number;
  /** What is taught. */
  services: Array<FeedTrainerSeenServices>;
}

export interface FeedTrainerSeenServices {
  /** The spell it teaches. A spell id of the game. */
  spellId?: number;
  /** The lesson’s name. */
  name: string;
  /** Its price. In copper. */
  costCopper: number;
  /** The level it needs. */
  requiredLevel?: number;
  /** The profession’s name. */
  profession?: string;
  /** The skill in the profession it needs. */
  requiredSkill?: number;
}

/** The goods of a vendor that a player visited. As shown in the public feed. */
export interface FeedVendor {
  /** The kind of the record. */
  kind: 'vendor';
  /** A digest of the event id that was sent; absent if none was sent. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The vendor. An NPC id of the game. */
  vendorNpcId: number;
  /** The player’s reputation with the NPC’s faction, from 4 (neutral) to 8 (exalted). Discounts depend on it. */
  standing?: number;
  /** The goods. */
  items: Array<FeedVendorItems>;
}

export interface FeedVendorItems {
  /** The item. An item id of the game. */
  itemId: number;
  /** The price of one. In copper. */
  priceCopper: number;
  /** How many the vendor had, where the stock is limited. */
  limitedStock?: number;
  /** Whether the stock is limited, also when it is sold out; false if the client says that it is not. */
  limited?: boolean;
}

/** The credit line of observed data. It must be shown wherever the data are shown. */
export interface Attribution {
  /** The licence of the data. */
  licence: string;
  /** The address of the licence. */
  licenceUrl: string;
  /** The line of credit to show. */
  credit: string;
  /** The source of the data. */
  source: string;
  /** The terms of the service. */
  terms: string;
}

/** A page of the corroborated drop rates: rates first, then measured zeros. A source is public once three installs looted it. */
export interface DropsResponse {
  /** When the snapshot that is served was written. */
  generatedAt: string;
  /** Receipt time of the newest upload in the answer, or null if unknown. */
  dataAsOf: string | null;
  /** The amount of data behind the rates; if unreachable, 0 means unknown. */
  stats: DropsResponseStats;
  /** True if the storage could not be read. Lists are then empty, which means unknown, not none. */
  unreachable: boolean;
  /** The rates on this page. */
  rates: Array<DropsResponseRates>;
  /** The measured zeros on this page. */
  measuredZeros: Array<DropsResponseMeasuredZeros>;
  /** Rates and zeros that wait for their third install; null when unreachable. */
  queued: number | null;
  /** Rates in the whole list. */
  totalRates: number;
  /** Measured zeros in the whole list. */
  totalMeasuredZeros: number;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The first row of this page. */
  offset: number;
  /** Rows asked for, capped at the caller’s page size. */
  limit: number;
  /** Rows of the whole list at the snapshot that the walk is pinned to. */
  total: number;
  /** The address of the next page, or null on the last page. */
  next: string | null;
  /** The snapshot whose rows are listed, pinned by next. Kept and sent as since (corpus), it asks for what became public after it. */
  snapshot?: string;
}

/** The amount of data behind the rates; if unreachable, 0 means unknown. */
export interface DropsResponseStats {
  /** Uploads that first brought a loot record. */
  uploads: number;
  /** Loot windows that count. */
  lootWindows: number;
  /** Loot records, those without evidence of their source included. */
  records: number;
  /** Reports of installs that do not count yet, because they are too young or their network has enough that count. Null if there are one or two such installs, or if unknown. */
  waiting: CoverageResponseWaiting | null;
  /** True when the storage could not be read. */
  unreachable: boolean;
  /** Receipt time of the newest upload in the answer, or null if unknown. */
  dataAsOf: string | null;
}

/** How often an item lay in the loot windows of a source. */
export interface DropsResponseRates {
  /** The NPC that was looted. */
  sourceNpcId?: number;
  /** The object that was looted. */
  sourceObjectId?: number;
  /** The item. */
  itemId: number;
  /** Loot windows that players opened on the source; not kills counted by the game. */
  kills: number;
  /** Windows that held the item. */
  drops: number;
  /** drops / kills, unrounded. */
  rate: number;
  /** Lower end of the 95% Wilson interval of the rate, to six decimals. */
  low: number;
  /** Upper end of the 95% Wilson interval of the rate, to six decimals. */
  high: number;
  /** Distinct installs that looted the source. */
  reporters: number;
  /** Distinct installs that saw this very item drop there. Under 3 it is what one or two players saw, not yet a fact of the item. */
  installs: number;
  /** The greatest share of the source’s loot windows that one install opened. A value near 1 means that one player determines the counts. */
  topShare: number;
  /** The estimated rate: the truth is as likely above as below it. To six decimals. */
  estimate: number;
  /** Lower end of the range that holds the true rate with 96% probability, to six decimals. */
  estimateLow: number;
  /** Upper end of that range, to six decimals. */
  estimateHigh: number;
  /** Independent windows that would tell as much, to one decimal. */
  effectiveWindows: number;
  /** The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all. */
  basis: 'all' | 'solo' | 'quest';
  /** Present if the rate is most likely exactly 1; estimateLow says how low it may be. */
  always?: true;
  /** some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count. */
  obtainable?: 'some' | 'once';
  /** Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it. */
  disagrees?: true;
  /** Windows of players who had the quest for which the client marks the item. Absent for other items. */
  quest?: DropsResponseRatesQuest;
  /** Present if the rate changed. The estimate then uses the windows since. */
  changed?: DropsResponseRatesChanged;
  /** Three installs looted the source. */
  public: true;
}

export interface DropsResponseRatesQuest {
  /** The quest. */
  questId: number;
  /** Their loot windows on the source. */
  kills: number;
  /** Those that held the item. */
  drops: number;
  /** drops / kills, unrounded. */
  rate: number;
  /** Distinct installs that saw the item in them. */
  installs: number;
  /** Distinct installs that opened them. */
  reporters: number;
}

export interface DropsResponseRatesChanged {
  /** First UTC day of the windows that the estimate uses. */
  since: string;
  /** The estimate from the windows before that day, to six decimals. */
  before: number;
  /** The estimate from the windows since, to six decimals. */
  after: number;
}

/** A source whose loot windows were all empty. */
export interface DropsResponseMeasuredZeros {
  /** The NPC that was looted. */
  sourceNpcId?: number;
  /** The object that was looted. */
  sourceObjectId?: number;
  /** Loot windows that players opened on the source; not kills counted by the game. */
  kills: number;
  /** Upper end of the 95% Wilson interval of the rate of anything it might still drop, to six decimals. */
  high: number;
  /** Distinct installs that looted the source. */
  reporters: number;
  /** The greatest share of the source’s loot windows that one install opened. A value near 1 means that one player determines the counts. */
  topShare: number;
  /** Three installs looted the source. */
  public: true;
}

/** A page of the corroborated rates of gathering. A source is public once three installs used it. */
export interface GatheringResponse {
  /** When the snapshot that is served was written. */
  generatedAt: string;
  /** Receipt time of the newest upload in the answer, or null if unknown. */
  dataAsOf: string | null;
  /** True if the storage could not be read. Lists are then empty, which means unknown, not none. */
  unreachable: boolean;
  /** The rates on this page. */
  rates: Array<GatheringResponseRates>;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The first row of this page. */
  offset: number;
  /** Rows asked for, capped at the caller’s page size. */
  limit: number;
  /** Rows of the whole list at the snapshot that the walk is pinned to. */
  total: number;
  /** The address of the next page, or null on the last page. */
  next: string | null;
  /** The snapshot whose rows are listed, pinned by next. Kept and sent as since (corpus), it asks for what became public after it. */
  snapshot?: string;
}

/** How often an item was in the windows that players opened on a source by one method of gathering. It has one of sourceNpcId, sourceObjectId, sourceItemId and mapId. */
export interface GatheringResponseRates {
  /** How the items were gathered. */
  method:
    | 'skinning'
    | 'herbalism'
    | 'mining'
    | 'fishing'
    | 'pickpocketing'
    | 'disenchanting'
    | 'prospecting'
    | 'milling'
    | 'container';
  /** The NPC that was skinned, robbed or gathered from. */
  sourceNpcId?: number;
  /** The object that was gathered from. */
  sourceObjectId?: number;
  /** The item that was opened, disenchanted, prospected or milled. */
  sourceItemId?: number;
  /** The map of the zone that was fished in. */
  mapId?: number;
  /** The item. */
  itemId: number;
  /** Loot windows that players opened on the source; not kills counted by the game. */
  kills: number;
  /** Windows that held the item. */
  drops: number;
  /** drops / kills, unrounded. */
  rate: number;
  /** Lower end of the 95% Wilson interval of the rate, to six decimals. */
  low: number;
  /** Upper end of the 95% Wilson interval of the rate, to six decimals. */
  high: number;
  /** Distinct installs that looted the source. */
  reporters: number;
  /** Distinct installs that saw this very item drop there. Under 3 it is what one or two players saw, not yet a fact of the item. */
  installs: number;
  /** The greatest share of the source’s loot windows that one install opened. A value near 1 means that one player determines the counts. */
  topShare: number;
  /** The estimated rate: the truth is as likely above as below it. To six decimals. */
  estimate: number;
  /** Lower end of the range that holds the true rate with 96% probability, to six decimals. */
  estimateLow: number;
  /** Upper end of that range, to six decimals. */
  estimateHigh: number;
  /** Independent windows that would tell as much, to one decimal. */
  effectiveWindows: number;
  /** The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all. */
  basis: 'all' | 'solo' | 'quest';
  /** Present if the rate is most likely exactly 1; estimateLow says how low it may be. */
  always?: true;
  /** some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count. */
  obtainable?: 'some' | 'once';
  /** Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it. */
  disagrees?: true;
  /** Windows of players who had the quest for which the client marks the item. Absent for other items. */
  quest?: DropsResponseRatesQuest;
  /** Present if the rate changed. The estimate then uses the windows since. */
  changed?: DropsResponseRatesChanged;
  /** Three installs looted the source. */
  public: true;
}

/** A page of typed relations: observed ones first, then relations from the game’s files. */
export interface EdgesResponse {
  /** When the snapshot that is served was written. */
  generatedAt: string;
  /** Receipt time of the newest upload in the answer, or null if unknown. */
  dataAsOf: string | null;
  /** True if the storage could not be read. Lists are then empty, which means unknown, not none. */
  unreachable: boolean;
  /** The edges on this page. */
  edges: Array<EdgesResponseEdges>;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData: GameDataNotice | null;
  /** The first row of this page. */
  offset: number;
  /** Rows asked for, capped at the caller’s page size. */
  limit: number;
  /** Rows of the whole list at the snapshot that the walk is pinned to. */
  total: number;
  /** The address of the next page, or null on the last page. */
  next: string | null;
  /** The snapshot whose rows are listed, pinned by next. Kept and sent as since (corpus), it asks for what became public after it. */
  snapshot?: string;
}

/** A relation between two entities of the game. */
export interface EdgesResponseEdges {
  /** The start of the edge. */
  fromKind: 'item' | 'spell' | 'npc' | 'object' | 'quest' | 'zone' | 'item_set' | 'icon' | 'skill';
  /** Its id in the game. */
  fromId: number;
  /** The relation. */
  rel:
    | 'dropped_by'
    | 'sold_by'
    | 'reward_from'
    | 'located_in'
    | 'created_by'
    | 'reagent_for'
    | 'part_of_set'
    | 'same_icon'
    | 'in_skill_line';
  /** The end of the edge. */
  toKind: 'item' | 'spell' | 'npc' | 'object' | 'quest' | 'zone' | 'item_set' | 'icon' | 'skill';
  /** Its id in the game. */
  toId: number;
  /** observed: players reported it; client: read from the game’s files. */
  evidence: 'observed' | 'client';
  /** The game build of a client edge; null for an observed one. */
  build: string | null;
  /** Distinct installs behind an observed edge; null for a client one. */
  installs: number | null;
  /** The earliest UTC day that three installs support; null for a client edge. */
  firstSeen: string | null;
  /** The latest UTC day that three installs support; null for a client edge. */
  lastSeen: string | null;
}

/** The notice on data that were read from the game’s files; they belong to its publisher. */
export interface GameDataNotice {
  /** A notice that these data are from game files and unconfirmed. */
  label: string;
  /** The game build the rows were read from. */
  build: string;
  /** When they were read, or null if unknown. */
  extractedAt?: string | null;
  /** Whom to credit for them. */
  credit?: string;
}

/** The realms that have public market values. */
export interface MarketRealmsResponse {
  /** The request was served. */
  ok: true;
  /** Receipt time of the newest upload in the answer, or null if unknown. */
  dataAsOf: string | null;
  /** The realms. */
  realms: Array<string>;
  /** Per realm, the auction houses that have public values of their own, from scans that named their house. */
  houses?: Record<string, Array<'Alliance' | 'Horde' | 'Neutral'>>;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
}

/** Market values of the items of one realm, those with most units first. */
export interface MarketPricesResponse {
  /** The request was served. */
  ok: true;
  /** Receipt time of the newest upload in the answer, or null if unknown. */
  dataAsOf: string | null;
  /** How a day becomes public and how the values are computed. */
  rule: string;
  /** The value at each position of an item’s tuple. */
  fields: ['itemId', 'market', 'min', 'historical', 'quantity', 'day', 'reporters'];
  /** The realm asked for. */
  realm: string | null;
  /** Other realms of this name. */
  otherRealms?: Array<string>;
  /** The auction house asked for; the values come only from scans that named it. */
  house?: 'Alliance' | 'Horde' | 'Neutral';
  /** The items, each as a tuple in the order of fields. */
  items: Array<[number, number, number, number, number, string, number]>;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
}

/** A hover card for one entity. */
export interface TooltipResponse {
  /** The request was served. */
  ok: true;
  /** The entity of the card. */
  type: 'item' | 'npc' | 'quest' | 'object';
  /** Its id in the game. */
  id: number;
  /** The agreed name; a placeholder such as "Item 5" when no name has three installs behind it. */
  title: string;
  /** The language of the title, where installs agree on none in the language of this instance; else absent. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
  /** The title’s colour, from the item’s quality. */
  color: string | null;
  /** The icon’s file name, in lower case and without ending. */
  icon: string | null;
  /** The lines, in order; [?] is a value that the game’s files do not give. */
  lines: Array<string>;
  /** True when a line holds a [?]. */
  partial: boolean;
  /** The page the card is for. */
  url: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData: GameDataNotice | null;
}

/** Hover cards for several entities of one type. */
export interface TooltipsResponse {
  /** The request was served. */
  ok: true;
  /** The cards, in the order in which they were asked for. */
  cards: Array<TooltipResponse>;
  /** Entities that have no public data yet. */
  missing: Array<number>;
}

/** Suggestions for a name that is being typed. */
export interface SuggestResponse {
  /** The request was served. */
  ok: true;
  /** The text that was sent. */
  q: string;
  /** The suggestions, best first. Empty if nothing fits, or before the first snapshot. */
  rows: Array<SuggestResponseRows>;
  /** The newest upload in the data, or null if there is none. */
  dataAsOf: string | null;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData: GameDataNotice | null;
}

/** A suggestion. */
export interface SuggestResponseRows {
  /** What it is, such as item, npc, quest, zone, recipe or question. */
  kind: string;
  /** Names the entry. The tools fetch and get_entity accept it. */
  id: string;
  /** Its name. */
  name: string;
  /** The language of the name, if this instance has another. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
  /** The quality of an item, or null if it is unknown or this is no item. */
  quality: 'poor' | 'common' | 'uncommon' | 'rare' | 'epic' | 'legendary' | 'artifact' | 'heirloom' | null;
  /** The icon’s file name, in lower case and without ending, or null if it is unknown. */
  icon: string | null;
  /** What players most likely want to know about it, in a few words. May be empty. */
  line: string;
  /** The address of its page, or null if it has none. */
  url: string | null;
}

/** What needs one or two more installs to become public, without values. */
export interface CoverageResponse {
  /** When the snapshot that is served was written. */
  generatedAt: string;
  /** The newest upload in the data, or null if there is none. */
  dataAsOf: string | null;
  /** Number of subjects by kind. Kinds without subjects are left out. */
  counts: Array<CoverageResponseCounts>;
  /** The first subjects of each kind, those that need one more install first. */
  lists: Array<CoverageResponseLists>;
  /** Zones with most subjects. Empty if a zone is asked for. */
  zones: Array<CoverageResponseZones>;
  /** The agreed name of the zone that is asked for, or null if there is none. */
  zoneName: CoverageResponseZoneName | null;
  /** The name in the game’s files, if no name is agreed. */
  zoneNameInFiles: string | null;
  /** The progress of the zone that is asked for, or null if none is. */
  progress: CoverageResponseProgress | null;
  /** Reports of installs that do not count yet, because they are too young or their network has enough that count. Null if there are one or two such installs, or if unknown. */
  waiting: CoverageResponseWaiting | null;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData: GameDataNotice | null;
}

/** The subjects of one kind. */
export interface CoverageResponseCounts {
  /** The kind of subject. npc_loot, vendor and trainer are the loot, goods and lessons of an NPC. */
  kind: 'npc' | 'npc_loot' | 'vendor' | 'trainer' | 'object' | 'item' | 'quest' | 'recipe' | 'zone';
  /** Subjects that need one more install. */
  one: number;
  /** Subjects that need two more installs. */
  two: number;
}

/** The subjects of one kind. */
export interface CoverageResponseLists {
  /** The kind of subject. npc_loot, vendor and trainer are the loot, goods and lessons of an NPC. */
  kind: 'npc' | 'npc_loot' | 'vendor' | 'trainer' | 'object' | 'item' | 'quest' | 'recipe' | 'zone';
  /** The subjects. */
  subjects: Array<CoverageResponseListsSubjects>;
  /** The last subject of the list if there are more, or null. The parameter after takes <missing>.<id>. */
  next: CoverageResponseListsNext | null;
}

/** A subject that needs more installs. */
export interface CoverageResponseListsSubjects {
  /** Its id in the game. */
  id: number;
  /** Number of installs that still have to report it. */
  missing: number;
  /** The agreed name of the subject, or null if there is none. */
  name: CoverageResponseZoneName | null;
}

export interface CoverageResponseListsNext {
  /** Its id in the game. */
  id: number;
  /** Number of installs that still have to report it. */
  missing: number;
}

/** A zone with subjects that need more installs. */
export interface CoverageResponseZones {
  /** The zone’s map id. */
  zone: number;
  /** Subjects in it that need one more install. */
  one: number;
  /** Subjects in it that need two more installs. */
  two: number;
  /** The agreed name of the zone, or null if there is none. */
  name: CoverageResponseZoneName | null;
  /** The name in the game’s files, if no name is agreed. */
  nameInFiles: string | null;
  /** Levels of most creatures in the zone that players can fight, or null if unknown. */
  levels: CoverageResponseZonesLevels | null;
  /** Creatures and objects that three installs saw in the zone. */
  confirmed: number;
  /** The same with those that only one or two installs reported. */
  reported: number;
}

export interface CoverageResponseZonesLevels {
  /** The lowest. */
  min: number;
  /** The highest. */
  max: number;
}

export interface CoverageResponseZoneName {
  /** The name. */
  value: string;
  /** Number of installs that report the name. */
  installs: number;
  /** The language of the name, if this instance has another. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
}

export interface CoverageResponseProgress {
  /** Levels of most creatures in the zone that players can fight, or null if unknown. */
  levels: CoverageResponseZonesLevels | null;
  /** Creatures and objects that three installs saw in the zone. */
  confirmed: number;
  /** The same with those that only one or two installs reported. */
  reported: number;
}

export interface CoverageResponseWaiting {
  /** Installs that have sent public records but do not count yet. */
  installs: number;
  /** Their loot windows, which are in the corpus and in no rate. */
  windows: number;
}

/** All relations from the game’s files. */
export interface ClientLayer {
  /** The request was served. */
  ok: true;
  /** The version of the contract that the file follows. */
  protocol: string;
  /** The game build, or unrecorded if none was imported. */
  build: string;
  /** When the files were read from the client. */
  extractedAt: string | null;
  /** The names of the elements of an edge. */
  fields: ['fromKind', 'fromId', 'rel', 'toKind', 'toId'];
  /** The relations, each as a tuple in the order of fields. */
  edges: Array<
    [
      'item' | 'spell' | 'npc' | 'object' | 'quest' | 'zone' | 'item_set' | 'icon' | 'skill',
      number,
      (
        | 'dropped_by'
        | 'sold_by'
        | 'reward_from'
        | 'located_in'
        | 'created_by'
        | 'reagent_for'
        | 'part_of_set'
        | 'same_icon'
        | 'in_skill_line'
      ),
      'item' | 'spell' | 'npc' | 'object' | 'quest' | 'zone' | 'item_set' | 'icon' | 'skill',
      number,
    ]
  >;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData: GameDataNotice;
}

/** A page of the items of the current build, from the game’s files. Ids only; names come from uploads. */
export interface ItemsResponse {
  /** When the build was imported. */
  generatedAt: string;
  /** The items on this page. */
  items: Array<ItemsResponseItems>;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData: GameDataNotice;
  /** The first row of this page. */
  offset: number;
  /** Rows asked for, capped at the caller’s page size. */
  limit: number;
  /** Rows of the whole list at the snapshot that the walk is pinned to. */
  total: number;
  /** The address of the next page, or null on the last page. */
  next: string | null;
  /** The snapshot whose rows are listed, pinned by next. Kept and sent as since (corpus), it asks for what became public after it. */
  snapshot?: string;
}

/** An item of the build. Null if the game’s files have no such table, column or row. */
export interface ItemsResponseItems {
  /** The item. */
  itemId: number;
  /** The slug of its class. */
  class: string | null;
  /** The slug of its subclass within the class. */
  subclass: string | null;
  /** The slug of its slot; also null if it cannot be worn. */
  slot: string | null;
  /** Its quality. */
  quality: string | null;
  /** Its item level. */
  itemLevel: number | null;
  /** The level it needs. */
  requiredLevel: number | null;
  /** The icon’s file name, in lower case and without ending. */
  icon: string | null;
  /** The stack size. */
  stack: number | null;
  /** The buy price at vendors, in copper. */
  buyPriceCopper: number | null;
  /** The sell price at vendors, in copper. */
  sellPriceCopper: number | null;
  /** The item set it belongs to; 0 for none. */
  setId: number | null;
}

/** The classes, slots and qualities that items can be filtered by. */
export interface ItemCategoriesResponse {
  /** The classes that hold items. */
  classes: Array<ItemCategoriesResponseClasses>;
  /** The slots. */
  slots: Array<ItemCategoriesResponseSlots>;
  /** The qualities. */
  qualities: Array<ItemCategoriesResponseQualities>;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData: GameDataNotice;
}

/** A class of items. */
export interface ItemCategoriesResponseClasses {
  /** Its id in the client. */
  id: number;
  /** The client’s name. */
  name: string;
  /** The name in the plural. */
  label: string;
  /** The value for the class parameter of /api/items. */
  slug: string;
  /** Items of the build in it. */
  items: number;
  /** Its subclasses that hold items. */
  subclasses: Array<ItemCategoriesResponseClassesSubclasses>;
}

/** A subclass. */
export interface ItemCategoriesResponseClassesSubclasses {
  /** Its id in the client. */
  id: number;
  /** The client’s name; null when it has none, then the slug is the id. */
  name: string | null;
  /** The value for the subclass parameter of /api/items. */
  slug: string;
  /** Items of the build in it. */
  items: number;
}

/** A slot that items are worn in. */
export interface ItemCategoriesResponseSlots {
  /** The value for the slot parameter of /api/items. */
  slug: string;
  /** Its name. */
  name: string;
}

/** A quality of items. */
export interface ItemCategoriesResponseQualities {
  /** Its id in the client. */
  id: number;
  /** Its name. */
  name: string;
  /** The value for the quality parameter of /api/items. */
  slug: string;
}

/** The tools, in alphabetical order. */
export interface ToolList {
  /** The tools. */
  tools: Array<ToolListTools>;
  /** The MCP endpoint with the same tools. */
  mcp: string;
}

/** A tool. */
export interface ToolListTools {
  /** Its name in paths and in MCP. */
  name: string;
  /** A short title for people. */
  title: string;
  /** When to use it, and the content of its answer. */
  description: string;
  /** The data that its answers contain. */
  layers: Array<'observed' | 'game-files' | 'knowledge' | 'instance'>;
  /** Its arguments. */
  arguments: Array<ToolListToolsArguments>;
  /** An example call. */
  example: ToolListToolsExample;
  /** The URL of its schemas. */
  schemaUrl: string;
}

/** An argument. */
export interface ToolListToolsArguments {
  /** Its name. */
  name: string;
  type: 'string' | 'integer' | 'number' | 'boolean';
  /** Whether the tool needs it. */
  required: boolean;
  /** Its meaning. */
  description: string;
  /** The value that is used if it is omitted, if there is one. */
  default?: string | number | boolean;
  /** The allowed values, if they are limited to a list. */
  values?: Array<string>;
  /** The minimum. */
  minimum?: number;
  /** The maximum. */
  maximum?: number;
}

/** An example call. */
export interface ToolListToolsExample {
  /** Its arguments. */
  arguments: Record<string, unknown>;
  /** The URL to request. */
  url: string;
}

/** A tool’s answer over plain HTTP. */
export interface ToolAnswerResponse {
  /** The tool. */
  tool: string;
  /** The arguments as read, defaults applied. */
  arguments: Record<string, unknown>;
  /** The structured answer; the tool’s schema describes it under outputSchema. */
  answer: Record<string, unknown>;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

export interface AnswerSourcesResult {
  /** The tool. */
  tool: 'answer_sources';
  /** The arguments of answer_sources. */
  arguments: AnswerSourcesArguments;
  /** The sources to cite. */
  answer: AnswerSourcesAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of answer_sources. */
export interface AnswerSourcesArguments {
  /** The question that is to be answered. */
  question: string;
  /** The most entries to answer. */
  limit?: number;
}

/** The sources to cite. */
export interface AnswerSourcesAnswer {
  /** The best first. */
  sources: Array<AnswerSourcesAnswerSources>;
  /** What kind of question it is, such as drops. Absent if it was not understood. */
  intent?: string;
  /** The answer to the question, made of public facts. Absent if it was not understood. Questions are understood in English. */
  answer?: SearchAnswerAnswer;
  /** Words of the query that no name or text here contains. Absent if there are none. */
  unmatched?: Array<string>;
  /** Words that only other entries contain. Absent if there are none. */
  ignored?: Array<string>;
  /** If there are no results: the reason and what would provide them, in plain sentences. */
  reason?: string;
}

/** A source. */
export interface AnswerSourcesAnswerSources {
  /** The entry. */
  id: string;
  /** Its name. */
  title: string;
  /** Its web address: its page, or otherwise the address of its record here. */
  url: string | null;
  /** Its source. */
  source: string;
  /** Its licence. */
  licence: string;
  /** Whom to credit. */
  credit: string;
  /** A day or a date-time. */
  date: string;
  /** True if the entry matches only after typing errors are corrected: ask “did you mean …?”. */
  guess?: true;
}

export interface AuctionHistoryResult {
  /** The tool. */
  tool: 'auction_history';
  /** The arguments of auction_history. */
  arguments: AuctionHistoryArguments;
  /** The public facts of the requested subject. */
  answer: AuctionHistoryAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of auction_history. */
export interface AuctionHistoryArguments {
  /** The item, by its id in the game. */
  itemId: number;
  /** A realm in any case, with or without its region: Everlook (EU). */
  realm: string;
  /** An auction house; left out: all houses together. */
  house?: 'Alliance' | 'Horde' | 'Neutral';
}

/** The public facts of the requested subject. */
export interface AuctionHistoryAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The item’s public days. */
  page?: AuctionHistoryAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The item’s public days. */
export interface AuctionHistoryAnswerPage {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** The realm as this instance spells it. */
  realm: string;
  /** Other realms of this name. */
  otherRealms?: Array<string>;
  /** The auction house, or null for all houses together. */
  house: 'Alliance' | 'Horde' | 'Neutral' | null;
  /** Its public days, the newest first, at most 400. */
  days: Array<AuctionHistoryAnswerPageDays>;
  /** True where 400 days are listed: there may be older ones, which are not. */
  full: boolean;
  /** How a day becomes public and how values are computed. */
  rule: string;
}

/** One public day. */
export interface AuctionHistoryAnswerPageDays {
  /** The day. A UTC day, YYYY-MM-DD. */
  day: string;
  /** Market value per unit. In copper. */
  market: number;
  /** Lowest price per unit. In copper. */
  min: number;
  /** Units on sale. */
  quantity: number;
  /** Distinct installs behind the day. */
  reporters: number;
  /** Present if market is above 3 times, or below a third, of the median of the 14 public days before it. Absent otherwise, and if fewer than 7 public days came before. */
  unusual?: true;
}

export interface CollectionGapResult {
  /** The tool. */
  tool: 'collection_gap';
  /** The arguments of collection_gap. */
  arguments: CollectionGapArguments;
  /** The public facts of the requested subject. */
  answer: CollectionGapAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of collection_gap. */
export interface CollectionGapArguments {
  /** The collection’s name, such as mounts, in any spelling that differs only in case. */
  collection: string;
  /** The ids of the items that are owned. Left out: none. Comma-separated. */
  owned?: string;
}

/** The public facts of the requested subject. */
export interface CollectionGapAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The collection, divided. */
  page?: CollectionGapAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The collection, divided. */
export interface CollectionGapAnswerPage {
  /** The collection, in the spelling of most of its items. */
  collection: string;
  /** Items that the collection is known to hold. */
  total: number;
  /** Number of owned items. */
  ownedTotal: number;
  /** Number of missing items. */
  missingTotal: number;
  /** The first 150 that are missing, by item id. */
  missing: Array<CollectionGapAnswerPageOwned>;
  /** Every item that is missing. Ascending. */
  missingIds: Array<number>;
  /** The first 50 that are owned, by item id. */
  owned: Array<CollectionGapAnswerPageOwned>;
  /** Every item that is owned. Ascending. */
  ownedIds: Array<number>;
  /** Items named as owned that the collection is not known to hold. Ascending. */
  unknownIds: Array<number>;
  /** Present if there are more items in collections than one answer reads. */
  isCut?: boolean;
}

export interface CollectionGapAnswerPageOwned {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** Where it comes from, by the number of installs, most first, then by text. */
  sources: Array<CollectionGapAnswerPageOwnedSources>;
}

export interface CollectionGapAnswerPageOwnedSources {
  /** The source, as players’ addons name it. */
  value: string;
  /** Distinct installs that report it. */
  installs: number;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
}

export interface CompletionProgressResult {
  /** The tool. */
  tool: 'completion_progress';
  /** The arguments of completion_progress. */
  arguments: CompletionProgressArguments;
  /** The public facts of the requested subject. */
  answer: CompletionProgressAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of completion_progress. */
export interface CompletionProgressArguments {
  /** The progress to measure. */
  area: 'achievement' | 'reputation' | 'title' | 'quest_chain';
  /** Ids of what is completed: earned achievements, factions with completed reputation, titles, or for quest chains the completed quests. If omitted, none. Comma-separated. */
  owned?: string;
}

/** The public facts of the requested subject. */
export interface CompletionProgressAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The completed part of the catalogue. */
  page?: CompletionProgressAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The completed part of the catalogue. */
export interface CompletionProgressAnswerPage {
  /** The measured progress. */
  area: 'achievement' | 'reputation' | 'title' | 'quest_chain';
  /** How many entries of the catalogue are done. */
  done: number;
  /** How many entries the catalogue is known to hold; of quest chains, chains. */
  total: number;
  /** Only for achievements: their points. */
  points?: CompletionProgressAnswerPagePoints;
  /** Number of categories, including those beyond the list. */
  categoriesTotal: number;
  /** By the names of the category above and of the category, unnamed ones last, then by id; of quest chains each is one. */
  categories: Array<CompletionProgressAnswerPageCategories>;
  /** Number of missing entries; for quest chains, of distinct quests. */
  missingTotal: number;
  /** The first 150 that are missing, by id; of quest chains, quests in the order of the chains. */
  missing: Array<CompletionProgressAnswerPageMissing>;
  /** Ids named as done that the catalogue does not hold. Ascending. */
  unknownIds: Array<number>;
  /** Present if the catalogue has more entries than one answer reads. */
  isCut?: boolean;
}

/** Only for achievements: their points. */
export interface CompletionProgressAnswerPagePoints {
  /** How many points are done. */
  done: number;
  /** Total points. */
  total: number;
}

/** One category, or one quest chain. */
export interface CompletionProgressAnswerPageCategories {
  /** Its id in the game, or null if it has none. */
  id: number | null;
  /** Its name, or null for entries without a heading. */
  name: string | null;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
  /** The category above, or null if none is recorded. */
  parent: string | null;
  /** How many of its entries are done. */
  done: number;
  /** How many entries it is known to hold; of a quest chain, quests. */
  total: number;
  /** True where all of it is done. A chain that is truncated is never called finished. */
  finished: boolean;
  /** True for a quest chain that has more quests than the catalogue lists. */
  truncated: boolean;
  /** Distinct installs that report the entry of it that fewest report. */
  installs: number;
}

/** The missing entries. */
export interface CompletionProgressAnswerPageMissing {
  /** Its id in the game. */
  id: number;
  /** Its name, or null if no name has three installs behind it. */
  name: string | null;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
  /** The category or chain it belongs to, or null if there is none. */
  category: string | null;
  /** Distinct installs that report it. */
  installs: number;
}

export interface EcosystemProjectsResult {
  /** The tool. */
  tool: 'ecosystem_projects';
  /** The arguments of ecosystem_projects. */
  arguments: EcosystemProjectsArguments;
  /** Projects. */
  answer: EcosystemProjectsAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of ecosystem_projects. */
export interface EcosystemProjectsArguments {
  /** Words or a question; left out: every project. */
  query?: string;
  /** The most entries to answer. */
  limit?: number;
}

/** Projects. */
export interface EcosystemProjectsAnswer {
  /** Best match first, or by name without a query. */
  projects: Array<GetByNameAnswerHits>;
  /** If there are no results: the reason and what would provide them, in plain sentences. */
  reason?: string;
}

export interface EntityRelationsResult {
  /** The tool. */
  tool: 'entity_relations';
  /** The arguments of entity_relations. */
  arguments: EntityRelationsArguments;
  /** The public facts of the requested subject. */
  answer: EntityRelationsAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of entity_relations. */
export interface EntityRelationsArguments {
  /** What the entity is. */
  kind: 'item' | 'spell' | 'npc' | 'object' | 'quest' | 'zone' | 'item_set' | 'icon' | 'skill';
  /** Its id in the game; of a zone the map id. */
  id: number;
  /** One relation only. */
  rel?:
    | 'dropped_by'
    | 'sold_by'
    | 'reward_from'
    | 'located_in'
    | 'created_by'
    | 'reagent_for'
    | 'part_of_set'
    | 'same_icon'
    | 'in_skill_line';
  /** observed: only relations that players reported; client: only relations from the game’s files. */
  evidence?: 'observed' | 'client';
  /** The most entries to answer. */
  limit?: number;
}

/** The public facts of the requested subject. */
export interface EntityRelationsAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The relations of the entity. */
  page?: EntityRelationsAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The relations of the entity. */
export interface EntityRelationsAnswerPage {
  /** The entity. */
  entity: EntityRelationsAnswerPageEntity;
  /** Number of known relations of the requested entity. */
  total: number;
  /** Those that players observed, or null if not requested or there is no upload yet. */
  observed: number | null;
  /** Those in the game’s files, or null if not requested or no build was imported. */
  client: number | null;
  /** The first relations: observed ones first, then those that start at the entity, then by relation and kinds of the ends, then in the order of GET /api/edges. */
  edges: Array<EntityRelationsAnswerPageEdges>;
}

/** The entity. */
export interface EntityRelationsAnswerPageEntity {
  /** What it is. */
  kind: 'item' | 'spell' | 'npc' | 'object' | 'quest' | 'zone' | 'item_set' | 'icon' | 'skill';
  /** Its id in the game. */
  id: number;
  /** The name of the entity, or null if unknown and for icons. A spell is named after its recipe, its name in the game’s files or the item it makes. */
  name: string | null;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
  /** The source of the name of the entity, or null if it has none. */
  nameEvidence: 'observed' | 'client' | null;
  /** Its page here, or null if it has none. */
  url: string | null;
}

/** A relation, as GET /api/edges lists it, with the names of its ends. */
export interface EntityRelationsAnswerPageEdges {
  /** The start of the relation. */
  fromKind: 'item' | 'spell' | 'npc' | 'object' | 'quest' | 'zone' | 'item_set' | 'icon' | 'skill';
  /** Its id in the game. */
  fromId: number;
  /** The name of the start, or null if unknown and for icons. A spell is named after its recipe, its name in the game’s files or the item it makes. */
  fromName: string | null;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  fromLocale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
  /** The source of the name of the start, or null if it has none. */
  fromNameEvidence: 'observed' | 'client' | null;
  /** The relation. */
  rel:
    | 'dropped_by'
    | 'sold_by'
    | 'reward_from'
    | 'located_in'
    | 'created_by'
    | 'reagent_for'
    | 'part_of_set'
    | 'same_icon'
    | 'in_skill_line';
  /** The end of the relation. */
  toKind: 'item' | 'spell' | 'npc' | 'object' | 'quest' | 'zone' | 'item_set' | 'icon' | 'skill';
  /** Its id in the game. */
  toId: number;
  /** The name of the end, or null if unknown and for icons. A spell is named after its recipe, its name in the game’s files or the item it makes. */
  toName: string | null;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  toLocale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
  /** The source of the name of the end, or null if it has none. */
  toNameEvidence: 'observed' | 'client' | null;
  /** observed: players reported it; client: read from the game’s files. */
  evidence: 'observed' | 'client';
  /** The game build of a client relation; null for an observed one. */
  build: string | null;
  /** Distinct installs behind an observed relation; null for a client one. */
  installs: number | null;
  /** The earliest UTC day that three installs support; null for a client relation. */
  firstSeen: string | null;
  /** The latest UTC day that three installs support; null for a client relation. */
  lastSeen: string | null;
}

export interface EverlootPlanResult {
  /** The tool. */
  tool: 'everloot_plan';
  /** The arguments of everloot_plan. */
  arguments: Record<string, unknown>;
  /** The status of each area of the service. */
  answer: EverlootPlanAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The status of each area of the service. */
export interface EverlootPlanAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Why nothing is known, in one sentence. */
  reason?: string;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The game whose records this instance counts, or null as long as none is settled: then all count. */
  game?: 'forever' | 'era' | 'sod' | 'tbc' | 'wrath' | 'cataclysm' | 'mists' | null;
  /** The build of the game’s files that is served, or null if none was imported. */
  build: string | null;
  /** The areas, those to read from first. */
  rows: Array<EverlootPlanAnswerRows>;
  /** The amount of data. */
  counts: EverlootPlanAnswerCounts;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
}

/** One area. */
export interface EverlootPlanAnswerRows {
  /** Its name. */
  area:
    | 'feed'
    | 'drop_rates'
    | 'edges'
    | 'items'
    | 'market'
    | 'tools'
    | 'mcp'
    | 'hover_cards'
    | 'knowledge'
    | 'exports'
    | 'uploads'
    | 'keys'
    | 'grants'
    | 'docs';
  /** A short description. */
  title: string;
  /** live: it can be used. waiting: there is nothing in it yet. off: it is switched off here. */
  status: 'live' | 'waiting' | 'off';
  /** How to use it. */
  how: string;
  /** Its address. */
  url: string;
}

/** The amount of data. */
export interface EverlootPlanAnswerCounts {
  /** Uploads that brought something that counts. Null: unknown, not zero. */
  uploads: number | null;
  /** Records in the raw feed. Null: unknown, not zero. */
  records: number | null;
  /** Public drop rates. Null: unknown, not zero. */
  rates: number | null;
  /** Sources that were looted and never dropped anything. Null: unknown, not zero. */
  measuredZeros: number | null;
  /** Rates and zeros that wait for their third install. Null: unknown, not zero. */
  queued: number | null;
  /** Relations that players observed. Null: unknown, not zero. */
  observedEdges: number | null;
  /** Relations of the game’s files. Null: unknown, not zero. */
  clientEdges: number | null;
  /** Items of the game’s files. Null: unknown, not zero. */
  items: number | null;
  /** Realms with public market values. Null: unknown, not zero. */
  realms: number | null;
}

export interface FetchResult {
  /** The tool. */
  tool: 'fetch';
  /** The arguments of fetch. */
  arguments: FetchArguments;
  /** The entry. */
  answer: FetchAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of fetch. */
export interface FetchArguments {
  /** The id of an entry as other tools answer it, such as item:19019, zone:1429 or doc:fishing-guide. Entries without a name have ids, too: object:2843, vendor:66. So do professions, realms and roles: profession:first-aid, realm:whitemane, role:trainer:cooking, role:quest-giver, role:vendor. */
  id: string;
}

/** The entry. */
export interface FetchAnswer {
  /** The entry. */
  id: string;
  /** Its name. */
  title: string;
  /** All that is known of it: of an entity what the tool of its page says, in lines; of a document its text. */
  text: string;
  /** Its web address: its page, or otherwise the address of its record here. */
  url: string;
  /** Its source. */
  metadata: FetchAnswerMetadata;
}

/** Its source. */
export interface FetchAnswerMetadata {
  /** Its source. */
  source: string;
  /** Its licence. */
  licence: string;
  /** Whom to credit. */
  credit: string;
  /** A day or a date-time. */
  date: string;
}

export interface GetByNameResult {
  /** The tool. */
  tool: 'get_by_name';
  /** The arguments of get_by_name. */
  arguments: GetByNameArguments;
  /** Entries with this name. */
  answer: GetByNameAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of get_by_name. */
export interface GetByNameArguments {
  /** A whole name. */
  name: string;
  /** A kind of entry, such as item, npc, quest, recipe, zone, spell or project; left out: every kind. */
  kind?: string;
}

/** Entries with this name. */
export interface GetByNameAnswer {
  /** The results, best match first. */
  hits: Array<GetByNameAnswerHits>;
  /** If there are no results: the reason and what would provide them, in plain sentences. */
  reason?: string;
}

export interface GetByNameAnswerHits {
  /** Names the entry here; take it to get_entity or fetch. */
  id: string;
  /** What it is. */
  kind: string;
  /** Its id at the source (for game entities the game’s id), or null if there is none. */
  extId: string | null;
  /** Its name. */
  name: string;
  /** The part of its text that matches the search, or its beginning; may be empty. */
  snippet: string;
  /** Its web address, or null if it has no page. */
  url: string | null;
  /** Where it comes from. What was read from the game’s files says so, with the build. */
  source: string;
  /** Its licence. Data from the game’s files are unconfirmed and belong to the publisher. */
  licence: string;
  /** A day, or a date-time: for observed entities, that of the newest upload in the data. */
  date: string;
  /** True if the entry matches only after typing errors are corrected: ask “did you mean …?”. */
  guess?: true;
}

export interface GetEntityResult {
  /** The tool. */
  tool: 'get_entity';
  /** The arguments of get_entity. */
  arguments: GetEntityArguments;
  /** The entry. */
  answer: GetEntityAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of get_entity. */
export interface GetEntityArguments {
  /** The id of an entry as other tools answer it, such as item:19019, zone:1429 or doc:fishing-guide. Entries without a name have ids, too: object:2843, vendor:66. So do professions, realms and roles: profession:first-aid, realm:whitemane, role:trainer:cooking, role:quest-giver, role:vendor. */
  id: string;
}

/** The entry. */
export interface GetEntityAnswer {
  /** The whole entry, or null if there is none with this id. */
  hit: GetEntityAnswerHit | null;
  /** If there are no results: the reason and what would provide them, in plain sentences. */
  reason?: string;
}

export interface GetEntityAnswerHit {
  /** Names the entry here; take it to get_entity or fetch. */
  id: string;
  /** What it is. */
  kind: string;
  /** Its id at the source (for game entities the game’s id), or null if there is none. */
  extId: string | null;
  /** Its name. */
  name: string;
  /** observed: three installs agree on the name; game-files: unconfirmed; document: imported. */
  layer: string;
  /** Its version (for game files the build), or null if there is none. */
  version: string | null;
  /** All that is known of it: of an entity what the tool of its page says, in lines; of a document its text. */
  text: string;
  /** Its web address, or null if it has no page. */
  url: string | null;
  /** Where it comes from. What was read from the game’s files says so, with the build. */
  source: string;
  /** Its licence. Data from the game’s files are unconfirmed and belong to the publisher. */
  licence: string;
  /** A day, or a date-time: for observed entities, that of the newest upload in the data. */
  date: string;
  /** Whom to credit. */
  credit: string;
}

export interface GoldLedgerResult {
  /** The tool. */
  tool: 'gold_ledger';
  /** The arguments of gold_ledger. */
  arguments: GoldLedgerArguments;
  /** The public facts of the requested subject. */
  answer: GoldLedgerAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of gold_ledger. */
export interface GoldLedgerArguments {
  /** The character’s name, in any spelling that differs only in case. */
  character: string;
  /** A realm in any case, with or without its region: Everlook (EU). */
  realm: string;
}

/** The public facts of the requested subject. */
export interface GoldLedgerAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The character’s ledgers. */
  page?: GoldLedgerAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The character’s ledgers. */
export interface GoldLedgerAnswerPage {
  /** The character, as its newest record spells it. */
  character: string;
  /** Its realm, as its newest record spells it. */
  realm: string;
  /** Other realms of this name. */
  otherRealms?: Array<string>;
  /** Number of ledgers, including those beyond the list. */
  total: number;
  /** One per grant and install, the one that began first first. */
  ledgers: Array<GoldLedgerAnswerPageLedgers>;
  /** Present if some of it relies on a grant that the holder of the install id issued, which proves neither character nor guild. */
  grant?: 'self';
}

/** The reports of one install under one grant. */
export interface GoldLedgerAnswerPageLedgers {
  /** 1 for the one that began first. */
  ledger: number;
  /** The highest amount recorded, or null if the character’s money was never recorded. In copper. */
  peakCopper: number | null;
  /** Income and spending from play. */
  money: GoldLedgerAnswerPageLedgersMoney;
  /** Other income and spending. */
  other: GoldLedgerAnswerPageLedgersOther;
  /** When its first record was captured. A UTC day, YYYY-MM-DD. */
  firstDay: string;
  /** When its last record was captured. A UTC day, YYYY-MM-DD. */
  lastDay: string;
  /** Present if some of it relies on a grant that the holder of the install id issued, which proves neither character nor guild. */
  grant?: 'self';
}

/** Income and spending from play. */
export interface GoldLedgerAnswerPageLedgersMoney {
  /** All sources of this line that are recorded. Earned minus spent, in copper, or null if nothing was recorded. */
  total: number | null;
  /** Looted coin. Earned minus spent, in copper, or null if nothing was recorded. */
  loot: number | null;
  /** Quests. Earned minus spent, in copper, or null if nothing was recorded. */
  quest: number | null;
  /** Vendors. Earned minus spent, in copper, or null if nothing was recorded. */
  vendor: number | null;
  /** Auctions. Earned minus spent, in copper, or null if nothing was recorded. */
  auction: number | null;
}

/** Other income and spending. */
export interface GoldLedgerAnswerPageLedgersOther {
  /** All sources of this line that are recorded. Earned minus spent, in copper, or null if nothing was recorded. */
  total: number | null;
  /** Mail. Earned minus spent, in copper, or null if nothing was recorded. */
  mail: number | null;
  /** Trades with players. Earned minus spent, in copper, or null if nothing was recorded. */
  trade: number | null;
  /** Repairs. Earned minus spent, in copper, or null if nothing was recorded. */
  repair: number | null;
  /** Trainers. Earned minus spent, in copper, or null if nothing was recorded. */
  training: number | null;
  /** Flights and other travel. Earned minus spent, in copper, or null if nothing was recorded. */
  travel: number | null;
  /** Anything else. Earned minus spent, in copper, or null if nothing was recorded. */
  other: number | null;
}

export interface GuildBoardResult {
  /** The tool. */
  tool: 'guild_board';
  /** The arguments of guild_board. */
  arguments: GuildBoardArguments;
  /** The public facts of the requested subject. */
  answer: GuildBoardAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of guild_board. */
export interface GuildBoardArguments {
  /** The guild’s name, in any spelling that differs only in case. */
  guild: string;
  /** A realm in any case, with or without its region: Everlook (EU). */
  realm: string;
}

/** The public facts of the requested subject. */
export interface GuildBoardAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The guild’s board. */
  page?: GuildBoardAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The guild’s board. */
export interface GuildBoardAnswerPage {
  /** The guild, as its newest record spells it. */
  guild: string;
  /** Its realm, as its newest record spells it. */
  realm: string;
  /** Other realms of this name. */
  otherRealms?: Array<string>;
  /** The newest roster. */
  roster?: GuildBoardAnswerPageRoster;
  /** The newest of each instance and difficulty. */
  lockouts?: GuildBoardAnswerPageLockouts;
  /** Raids, the newest first; the newest 100 are kept. */
  attendance?: Array<GuildBoardAnswerPageAttendance>;
  /** Awarded loot, the newest first; the newest 200 are kept. */
  awards?: Array<GuildBoardAnswerPageAwards>;
  /** Present if some of it relies on a grant that the holder of the install id issued, which proves neither character nor guild. */
  grant?: 'self';
}

/** The newest roster. */
export interface GuildBoardAnswerPageRoster {
  /** When it was captured, a date-time. */
  capturedAt: string;
  /** The guild’s faction. */
  faction: 'alliance' | 'horde';
  /** Number of listed members. */
  members: number;
  /** The members by rank; ranks in the order of their names. */
  ranks: Array<GuildBoardAnswerPageRosterRanks>;
}

/** One rank. */
export interface GuildBoardAnswerPageRosterRanks {
  /** The rank’s name in the guild. */
  rank: string;
  /** Its members, highest level first, then by name. */
  members: Array<GuildBoardAnswerPageRosterRanksMembers>;
}

/** One member. */
export interface GuildBoardAnswerPageRosterRanksMembers {
  /** The character. */
  name: string;
  /** Its level. */
  level: number;
  /** Its class. */
  class: string;
  /** Days since it was online when the roster was captured; 0: it was. */
  lastOnlineDays: number;
}

/** The newest of each instance and difficulty. */
export interface GuildBoardAnswerPageLockouts {
  /** Their number, including those beyond the list. */
  total: number;
  /** By the names of instance and difficulty. */
  list: Array<GuildBoardAnswerPageLockoutsList>;
}

/** The guild’s progress. */
export interface GuildBoardAnswerPageLockoutsList {
  /** When it was captured, a date-time. */
  capturedAt: string;
  /** The instance, as the record names it. */
  instance: string;
  /** The difficulty’s name. */
  difficulty: string;
  /** The bosses killed, as recorded. */
  bossesKilled: Array<string>;
  /** When the instance resets, a date-time. */
  resetAt: string;
}

/** One raid. */
export interface GuildBoardAnswerPageAttendance {
  /** When it was captured, a date-time. */
  capturedAt: string;
  /** The instance, as the record names it. */
  instance: string;
  /** Who was present, as recorded. */
  present: Array<string>;
}

/** One award. */
export interface GuildBoardAnswerPageAwards {
  /** When it was captured, a date-time. */
  capturedAt: string;
  /** The item. Its name is the agreed one. */
  item: NpcPageAnswerPageNpc;
  /** The item’s name as the record has it. */
  itemName: string;
  /** Who received it. */
  recipient: string;
  /** The boss that dropped it, as the record names it. */
  sourceBoss: string;
}

export interface ItemCategoriesResult {
  /** The tool. */
  tool: 'item_categories';
  /** The arguments of item_categories. */
  arguments: ItemCategoriesArguments;
  /** Data from the imported build of the game, unconfirmed. */
  answer: ItemCategoriesAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of item_categories. */
export interface ItemCategoriesArguments {
  /** An item, by its id in the game: asks for its path through the categories. */
  item?: number;
  /** A class, by its slug. */
  class?: string;
  /** A subclass, by its slug or number; with a class. */
  subclass?: string;
  /** A slot, by its slug. */
  slot?: string;
  /** A quality. */
  quality?: 'poor' | 'common' | 'uncommon' | 'rare' | 'epic' | 'legendary' | 'artifact' | 'heirloom';
  /** The most entries to answer. */
  limit?: number;
}

/** Data from the imported build of the game, unconfirmed. */
export interface ItemCategoriesAnswer {
  /** The build the rows were read from, or null if no build was imported. */
  build: string | null;
  /** A notice that these data are from game files and unconfirmed. */
  label: string;
  /** Whom to credit for them. */
  credit: string;
  /** When they were read from the client, or null if unknown. */
  extractedAt: string | null;
  /** The filters for items. */
  tree: ItemCategoriesAnswerTree | null;
  /** Items that the filters leave, those that are not listed included; null without filters. */
  total: number | null;
  /** The first of them, by id; null without filters. */
  items: Array<ItemCategoriesAnswerItems> | null;
  /** The position of the requested item, or null if the files do not say or there is no such step. */
  path: ItemCategoriesAnswerPath | null;
  /** Receipt time of the newest upload in the names, a date-time, or null if there is none yet. */
  dataAsOf?: string | null;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution?: Attribution;
  /** Why there is no answer, in one sentence. */
  error?: string;
}

export interface ItemCategoriesAnswerTree {
  /** The classes that hold items, by id. */
  classes: Array<ItemCategoriesAnswerTreeClasses>;
  /** The slots that items are worn in. */
  slots: Array<ItemCategoriesAnswerTreeSlots>;
  /** The qualities, the poorest first. */
  qualities: Array<ItemCategoriesAnswerTreeQualities>;
}

/** A class of items. */
export interface ItemCategoriesAnswerTreeClasses {
  /** Its id in the client. */
  id: number;
  /** The client’s name. */
  name: string;
  /** The name in the plural. */
  label: string;
  /** The values of class. */
  slug: string;
  /** Items of the build in it. */
  items: number;
  /** Its subclasses that hold items, by id. */
  subclasses: Array<ItemCategoriesAnswerTreeClassesSubclasses>;
}

/** A subclass. */
export interface ItemCategoriesAnswerTreeClassesSubclasses {
  /** Its id in the client. */
  id: number;
  /** The client’s name, or null if it has none. */
  name: string | null;
  /** The values of subclass. */
  slug: string;
  /** Items of the build in it. */
  items: number;
}

/** A slot. */
export interface ItemCategoriesAnswerTreeSlots {
  /** The values of slot. */
  slug: string;
  /** Its name. */
  name: string;
}

/** A quality. */
export interface ItemCategoriesAnswerTreeQualities {
  /** Its id in the client. */
  id: number;
  /** Its name. */
  name: string;
  /** The values of quality. */
  slug: string;
}

/** An item of the build. Null if the game’s files have no such table, column or row. */
export interface ItemCategoriesAnswerItems {
  /** The item, with the name that players agree on. */
  item: NpcPageAnswerPageNpc;
  /** The slug of its class. */
  class: string | null;
  /** The slug of its subclass within the class. */
  subclass: string | null;
  /** The slug of its slot; also null if it cannot be worn. */
  slot: string | null;
  /** Its quality. */
  quality: string | null;
  /** Its item level. */
  itemLevel: number | null;
  /** The level it needs. */
  requiredLevel: number | null;
  /** The icon’s file name, in lower case and without ending. */
  icon: string | null;
  /** The stack size. */
  stack: number | null;
  /** The buy price at vendors. In copper. */
  buyPriceCopper: number | null;
  /** The sell price at vendors. In copper. */
  sellPriceCopper: number | null;
  /** The item set it belongs to; 0 for none. */
  setId: number | null;
}

export interface ItemCategoriesAnswerPath {
  /** Its class. */
  class: ItemCategoriesAnswerPathSlot | null;
  /** Its subclass. */
  subclass: ItemCategoriesAnswerPathSlot | null;
  /** Its slot; also null if it cannot be worn. */
  slot: ItemCategoriesAnswerPathSlot | null;
  /** Its quality. */
  quality: ItemCategoriesAnswerPathSlot | null;
}

export interface ItemCategoriesAnswerPathSlot {
  /** The value for the argument of this name. */
  slug: string;
  /** Its name, or null if the client has none. */
  name: string | null;
}

export interface ItemPageResult {
  /** The tool. */
  tool: 'item_page';
  /** The arguments of item_page. */
  arguments: ItemPageArguments;
  /** The public facts of the requested subject. */
  answer: ItemPageAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of item_page. */
export interface ItemPageArguments {
  /** The item, by its id in the game. */
  itemId: number;
  /** A realm in any case, with or without its region: Everlook (EU). */
  realm?: string;
  /** An auction house; left out: all houses together. */
  house?: 'Alliance' | 'Horde' | 'Neutral';
}

/** The public facts of the requested subject. */
export interface ItemPageAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The public facts about the item. */
  page?: ItemPageAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The public facts about the item. */
export interface ItemPageAnswerPage {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** The name that installs agree on, or null if there is none. */
  name: NpcPageAnswerPageName | null;
  /** The quality that installs agree on, or null if there is none. */
  quality: ItemPageAnswerPageQuality | null;
  /** The item level that installs agree on, or null if there is none. */
  itemLevel: QuestPageAnswerPageLevel | null;
  /** NPCs and objects that dropped it for at least three installs, sorted by estimateLow (highest first), then by number of drops, kind and id. Sources that fewer than five installs looted come last. */
  droppedBy: ItemPageAnswerPageDroppedBy;
  /** NPCs and objects that only one or two installs saw it drop from, in the same order: nobody else confirms it, so do not state it as a fact. */
  droppedBySeenByFew: ItemPageAnswerPageDroppedBySeenByFew;
  /** What at least three installs gathered it from: creatures, objects, other items, and zones for fishing, in the order of droppedBy. */
  gatheredFrom: ItemPageAnswerPageGatheredFrom;
  /** Items that at least three installs gathered from it, by method, and with each sorted by estimateLow (highest first). */
  gathering: NpcPageAnswerPageGathering;
  /** Vendors that sell it, by their leading price, cheapest first, then those without an agreed price, then by id. If there are more than 200, only the 200 that became public first are compared. */
  soldBy: ItemPageAnswerPageSoldBy;
  /** Prices for one that three installs, and a tenth of those that reported one, saw at vendors where their reports do not say which, the one that most saw first. In copper. */
  vendorPrices: Array<ItemPageAnswerPageVendorPrices>;
  /** Quests that give it or let choose it, in the order in which they became public. */
  rewardFrom: ItemPageAnswerPageRewardFrom;
  /** Recipes that make it, by id. */
  madeBy: ItemPageAnswerPageMadeBy;
  /** Recipes that use it, by id; only this item is listed among their reagents. */
  reagentFor: ItemPageAnswerPageReagentFor;
  /** Recipes that it teaches, by id. */
  teaches: ItemPageAnswerPageMadeBy;
  /** Collections that it belongs to, by name. */
  collections: ItemPageAnswerPageCollections;
  /** Its newest public day on the requested realm, or null if no realm was given or no day is public there. */
  market: ItemPageAnswerPageMarket | null;
  /** Other realms of this name. */
  otherRealms?: Array<string>;
  /** Realms on whose auctions it has a public value, by name in lower case. */
  marketRealms: ItemPageAnswerPageMarketRealms;
  /** Its newest public day on the first 10 of those realms, in their order, where no realm was asked for; empty where one was. */
  markets: Array<ItemPageAnswerPageMarket>;
  /** What the game’s files say of the item, unconfirmed (see gameData). Null if the files have no such table, column or row. */
  files: ItemPageAnswerPageFiles | null;
}

export interface ItemPageAnswerPageQuality {
  /** The quality. */
  value: 'poor' | 'common' | 'uncommon' | 'rare' | 'epic' | 'legendary' | 'artifact' | 'heirloom';
  /** Distinct installs that report it. */
  installs: number;
}

/** NPCs and objects that dropped it for at least three installs, sorted by estimateLow (highest first), then by number of drops, kind and id. Sources that fewer than five installs looted come last. */
export interface ItemPageAnswerPageDroppedBy {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 60. */
  rows: Array<ItemPageAnswerPageDroppedByRows>;
}

/** A source. */
export interface ItemPageAnswerPageDroppedByRows {
  /** The NPC or object that was looted. */
  source: NpcPageAnswerPageNpc;
  /** Its levels, or null if none is public. */
  levels: ItemPageAnswerPageDroppedByRowsLevels | null;
  /** Loot windows that players opened on the source. */
  kills: number;
  /** Windows that held the item. */
  drops: number;
  /** drops / kills. */
  rate: number;
  /** Lower bound of the rate (Wilson, 95%). */
  low: number;
  /** Upper bound of the rate (Wilson, 95%). */
  high: number;
  /** Distinct installs that looted the source. */
  reporters: number;
  /** Distinct installs that saw this very drop. */
  installs: number;
  /** The greatest share of the source’s windows that one install opened. A value near 1 means that one player determines the counts. */
  topShare: number;
  /** The estimated rate: the truth is as likely above as below it. To six decimals. */
  estimate: number;
  /** Lower end of the range that holds the true rate with 96% probability, to six decimals. */
  estimateLow: number;
  /** Upper end of that range, to six decimals. */
  estimateHigh: number;
  /** Independent windows that would tell as much, to one decimal. */
  effectiveWindows: number;
  /** The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all. */
  basis: 'all' | 'solo' | 'quest';
  /** Present if the rate is most likely exactly 1; estimateLow says how low it may be. */
  always?: true;
  /** some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count. */
  obtainable?: 'some' | 'once';
  /** Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it. */
  disagrees?: true;
  /** Windows of players who had the quest for which the client marks the item. Absent for other items. */
  quest?: DropsResponseRatesQuest;
  /** Present if the rate changed. The estimate then uses the windows since. */
  changed?: DropsResponseRatesChanged;
  /** The maps that it was seen on, in the order in which they became public, with a few pins each; npc_page and object_page have all. Null: not looked up for this row. */
  places: Array<NpcPageAnswerPageZonesRows> | null;
}

export interface ItemPageAnswerPageDroppedByRowsLevels {
  /** The lowest that three installs saw. */
  min: number;
  /** The highest that three installs saw. */
  max: number;
}

/** NPCs and objects that only one or two installs saw it drop from, in the same order: nobody else confirms it, so do not state it as a fact. */
export interface ItemPageAnswerPageDroppedBySeenByFew {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 40. */
  rows: Array<ItemPageAnswerPageDroppedBySeenByFewRows>;
}

/** A source. */
export interface ItemPageAnswerPageDroppedBySeenByFewRows {
  /** The NPC or object that was looted. */
  source: NpcPageAnswerPageNpc;
  /** Loot windows that players opened on the source. */
  kills: number;
  /** Windows that held the item. */
  drops: number;
  /** drops / kills. */
  rate: number;
  /** Lower bound of the rate (Wilson, 95%). */
  low: number;
  /** Upper bound of the rate (Wilson, 95%). */
  high: number;
  /** Distinct installs that looted the source. */
  reporters: number;
  /** Distinct installs that saw this very drop. */
  installs: number;
  /** The greatest share of the source’s windows that one install opened. A value near 1 means that one player determines the counts. */
  topShare: number;
  /** The estimated rate: the truth is as likely above as below it. To six decimals. */
  estimate: number;
  /** Lower end of the range that holds the true rate with 96% probability, to six decimals. */
  estimateLow: number;
  /** Upper end of that range, to six decimals. */
  estimateHigh: number;
  /** Independent windows that would tell as much, to one decimal. */
  effectiveWindows: number;
  /** The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all. */
  basis: 'all' | 'solo' | 'quest';
  /** Present if the rate is most likely exactly 1; estimateLow says how low it may be. */
  always?: true;
  /** some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count. */
  obtainable?: 'some' | 'once';
  /** Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it. */
  disagrees?: true;
  /** Windows of players who had the quest for which the client marks the item. Absent for other items. */
  quest?: DropsResponseRatesQuest;
  /** Present if the rate changed. The estimate then uses the windows since. */
  changed?: DropsResponseRatesChanged;
}

/** What at least three installs gathered it from: creatures, objects, other items, and zones for fishing, in the order of droppedBy. */
export interface ItemPageAnswerPageGatheredFrom {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 60. */
  rows: Array<ItemPageAnswerPageGatheredFromRows>;
}

/** A source. */
export interface ItemPageAnswerPageGatheredFromRows {
  /** How it was gathered. */
  method:
    | 'skinning'
    | 'herbalism'
    | 'mining'
    | 'fishing'
    | 'pickpocketing'
    | 'disenchanting'
    | 'prospecting'
    | 'milling'
    | 'container';
  /** The NPC, object, item or zone. */
  source: NpcPageAnswerPageNpc;
  /** Loot windows that players opened on the source. */
  kills: number;
  /** Windows that held the item. */
  drops: number;
  /** drops / kills. */
  rate: number;
  /** Lower bound of the rate (Wilson, 95%). */
  low: number;
  /** Upper bound of the rate (Wilson, 95%). */
  high: number;
  /** Distinct installs that looted the source. */
  reporters: number;
  /** Distinct installs that saw this very drop. */
  installs: number;
  /** The greatest share of the source’s windows that one install opened. A value near 1 means that one player determines the counts. */
  topShare: number;
  /** The estimated rate: the truth is as likely above as below it. To six decimals. */
  estimate: number;
  /** Lower end of the range that holds the true rate with 96% probability, to six decimals. */
  estimateLow: number;
  /** Upper end of that range, to six decimals. */
  estimateHigh: number;
  /** Independent windows that would tell as much, to one decimal. */
  effectiveWindows: number;
  /** The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all. */
  basis: 'all' | 'solo' | 'quest';
  /** Present if the rate is most likely exactly 1; estimateLow says how low it may be. */
  always?: true;
  /** some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count. */
  obtainable?: 'some' | 'once';
  /** Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it. */
  disagrees?: true;
  /** Windows of players who had the quest for which the client marks the item. Absent for other items. */
  quest?: DropsResponseRatesQuest;
  /** Present if the rate changed. The estimate then uses the windows since. */
  changed?: DropsResponseRatesChanged;
}

/** Vendors that sell it, by their leading price, cheapest first, then those without an agreed price, then by id. If there are more than 200, only the 200 that became public first are compared. */
export interface ItemPageAnswerPageSoldBy {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 40. */
  rows: Array<ItemPageAnswerPageSoldByRows>;
}

/** A vendor. */
export interface ItemPageAnswerPageSoldByRows {
  /** The vendor. */
  vendor: NpcPageAnswerPageNpc;
  /** Prices for one that three installs, and a tenth of those that reported it there, saw last. The leading price, which most saw, comes first. In copper. */
  prices: Array<ItemPageAnswerPageVendorPrices>;
  /** Prices that players with a reputation discount pay, which the leading price replaces. In copper. */
  withReputation: Array<ItemPageAnswerPageVendorPrices>;
  /** Whether the stock is limited. Null if fewer than three installs say so, or as many say the opposite. */
  limited: NpcPageAnswerPageGoodsRowsLimited | null;
  /** The vendor’s stock, if installs agree that it is limited. */
  limitedStock: ItemPageAnswerPageMadeByRowsMakesMin | null;
  /** Distinct installs that report it. */
  installs: number;
  /** The earliest day that three installs support. A UTC day, YYYY-MM-DD. */
  firstSeen: string;
  /** The latest day that three installs support. A UTC day, YYYY-MM-DD. */
  lastSeen: string;
  /** The maps that it was seen on, in the order in which they became public, with a few pins each; npc_page and object_page have all. Null: not looked up for this row. */
  places: Array<NpcPageAnswerPageZonesRows> | null;
}

export interface ItemPageAnswerPageVendorPrices {
  /** The price. In copper. */
  value: number;
  /** Distinct installs that report it. */
  installs: number;
}

/** Quests that give it or let choose it, in the order in which they became public. */
export interface ItemPageAnswerPageRewardFrom {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 40. */
  rows: Array<ItemPageAnswerPageRewardFromRows>;
}

/** A quest. */
export interface ItemPageAnswerPageRewardFromRows {
  /** The quest. */
  quest: NpcPageAnswerPageNpc;
  /** The quest’s level. */
  level: QuestPageAnswerPageLevel | null;
  /** Distinct installs that report it. */
  installs: number;
  /** The earliest day that three installs support. A UTC day, YYYY-MM-DD. */
  firstSeen: string;
  /** The latest day that three installs support. A UTC day, YYYY-MM-DD. */
  lastSeen: string;
}

export interface ItemPageAnswerPageMadeBy {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 10. */
  rows: Array<ItemPageAnswerPageMadeByRows>;
}

export interface ItemPageAnswerPageMadeByRows {
  /** The recipe, by its spell’s id. */
  recipe: NpcPageAnswerPageNpc;
  /** The profession it belongs to. */
  profession: ItemPageAnswerPageMadeByRowsProfession | null;
  /** The item it makes. */
  makes: ItemPageAnswerPageMadeByRowsMakes | null;
  /** Its list of reagents, which installs agree on as a whole. */
  reagents: ItemPageAnswerPageMadeByRowsReagents | null;
  /** Skills at which it changes colour according to players’ reports, or null if there are none. */
  thresholds: ItemPageAnswerPageMadeByRowsThresholds | null;
  /** The item that teaches it, as installs agree, or null if none is known. Trainers are not listed here. */
  taughtBy: ItemPageAnswerPageMadeByRowsTaughtBy | null;
}

export interface ItemPageAnswerPageMadeByRowsProfession {
  /** Its name. */
  value: string;
  /** Distinct installs that report it. */
  installs: number;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
}

export interface ItemPageAnswerPageMadeByRowsMakes {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** Distinct installs that report it. */
  installs: number;
  /** The fewest it makes at once. */
  min: ItemPageAnswerPageMadeByRowsMakesMin | null;
  /** The most it makes at once. */
  max: ItemPageAnswerPageMadeByRowsMakesMin | null;
}

export interface ItemPageAnswerPageMadeByRowsMakesMin {
  /** Pieces. */
  value: number;
  /** Distinct installs that report it. */
  installs: number;
}

export interface ItemPageAnswerPageMadeByRowsReagents {
  /** Distinct installs that report it. */
  installs: number;
  /** By item id. */
  rows: Array<ItemPageAnswerPageMadeByRowsReagentsRows>;
}

export interface ItemPageAnswerPageMadeByRowsReagentsRows {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** How many. */
  count: number;
}

export interface ItemPageAnswerPageMadeByRowsThresholds {
  /** The skill from which it is yellow: a craft no longer always raises the skill. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown. */
  yellow: ProfessionPathAnswerPageRecipesGrey | null;
  /** The skill from which it is green. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown. */
  green: ProfessionPathAnswerPageRecipesGrey | null;
  /** The skill from which it is grey: a craft no longer raises the skill. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown. */
  grey: ProfessionPathAnswerPageRecipesGrey | null;
  /** Thresholds with only one bound in players’ reports. */
  bounds: ProfessionPathAnswerPageRecipesBounds;
}

export interface ItemPageAnswerPageMadeByRowsTaughtBy {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** Distinct installs that report it. */
  installs: number;
}

/** Recipes that use it, by id; only this item is listed among their reagents. */
export interface ItemPageAnswerPageReagentFor {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 30. */
  rows: Array<ItemPageAnswerPageMadeByRows>;
}

/** Collections that it belongs to, by name. */
export interface ItemPageAnswerPageCollections {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 50. */
  rows: Array<ItemPageAnswerPageCollectionsRows>;
}

/** A collection. */
export interface ItemPageAnswerPageCollectionsRows {
  /** Its name. */
  collection: string;
  /** Sources of the item, as worded by the addon that records the collection, by text. */
  sources: Array<ItemPageAnswerPageCollectionsRowsSources>;
}

/** A source. */
export interface ItemPageAnswerPageCollectionsRowsSources {
  /** The source. */
  value: string;
  /** Distinct installs that report it. */
  installs: number;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
}

export interface ItemPageAnswerPageMarket {
  /** The realm as this instance spells it. */
  realm: string;
  /** The auction house, or null for all houses together. */
  house: 'Alliance' | 'Horde' | 'Neutral' | null;
  /** The item. */
  itemId: number;
  /** Market value per unit. In copper. */
  market: number;
  /** Lowest price per unit. In copper. */
  min: number;
  /** Median of market over the public days of the 60 days ending with day. In copper. */
  historical: number;
  /** Units on sale. */
  quantity: number;
  /** The newest public day that enough players scanned. A UTC day, YYYY-MM-DD. */
  day: string;
  /** Distinct installs behind the day. */
  reporters: number;
  /** Present if market is above 3 times, or below a third, of the median of the 14 public days before it. Absent otherwise, and if fewer than 7 public days came before. */
  unusual?: true;
  /** A newer public day that too few players scanned to be the price. Show it as such or not at all. */
  thinDay?: ItemPageAnswerPageMarketThinDay;
}

export interface ItemPageAnswerPageMarketThinDay {
  /** The day. A UTC day, YYYY-MM-DD. */
  day: string;
  /** Market value per unit. In copper. */
  market: number;
  /** Lowest price per unit. In copper. */
  min: number;
  /** Units on sale. */
  quantity: number;
  /** Distinct installs behind the day. */
  reporters: number;
}

/** Realms on whose auctions it has a public value, by name in lower case. */
export interface ItemPageAnswerPageMarketRealms {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 50. */
  rows: Array<string>;
}

export interface ItemPageAnswerPageFiles {
  /** The slug of its class. */
  class: string | null;
  /** The slug of its subclass within the class. */
  subclass: string | null;
  /** The slug of its slot; also null if it cannot be worn. */
  slot: string | null;
  /** Its quality. */
  quality: 'poor' | 'common' | 'uncommon' | 'rare' | 'epic' | 'legendary' | 'artifact' | 'heirloom' | null;
  /** Its item level. */
  itemLevel: number | null;
  /** The level it needs. */
  requiredLevel: number | null;
  /** The icon’s file name, in lower case and without ending. */
  icon: string | null;
  /** The stack size. */
  stack: number | null;
  /** The buy price at vendors. In copper. */
  buyPriceCopper: number | null;
  /** The sell price at vendors. In copper. */
  sellPriceCopper: number | null;
  /** Its armour. */
  armour: number | null;
  /** The damage of a hit. */
  damage: Array<ItemPageAnswerPageFilesDamage> | null;
  /** Milliseconds of a swing. */
  delayMs: number | null;
  /** The stats that it gives, as the files list them. */
  stats: Array<ItemPageAnswerPageFilesStats> | null;
  /** The resistances that it gives. */
  resistances: Array<ItemPageAnswerPageFilesResistances> | null;
  /** When it binds, in words; "none": not at all. */
  binding: string | null;
  /** The maximum that one character can carry; 0 if unlimited. */
  maxCount: number | null;
  /** Its durability. */
  durability: number | null;
  /** Slots that it has as a bag. */
  bagSlots: number | null;
  /** The quest that it starts; null also where it starts none. */
  startsQuest: NpcPageAnswerPageNpc | null;
  /** The skill that it needs; null also where it needs none. */
  requiredSkill: ItemPageAnswerPageFilesRequiredSkill | null;
  /** The player classes that may use it, by the client’s id; empty: all. */
  classes: Array<ItemPageAnswerPageFilesClasses> | null;
  /** Spells that use it up, by id, such as recipes. Null: the files tell nothing of such spells. */
  reagentFor: ItemPageAnswerPageFilesReagentFor | null;
  /** Spells that make it, by id, such as recipes. Null: the files tell nothing of such spells. */
  createdBy: ItemPageAnswerPageFilesCreatedBy | null;
  /** The item set it belongs to. */
  set: ItemPageAnswerPageFilesSet | null;
}

/** Damage of one school. */
export interface ItemPageAnswerPageFilesDamage {
  /** The least. */
  min: number;
  /** The most. */
  max: number;
  /** 0 physical, 1 holy, 2 fire, 3 nature, 4 frost, 5 shadow, 6 arcane. */
  school: number;
}

/** A stat. */
export interface ItemPageAnswerPageFilesStats {
  /** The client’s id of it. */
  statId: number;
  /** Its name, or null if we have none for it. */
  name: string | null;
  /** The amount. */
  amount: number;
}

/** A resistance. */
export interface ItemPageAnswerPageFilesResistances {
  /** 1 holy, 2 fire, 3 nature, 4 frost, 5 shadow, 6 arcane. */
  school: number;
  /** The amount. */
  amount: number;
}

export interface ItemPageAnswerPageFilesRequiredSkill {
  /** The skill line. */
  skillId: number;
  /** Its name in the game’s files. */
  name: string | null;
  /** Points of skill. */
  rank: number | null;
}

/** A player class. */
export interface ItemPageAnswerPageFilesClasses {
  /** The client’s id of it. */
  classId: number;
  /** Its name. */
  name: string | null;
}

export interface ItemPageAnswerPageFilesReagentFor {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 15. */
  rows: Array<ItemPageAnswerPageFilesReagentForRows>;
}

/** A spell. */
export interface ItemPageAnswerPageFilesReagentForRows {
  /** The spell. */
  spellId: number;
  /** Its name in the game’s files. */
  name: string | null;
  /** The skill line it belongs to, such as a profession, by its name there. */
  skill: string | null;
  /** The item that the spell makes, or null if it makes none. */
  makes: NpcPageAnswerPageNpc | null;
}

export interface ItemPageAnswerPageFilesCreatedBy {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 15. */
  rows: Array<ItemPageAnswerPageFilesCreatedByRows>;
}

/** A spell. */
export interface ItemPageAnswerPageFilesCreatedByRows {
  /** The spell. */
  spellId: number;
  /** Its name in the game’s files. */
  name: string | null;
  /** The skill line it belongs to, such as a profession, by its name there. */
  skill: string | null;
  /** Reagents of the spell, by item id. */
  reagents: Array<NpcPageAnswerPageNpc>;
}

export interface ItemPageAnswerPageFilesSet {
  /** The set. */
  setId: number;
  /** Its name. */
  name: string;
  /** Its items. */
  itemIds: Array<number>;
}

export interface MarketValueResult {
  /** The tool. */
  tool: 'market_value';
  /** The arguments of market_value. */
  arguments: MarketValueArguments;
  /** The public facts of the requested subject. */
  answer: MarketValueAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of market_value. */
export interface MarketValueArguments {
  /** The item, by its id in the game. */
  itemId: number;
  /** A realm in any case, with or without its region: Everlook (EU). */
  realm: string;
  /** An auction house; left out: all houses together. */
  house?: 'Alliance' | 'Horde' | 'Neutral';
}

/** The public facts of the requested subject. */
export interface MarketValueAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The item’s newest public day that enough players scanned. */
  page?: MarketValueAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The item’s newest public day that enough players scanned. */
export interface MarketValueAnswerPage {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** Its market value. */
  value: ItemPageAnswerPageMarket;
  /** Other realms of this name. */
  otherRealms?: Array<string>;
  /** How a day becomes public and how values are computed. */
  rule: string;
}

export interface NpcPageResult {
  /** The tool. */
  tool: 'npc_page';
  /** The arguments of npc_page. */
  arguments: NpcPageArguments;
  /** The public facts of the requested subject. */
  answer: NpcPageAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of npc_page. */
export interface NpcPageArguments {
  /** The NPC, by its id in the game. */
  npcId: number;
}

/** The public facts of the requested subject. */
export interface NpcPageAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The public facts about the NPC. */
  page?: NpcPageAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The public facts about the NPC. */
export interface NpcPageAnswerPage {
  /** The NPC. */
  npc: NpcPageAnswerPageNpc;
  /** The name that installs agree on, or null if there is none. */
  name: NpcPageAnswerPageName | null;
  /** Its roles: gives quests, ends quests (players turn them in to it), sells goods, trains. Empty if none is known. */
  roles: Array<'gives' | 'ends' | 'sells' | 'trains'>;
  /** The professions that its lessons belong to, by name; empty: none, or no three installs say so. */
  trains: Array<string>;
  /** Its levels, or null if none is public. */
  levels: NpcPageAnswerPageLevels | null;
  /** Its reactions to players that three installs, and a tenth of those that reported one, saw, by word. */
  reactions: Array<NpcPageAnswerPageReactions>;
  /** Maps that it was seen on, in the order in which they became public. */
  zones: NpcPageAnswerPageZones;
  /** Its loot, from loot windows whose source the client named. */
  loot: NpcPageAnswerPageLoot | null;
  /** Items that at least three installs gathered from it, by method, and with each sorted by estimateLow (highest first). */
  gathering: NpcPageAnswerPageGathering;
  /** Its goods, by item id. */
  goods: NpcPageAnswerPageGoods;
  /** Its lessons: by spell id, then those without one by name. */
  services: NpcPageAnswerPageServices;
  /** Quests whose agreed giver it is, by id. */
  gives: NpcPageAnswerPageGives;
  /** Quests that are agreed to be turned in to it, by id. */
  takes: NpcPageAnswerPageGives;
}

export interface NpcPageAnswerPageNpc {
  /** What it is. */
  kind:
    | 'item'
    | 'spell'
    | 'npc'
    | 'object'
    | 'quest'
    | 'zone'
    | 'item_set'
    | 'icon'
    | 'skill'
    | 'recipe'
    | 'profession'
    | 'achievement'
    | 'faction'
    | 'title';
  /** Its id in the game. */
  id: number;
  /** Its agreed name, or null if no name has three installs behind it. */
  name: string | null;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
  /** Its page here, or null if it has none. */
  url: string | null;
}

export interface NpcPageAnswerPageName {
  /** The name. */
  value: string;
  /** Distinct installs that report it. */
  installs: number;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
}

export interface NpcPageAnswerPageLevels {
  /** The lowest that three installs saw. */
  min: number;
  /** The highest that three installs saw. */
  max: number;
  /** Every level that three installs, and a tenth of those that reported one, ever saw, ascending. */
  reported: Array<QuestPageAnswerPageLevel>;
}

/** A reaction. */
export interface NpcPageAnswerPageReactions {
  /** The reaction. */
  value: 'friendly' | 'neutral' | 'hostile';
  /** Distinct installs that report it. */
  installs: number;
}

export interface NpcPageAnswerPageZones {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 30. */
  rows: Array<NpcPageAnswerPageZonesRows>;
}

export interface NpcPageAnswerPageZonesRows {
  /** The map. */
  mapId: number;
  /** Its agreed name, or null if no name has three installs behind it. */
  map: string | null;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  mapLocale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
  /** Its name in the game’s files, where there is no agreed one (see gameData). */
  mapInFiles: string | null;
  /** Distinct installs that report it. */
  installs: number;
  /** The earliest day that three installs support. A UTC day, YYYY-MM-DD. */
  firstSeen: string;
  /** The latest day that three installs support. A UTC day, YYYY-MM-DD. */
  lastSeen: string;
  /** Locations on the map, those with most installs first, then from the top and the left. */
  pins: NpcPageAnswerPageZonesRowsPins;
}

export interface NpcPageAnswerPageZonesRowsPins {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 100. */
  rows: Array<NpcPageAnswerPageZonesRowsPinsRows>;
}

export interface NpcPageAnswerPageZonesRowsPinsRows {
  /** Percent of the map’s width from its left edge. */
  x: number;
  /** Percent of the map’s height from its upper edge. */
  y: number;
  /** Distinct installs that report it. */
  installs: number;
}

export interface NpcPageAnswerPageLoot {
  /** Loot windows that players opened on it. */
  kills: number;
  /** Distinct installs that opened them. */
  reporters: number;
  /** True when every one of these windows was empty: it drops nothing, as far as was measured. */
  measuredZero: boolean;
  /** Of a measured zero: upper bound (Wilson, 95%) of the rate of anything that it might hold after all; else null. */
  zeroHigh: number | null;
  /** The greatest share of these windows that one install opened. */
  topShare: number;
  /** Drops that at least three installs saw, sorted by estimateLow (highest first), then by number of drops and item. */
  drops: NpcPageAnswerPageLootDrops;
  /** Drops that only one or two installs saw, in the same order. They are unconfirmed, so do not state them as facts. */
  dropsSeenByFew: NpcPageAnswerPageLootDropsSeenByFew;
}

export interface NpcPageAnswerPageLootDrops {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 100. */
  rows: Array<NpcPageAnswerPageLootDropsRows>;
}

export interface NpcPageAnswerPageLootDropsRows {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** Loot windows that players opened on the source. */
  kills: number;
  /** Windows that held the item. */
  drops: number;
  /** drops / kills. */
  rate: number;
  /** Lower bound of the rate (Wilson, 95%). */
  low: number;
  /** Upper bound of the rate (Wilson, 95%). */
  high: number;
  /** Distinct installs that looted the source. */
  reporters: number;
  /** Distinct installs that saw this very drop. */
  installs: number;
  /** The greatest share of the source’s windows that one install opened. A value near 1 means that one player determines the counts. */
  topShare: number;
  /** The estimated rate: the truth is as likely above as below it. To six decimals. */
  estimate: number;
  /** Lower end of the range that holds the true rate with 96% probability, to six decimals. */
  estimateLow: number;
  /** Upper end of that range, to six decimals. */
  estimateHigh: number;
  /** Independent windows that would tell as much, to one decimal. */
  effectiveWindows: number;
  /** The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all. */
  basis: 'all' | 'solo' | 'quest';
  /** Present if the rate is most likely exactly 1; estimateLow says how low it may be. */
  always?: true;
  /** some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count. */
  obtainable?: 'some' | 'once';
  /** Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it. */
  disagrees?: true;
  /** Windows of players who had the quest for which the client marks the item. Absent for other items. */
  quest?: DropsResponseRatesQuest;
  /** Present if the rate changed. The estimate then uses the windows since. */
  changed?: DropsResponseRatesChanged;
}

export interface NpcPageAnswerPageLootDropsSeenByFew {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 40. */
  rows: Array<NpcPageAnswerPageLootDropsRows>;
}

export interface NpcPageAnswerPageGathering {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 100. */
  rows: Array<NpcPageAnswerPageGatheringRows>;
}

export interface NpcPageAnswerPageGatheringRows {
  /** How it was gathered. */
  method:
    | 'skinning'
    | 'herbalism'
    | 'mining'
    | 'fishing'
    | 'pickpocketing'
    | 'disenchanting'
    | 'prospecting'
    | 'milling'
    | 'container';
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** Loot windows that players opened on the source. */
  kills: number;
  /** Windows that held the item. */
  drops: number;
  /** drops / kills. */
  rate: number;
  /** Lower bound of the rate (Wilson, 95%). */
  low: number;
  /** Upper bound of the rate (Wilson, 95%). */
  high: number;
  /** Distinct installs that looted the source. */
  reporters: number;
  /** Distinct installs that saw this very drop. */
  installs: number;
  /** The greatest share of the source’s windows that one install opened. A value near 1 means that one player determines the counts. */
  topShare: number;
  /** The estimated rate: the truth is as likely above as below it. To six decimals. */
  estimate: number;
  /** Lower end of the range that holds the true rate with 96% probability, to six decimals. */
  estimateLow: number;
  /** Upper end of that range, to six decimals. */
  estimateHigh: number;
  /** Independent windows that would tell as much, to one decimal. */
  effectiveWindows: number;
  /** The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all. */
  basis: 'all' | 'solo' | 'quest';
  /** Present if the rate is most likely exactly 1; estimateLow says how low it may be. */
  always?: true;
  /** some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count. */
  obtainable?: 'some' | 'once';
  /** Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it. */
  disagrees?: true;
  /** Windows of players who had the quest for which the client marks the item. Absent for other items. */
  quest?: DropsResponseRatesQuest;
  /** Present if the rate changed. The estimate then uses the windows since. */
  changed?: DropsResponseRatesChanged;
}

/** Its goods, by item id. */
export interface NpcPageAnswerPageGoods {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 100. */
  rows: Array<NpcPageAnswerPageGoodsRows>;
}

export interface NpcPageAnswerPageGoodsRows {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** Prices for one that three installs, and a tenth of those that reported it there, saw last. The leading price, which most saw, comes first. In copper. */
  prices: Array<ItemPageAnswerPageVendorPrices>;
  /** Prices that players with a reputation discount pay, which the leading price replaces. In copper. */
  withReputation: Array<ItemPageAnswerPageVendorPrices>;
  /** Whether the stock is limited. Null if fewer than three installs say so, or as many say the opposite. */
  limited: NpcPageAnswerPageGoodsRowsLimited | null;
  /** The vendor’s stock, if installs agree that it is limited. */
  limitedStock: ItemPageAnswerPageMadeByRowsMakesMin | null;
  /** Distinct installs that report it. */
  installs: number;
  /** The earliest day that three installs support. A UTC day, YYYY-MM-DD. */
  firstSeen: string;
  /** The latest day that three installs support. A UTC day, YYYY-MM-DD. */
  lastSeen: string;
}

export interface NpcPageAnswerPageGoodsRowsLimited {
  /** True if it is limited. */
  value: boolean;
  /** Distinct installs that report it. */
  installs: number;
}

/** Its lessons: by spell id, then those without one by name. */
export interface NpcPageAnswerPageServices {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 200. */
  rows: Array<NpcPageAnswerPageServicesRows>;
}

/** A lesson. */
export interface NpcPageAnswerPageServicesRows {
  /** Its name. */
  name: NpcPageAnswerPageName | null;
  /** The spell it teaches. */
  spellId: NpcPageAnswerPageServicesRowsSpellId | null;
  /** Costs that three installs, and a tenth of those that reported the lesson there, saw last. The leading cost, which most saw, comes first. In copper. */
  costs: Array<ItemPageAnswerPageVendorPrices>;
  /** Prices that players with a reputation discount pay, which the leading price replaces. In copper. */
  withReputation: Array<ItemPageAnswerPageVendorPrices>;
  /** The level it needs. */
  requiredLevel: QuestPageAnswerPageLevel | null;
  /** The profession it belongs to. */
  profession: ItemPageAnswerPageMadeByRowsProfession | null;
  /** The skill in the profession that it needs. */
  requiredSkill: NpcPageAnswerPageServicesRowsRequiredSkill | null;
}

export interface NpcPageAnswerPageServicesRowsSpellId {
  /** The spell, by its id in the game. */
  value: number;
  /** Distinct installs that report it. */
  installs: number;
}

export interface NpcPageAnswerPageServicesRowsRequiredSkill {
  /** Points of skill. */
  value: number;
  /** Distinct installs that report it. */
  installs: number;
}

export interface NpcPageAnswerPageGives {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 50. */
  rows: Array<NpcPageAnswerPageGivesRows>;
}

export interface NpcPageAnswerPageGivesRows {
  /** The quest. */
  quest: NpcPageAnswerPageNpc;
  /** The quest’s level. */
  level: QuestPageAnswerPageLevel | null;
  /** Distinct installs that report it. */
  installs: number;
}

export interface ObjectPageResult {
  /** The tool. */
  tool: 'object_page';
  /** The arguments of object_page. */
  arguments: ObjectPageArguments;
  /** The public facts of the requested subject. */
  answer: ObjectPageAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of object_page. */
export interface ObjectPageArguments {
  /** The object, by its id in the game. */
  objectId: number;
}

/** The public facts of the requested subject. */
export interface ObjectPageAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The public facts about the object. */
  page?: ObjectPageAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The public facts about the object. */
export interface ObjectPageAnswerPage {
  /** The object. */
  object: NpcPageAnswerPageNpc;
  /** The name that installs agree on, or null if there is none. */
  name: NpcPageAnswerPageName | null;
  /** Maps that it was looted on, in the order in which they became public. */
  zones: NpcPageAnswerPageZones;
  /** Its loot, from loot windows whose source the client named. */
  loot: NpcPageAnswerPageLoot;
  /** Items that at least three installs gathered from it, by method, and with each sorted by estimateLow (highest first). */
  gathering: NpcPageAnswerPageGathering;
}

export interface PopulationResult {
  /** The tool. */
  tool: 'population';
  /** The arguments of population. */
  arguments: PopulationArguments;
  /** The public facts of the requested subject. */
  answer: PopulationAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of population. */
export interface PopulationArguments {
  /** A realm in any case, with or without its region: Everlook (EU). */
  realm?: string;
  /** Only this faction. */
  faction?: 'alliance' | 'horde';
  /** Only this class, by the client’s token, such as MAGE or DEATHKNIGHT, in any case. */
  class?: string;
}

/** The public facts of the requested subject. */
export interface PopulationAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The characters of the cut that was asked for. */
  page?: PopulationAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The characters of the cut that was asked for. */
export interface PopulationAnswerPage {
  /** The realm as this instance spells it, or null for all realms together. */
  realm: string | null;
  /** Other realms of this name. */
  otherRealms?: Array<string>;
  /** The faction asked for, or null for both. */
  faction: 'alliance' | 'horde' | null;
  /** The class asked for, or null for all. */
  class: string | null;
  /** The day it was computed for: characters of the 30 days before it count. A UTC day, YYYY-MM-DD. */
  day: string;
  /** By faction. */
  factions: PopulationAnswerPageFactions;
  /** By class. */
  classes: PopulationAnswerPageClasses;
  /** By race. Characters whose race fewer than three installs reported are left out. */
  races: PopulationAnswerPageRaces;
  /** By level. */
  levels: PopulationAnswerPageLevels;
}

/** By faction. */
export interface PopulationAnswerPageFactions {
  /** The sum of the cells shown, or null if none is. Null means unknown, not zero. */
  total: number | null;
  /** Both factions, or the one asked for. A cell with fewer than three installs is null, which means unknown, not zero. */
  cells: Array<PopulationAnswerPageFactionsCells>;
}

/** One cell. */
export interface PopulationAnswerPageFactionsCells {
  /** The faction. */
  name: string;
  /** Distinct characters, or null if unknown. */
  characters: number | null;
  /** Distinct installs whose newest report says so for some of them, or null if unknown. */
  installs: number | null;
}

/** By class. */
export interface PopulationAnswerPageClasses {
  /** The sum of the cells shown, or null if none is. Null means unknown, not zero. */
  total: number | null;
  /** The nine classes of the first years and all others that are shown, by name, or the one asked for. A cell with fewer than three installs is null, which means unknown, not zero. */
  cells: Array<PopulationAnswerPageClassesCells>;
}

/** One cell. */
export interface PopulationAnswerPageClassesCells {
  /** The class, by the client’s token. */
  name: string;
  /** Distinct characters, or null if unknown. */
  characters: number | null;
  /** Distinct installs whose newest report says so for some of them, or null if unknown. */
  installs: number | null;
}

/** By race. Characters whose race fewer than three installs reported are left out. */
export interface PopulationAnswerPageRaces {
  /** The sum of the cells shown, or null if none is. Null means unknown, not zero. */
  total: number | null;
  /** The eight races of the first years and all others that are shown, by name. A cell with fewer than three installs is null, which means unknown, not zero. */
  cells: Array<PopulationAnswerPageRacesCells>;
}

/** One cell. */
export interface PopulationAnswerPageRacesCells {
  /** The race, by the client’s token. */
  name: string;
  /** Distinct characters, or null if unknown. */
  characters: number | null;
  /** Distinct installs whose newest report says so for some of them, or null if unknown. */
  installs: number | null;
}

/** By level. */
export interface PopulationAnswerPageLevels {
  /** The sum of the cells shown, or null if none is. Null means unknown, not zero. */
  total: number | null;
  /** All bands, the lowest first. A cell with fewer than three installs is null, which means unknown, not zero. */
  cells: Array<PopulationAnswerPageLevelsCells>;
}

/** One cell. */
export interface PopulationAnswerPageLevelsCells {
  /** The band of levels. */
  name: string;
  /** Distinct characters, or null if unknown. */
  characters: number | null;
  /** Distinct installs whose newest report says so for some of them, or null if unknown. */
  installs: number | null;
}

export interface ProfessionPathResult {
  /** The tool. */
  tool: 'profession_path';
  /** The arguments of profession_path. */
  arguments: ProfessionPathArguments;
  /** The public facts of the requested subject. */
  answer: ProfessionPathAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of profession_path. */
export interface ProfessionPathArguments {
  /** A profession, such as Tailoring, in any spelling that differs only in case. */
  profession: string;
  /** The skill to begin with. */
  from?: number;
  /** The skill to reach; higher than from. */
  to?: number;
  /** A realm in any case, perhaps with the faction whose auction house is meant: Everlook Horde. */
  realm?: string;
}

/** The public facts of the requested subject. */
export interface ProfessionPathAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The way, and what it costs. */
  page?: ProfessionPathAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The way, and what it costs. */
export interface ProfessionPathAnswerPage {
  /** The profession, as most of its recipes spell it. */
  profession: string;
  /** The skill to begin with. */
  from: number;
  /** The skill to reach. */
  to: number;
  /** The realm whose auction prices are used for items that no vendor sells, or null if none was given or it is unknown. */
  realm: string | null;
  /** The auction houses whose values are used, the preferred one first. */
  houses: Array<'Alliance' | 'Horde' | 'Neutral'>;
  /** Other realms of this name. */
  otherRealms?: Array<string>;
  /** The crafts, in order of skill. There may be gaps between them. */
  steps: Array<ProfessionPathAnswerPageSteps>;
  /** The recipes of the steps, each once, in their order: how they are learned, and what is known of them. */
  recipes: Array<ProfessionPathAnswerPageRecipes>;
  /** Quantities of the reagents, in the order of first use. */
  shopping?: Array<ProfessionPathAnswerPageShopping>;
  /** Total of all rows of the list with a price, or null if none has one. In copper. */
  shoppingCopper?: number | null;
  /** Realms with market values, by name; empty if the requested realm is one of them. */
  realmsWithPrices?: Array<string>;
  /** Skills that no known recipe raises, in their order: nothing known can be learned there, or its thresholds are unknown. */
  gaps: Array<ProfessionPathAnswerPageGaps>;
  /** Cost of the reagents of all priced steps, or null if no step has a price. In copper. */
  reagentsCopper: number | null;
  /** Total cost of the lessons with a known cost, each once. In copper. */
  lessonsCopper: number;
  /** The sum of both, or null if no step has a price. In copper. */
  totalCopper: number | null;
  /** Costs missing from the totals, as sentences; empty if none. */
  leavesOut: Array<string>;
  /** No other way of learnable recipes over the priced points is cheaper by more than this; 0: none is, proved. In copper. */
  couldSaveCopper: number;
  /** The recipes that were considered. */
  considered: ProfessionPathAnswerPageConsidered;
  /** True where more recipes, lessons, reagents or vendors are public than are looked at: a cheaper way may then be missed. */
  isCut: boolean;
  /** How crafts, prices and the choice are worked out. */
  rule: string;
}

/** One recipe for some points of skill. */
export interface ProfessionPathAnswerPageSteps {
  /** The recipe, by its spell’s id. */
  recipeId: number;
  /** Its agreed name, or null if no name has three installs behind it. */
  name: string | null;
  /** The skill at which the step begins. */
  fromSkill: number;
  /** The skill that it reaches. */
  toSkill: number;
  /** Crafts that are expected for it, to two decimals. */
  crafts: number;
  /** The same rounded up: what to plan with. */
  wholeCrafts?: number;
  /** Reagents of these crafts, by item id, or null if installs agree on no list. */
  reagents: Array<ProfessionPathAnswerPageStepsReagents> | null;
  /** Cost of its reagents, without the lesson, or null if a reagent has no price. The totals then leave it out. In copper. */
  costCopper: number | null;
}

/** A reagent. */
export interface ProfessionPathAnswerPageStepsReagents {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** Quantity per craft. */
  count: number;
  /** Expected quantity for the crafts of the step, to two decimals. */
  needed: number;
  /** The unit price that most installs saw, or null if installs agree on none. */
  price: ProfessionPathAnswerPageShoppingPrice | null;
}

/** A recipe of the way. */
export interface ProfessionPathAnswerPageRecipes {
  /** The recipe, by its spell’s id. */
  recipe: NpcPageAnswerPageNpc;
  /** Whether trainers or items teach it, or three players had it at skill 1. */
  isLearnable?: boolean;
  /** The required skill, or null if unknown. */
  learnableFrom: ProfessionPathAnswerPageRecipesLearnableFrom | null;
  /** The lesson whose cost most installs saw, or null if no trainer is known to teach it. */
  lesson: ProfessionPathAnswerPageRecipesLesson | null;
  /** The item that teaches it, or null if none is known. */
  taughtBy: ProfessionPathAnswerPageRecipesTaughtBy | null;
  /** The skill from which it is yellow. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown. */
  yellow: ProfessionPathAnswerPageRecipesGrey | null;
  /** The skill from which it is grey. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown. */
  grey: ProfessionPathAnswerPageRecipesGrey | null;
  /** Thresholds with only one bound in players’ reports. */
  bounds?: ProfessionPathAnswerPageRecipesBounds;
  /** The thresholds in the game’s files (unconfirmed, see gameData), or null if they have none or no build was imported. */
  inFiles?: ProfessionPathAnswerPageRecipesInFiles | null;
  /** What its crafts are counted with: thresholds, on average over the skills they can be, and the skill from which it is used. */
  counted?: ProfessionPathAnswerPageRecipesCounted;
  /** The item it makes, or null if unknown or if it makes no item. */
  makes: ItemPageAnswerPageMadeByRowsMakes | null;
  /** Reagents of one craft, or null if installs agree on no list. */
  reagents: ProfessionPathAnswerPageRecipesReagents | null;
  /** Cost of one craft, or null if a reagent has no price. In copper. */
  craftCostCopper: number | null;
}

export interface ProfessionPathAnswerPageRecipesLearnableFrom {
  /** The skill. */
  skill: number;
  /** Who says so: the trainers that players visited, or the item that teaches it in the game’s files (unconfirmed, see gameData). */
  source: 'trainer' | 'game-files';
}

export interface ProfessionPathAnswerPageRecipesLesson {
  /** The trainer. */
  trainer: NpcPageAnswerPageNpc;
  /** The location of the trainer. Null: unknown. */
  place?: ProfessionPathAnswerPageShoppingPlace | null;
  /** How many trainers teach it at this cost. */
  trainers?: number;
  /** Up to two others of them. */
  otherTrainers?: Array<ProfessionPathAnswerPageRecipesLessonOtherTrainers>;
  /** The cost that most installs reported, or null if installs agree on none. */
  cost: ProfessionPathAnswerPageRecipesLessonCost | null;
  /** Two agreed prices that differ by exactly a reputation discount, or null if there are none. */
  discount?: ProfessionPathAnswerPageRecipesLessonDiscount | null;
  /** The required skill, or null if installs agree on none. */
  requiredSkill: ProfessionPathAnswerPageRecipesLessonRequiredSkill | null;
  /** The required level, or null if installs agree on none. */
  requiredLevel: ProfessionPathAnswerPageRecipesLessonRequiredLevel | null;
}

export interface ProfessionPathAnswerPageRecipesLessonOtherTrainers {
  /** The trainer. */
  trainer: NpcPageAnswerPageNpc;
  /** The location of the trainer. Null: unknown. */
  place?: ProfessionPathAnswerPageShoppingPlace | null;
}

export interface ProfessionPathAnswerPageRecipesLessonCost {
  /** Its price. In copper. */
  value: number;
  /** Distinct installs that report it. */
  installs: number;
}

export interface ProfessionPathAnswerPageRecipesLessonDiscount {
  /** The full price. In copper. */
  fullCopper: number;
  /** The price of players of good standing. In copper. */
  reducedCopper: number;
  /** The discount. */
  percent: number;
}

export interface ProfessionPathAnswerPageRecipesLessonRequiredSkill {
  /** Skill. */
  value: number;
  /** Distinct installs that report it. */
  installs: number;
}

export interface ProfessionPathAnswerPageRecipesLessonRequiredLevel {
  /** Level. */
  value: number;
  /** Distinct installs that report it. */
  installs: number;
}

export interface ProfessionPathAnswerPageRecipesTaughtBy {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** Distinct installs that report it. */
  installs: number;
  /** Where the item comes from, as three installs saw; each list may be empty. */
  sources?: ProfessionPathAnswerPageRecipesTaughtBySources;
}

export interface ProfessionPathAnswerPageRecipesTaughtBySources {
  /** Vendors that sell it. */
  soldBy: Array<ProfessionPathAnswerPageRecipesTaughtBySourcesSoldBy>;
  /** NPCs and objects that it was looted from. */
  droppedBy: Array<NpcPageAnswerPageNpc>;
  /** Quests that reward it. */
  rewardFrom: Array<NpcPageAnswerPageNpc>;
  /** Whether players gather it, or it has a market value on a realm. */
  isElsewhere?: boolean;
}

export interface ProfessionPathAnswerPageRecipesTaughtBySourcesSoldBy {
  /** The vendor. */
  vendor: NpcPageAnswerPageNpc;
  /** The price that most installs reported, or null if installs agree on none. */
  cost: ProfessionPathAnswerPageRecipesLessonCost | null;
  /** Distinct installs that report it. */
  installs?: number;
  /** The location of the vendor. Null: unknown. */
  place?: ProfessionPathAnswerPageShoppingPlace | null;
}

export interface ProfessionPathAnswerPageRecipesGrey {
  /** The lowest skill it can be. */
  low: number;
  /** The highest skill it can be. */
  high: number;
  /** Distinct installs that report it. */
  installs: number;
}

export interface ProfessionPathAnswerPageRecipesBounds {
  /** The bound of yellow on one side, or null if it has bounds on both sides or on none. */
  yellow: ProfessionPathAnswerPageRecipesBoundsGrey | null;
  /** The bound of green on one side, or null if it has bounds on both sides or on none. */
  green: ProfessionPathAnswerPageRecipesBoundsGrey | null;
  /** The bound of grey on one side, or null if it has bounds on both sides or on none. */
  grey: ProfessionPathAnswerPageRecipesBoundsGrey | null;
}

export interface ProfessionPathAnswerPageRecipesBoundsGrey {
  /** The lowest possible skill, or null if unknown. */
  atLeast: number | null;
  /** The highest possible skill, or null if unknown. */
  atMost: number | null;
  /** Distinct installs that report it. */
  installs: number;
}

export interface ProfessionPathAnswerPageRecipesInFiles {
  /** The skill from which it is yellow. */
  yellow: number;
  /** The skill from which it is green: midway, rounded down. */
  green: number;
  /** The skill from which it is grey. */
  grey: number;
}

/** What its crafts are counted with: thresholds, on average over the skills they can be, and the skill from which it is used. */
export interface ProfessionPathAnswerPageRecipesCounted {
  /** The range of skills in which yellow is assumed to begin, or null if unknown. */
  yellow: ProfessionPathAnswerPageRecipesCountedGrey | null;
  /** The range of skills in which grey is assumed to begin, or null if unknown. */
  grey: ProfessionPathAnswerPageRecipesCountedGrey | null;
  /** The skill from which it is used, or null if unknown. */
  from?: ProfessionPathAnswerPageRecipesCountedFrom | null;
}

export interface ProfessionPathAnswerPageRecipesCountedGrey {
  /** The lowest skill. */
  low: number;
  /** The highest skill. */
  high: number;
  /** Who says so: players’ reports on both sides, reports on one side, or the game’s files (unconfirmed). */
  source: 'reports' | 'bounds' | 'game-files';
}

export interface ProfessionPathAnswerPageRecipesCountedFrom {
  /** The skill. */
  skill: number;
  /** Why: its trainers or the game’s files require that skill, three players had the recipe there, or it is yellow there. */
  source: 'trainer' | 'game-files' | 'reports' | 'yellow';
}

export interface ProfessionPathAnswerPageRecipesReagents {
  /** Distinct installs that report it. */
  installs: number;
  /** By item id. */
  rows: Array<ProfessionPathAnswerPageRecipesReagentsRows>;
}

export interface ProfessionPathAnswerPageRecipesReagentsRows {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** Quantity per craft. */
  count: number;
  /** The unit price that most installs saw, or null if installs agree on none. */
  price: ProfessionPathAnswerPageShoppingPrice | null;
}

/** A reagent. */
export interface ProfessionPathAnswerPageShopping {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** Total quantity for all crafts, with each step rounded up to whole crafts. */
  needed: number;
  /** Quantity made by earlier steps. */
  made: number;
  /** The rest. */
  buy: number;
  /** The unit price that most installs saw, or null if installs agree on none. */
  price: ProfessionPathAnswerPageShoppingPrice | null;
  /** The location of its vendor. Null: unknown. */
  place?: ProfessionPathAnswerPageShoppingPlace | null;
  /** Its market value on the realm if a vendor asks more, or null. In copper. */
  auctionCopper?: number | null;
  /** Cost of the remaining reagents, or null if they have no price. In copper. */
  costCopper: number | null;
}

export interface ProfessionPathAnswerPageShoppingPrice {
  /** The price of one. In copper. */
  copper: number;
  /** Who asks for it: a vendor that is named, vendors that the reports do not name, or auctions (the market value). */
  source: 'vendor' | 'vendor-seen' | 'market';
  /** Distinct installs that report it. */
  installs: number;
  /** The vendor, or null if the price is not from a named vendor. */
  vendor: NpcPageAnswerPageNpc | null;
  /** The public day of a market value; null for prices of vendors. A UTC day, YYYY-MM-DD. */
  day: string | null;
  /** Two agreed prices that differ by exactly a reputation discount, or null if there are none. */
  discount?: ProfessionPathAnswerPageRecipesLessonDiscount | null;
}

export interface ProfessionPathAnswerPageShoppingPlace {
  /** The map. */
  mapId: number;
  /** The map’s agreed name, or null if there is none. */
  map: string | null;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  mapLocale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
  /** Its name in the game’s files (unconfirmed, see gameData) if installs agree on none, or null if the files have none either. */
  mapInFiles: string | null;
  /** Percent of the map’s width from its left edge, or null if unknown. */
  x: number | null;
  /** Percent of the map’s height from its upper edge, or null if unknown. */
  y: number | null;
}

/** A gap. */
export interface ProfessionPathAnswerPageGaps {
  /** The skill at which it begins. */
  fromSkill: number;
  /** The skill at which it ends. */
  toSkill: number;
}

/** The recipes that were considered. */
export interface ProfessionPathAnswerPageConsidered {
  /** Public recipes of the profession. */
  recipes: number;
  /** Those of them that are known to raise the skill somewhere between from and to. */
  usable: number;
  /** Those of the usable ones whose reagents all have a price. */
  priced: number;
}

export interface QuestPageResult {
  /** The tool. */
  tool: 'quest_page';
  /** The arguments of quest_page. */
  arguments: QuestPageArguments;
  /** The public facts of the requested subject. */
  answer: QuestPageAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of quest_page. */
export interface QuestPageArguments {
  /** The quest, by its id in the game. */
  questId: number;
}

/** The public facts of the requested subject. */
export interface QuestPageAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The public facts about the quest. */
  page?: QuestPageAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The public facts about the quest. */
export interface QuestPageAnswerPage {
  /** The quest. */
  quest: NpcPageAnswerPageNpc;
  /** The title that installs agree on, or null if there is none. */
  title: QuestPageAnswerPageTitle | null;
  /** The level that installs agree on, or null if there is none. */
  level: QuestPageAnswerPageLevel | null;
  /** The NPC that installs agree gives it, or null if there is none. */
  giver: QuestPageAnswerPageGiver | null;
  /** The NPC that installs agree takes it, or null if there is none. */
  turnIn: QuestPageAnswerPageGiver | null;
  /** Items that it gives or lets choose from: those that the newest reports of three installs list first, then by item id. */
  rewards: QuestPageAnswerPageRewards;
  /** Quest chains that hold it, by id. */
  chains: QuestPageAnswerPageChains;
}

export interface QuestPageAnswerPageTitle {
  /** The title. */
  value: string;
  /** Distinct installs that report it. */
  installs: number;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
}

export interface QuestPageAnswerPageLevel {
  /** The level. */
  value: number;
  /** Distinct installs that report it. */
  installs: number;
}

export interface QuestPageAnswerPageGiver {
  /** The NPC. */
  npc: NpcPageAnswerPageNpc;
  /** Distinct installs that report it. */
  installs: number;
  /** The maps that it was seen on, in the order in which they became public, with a few pins each; npc_page and object_page have all. Null: not looked up for this row. */
  places: Array<NpcPageAnswerPageZonesRows> | null;
}

/** Items that it gives or lets choose from: those that the newest reports of three installs list first, then by item id. */
export interface QuestPageAnswerPageRewards {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 50. */
  rows: Array<QuestPageAnswerPageRewardsRows>;
}

/** A reward. */
export interface QuestPageAnswerPageRewardsRows {
  /** The item. */
  item: NpcPageAnswerPageNpc;
  /** Distinct installs whose newest report of the quest lists it, or null if this is now fewer than three. */
  listedNow: number | null;
  /** Distinct installs that report it. */
  installs: number;
  /** The earliest day that three installs support. A UTC day, YYYY-MM-DD. */
  firstSeen: string;
  /** The latest day that three installs support. A UTC day, YYYY-MM-DD. */
  lastSeen: string;
}

/** Quest chains that hold it, by id. */
export interface QuestPageAnswerPageChains {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 20. */
  rows: Array<QuestPageAnswerPageChainsRows>;
}

/** A quest chain as the client lists it. */
export interface QuestPageAnswerPageChainsRows {
  /** The chain, by the client’s id. */
  chainId: number;
  /** Its name. */
  name: string;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
  /** The quest’s place in it, from 1. */
  position: number;
  /** Number of quests listed. */
  length: number;
  /** True when the chain has more quests than are listed. */
  truncated: boolean;
  /** The quest before it, or null if it is the first. */
  before: NpcPageAnswerPageNpc | null;
  /** The quest after it, or null if it is the last that is listed. */
  after: NpcPageAnswerPageNpc | null;
  /** Distinct installs that report it. */
  installs: number;
}

export interface RecentChangesResult {
  /** The tool. */
  tool: 'recent_changes';
  /** The arguments of recent_changes. */
  arguments: RecentChangesArguments;
  /** The public facts of the requested subject. */
  answer: RecentChangesAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of recent_changes. */
export interface RecentChangesArguments {
  /** Only changes since this moment: a UTC day, or a date-time with Z or an offset. If omitted, all changes of the last 90 days. */
  since?: unknown;
  /** Only changes of this kind of subject. */
  kind?:
    | 'item'
    | 'npc'
    | 'object'
    | 'quest'
    | 'zone'
    | 'recipe'
    | 'vendor'
    | 'trainer'
    | 'achievement'
    | 'reputation'
    | 'title'
    | 'quest_chain'
    | 'collection'
    | 'realm'
    | 'build';
  /** The most entries to answer. */
  limit?: number;
}

/** The public facts of the requested subject. */
export interface RecentChangesAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The newest changes. */
  page?: RecentChangesAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The newest changes. */
export interface RecentChangesAnswerPage {
  /** Newest first. Changes of one snapshot have the same time and are in reverse order of recording; if a kind was given, its own fields come before its relations. */
  changes: Array<RecentChangesAnswerPageChanges>;
  /** True where there are further changes, older than these. */
  more: boolean;
}

/** One change. */
export interface RecentChangesAnswerPageChanges {
  /** When the snapshot that changed it was written, a date-time. */
  at: string;
  /** What happened. */
  change: 'became-public' | 'withdrawn' | 'changed' | 'build-imported';
  /** What it is about. */
  kind:
    | 'item'
    | 'npc'
    | 'object'
    | 'quest'
    | 'zone'
    | 'recipe'
    | 'vendor'
    | 'trainer'
    | 'achievement'
    | 'reputation'
    | 'title'
    | 'quest_chain'
    | 'collection'
    | 'realm'
    | 'build';
  /** Its id in the game, or null if it has none. */
  id: number | null;
  /** What exactly it is about, such as "25", or "6:25" for item 25 of vendor 6. */
  subject: string;
  /** Its agreed name, or null if no name has three installs behind it. */
  name: string | null;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
  /** Which field of it, such as name, or a relation, such as sold_by. */
  field: string;
  /** Its page here, or null if it has none. */
  url: string | null;
  /** The change in words, such as: "Axe" (item 25) at "Smith" (npc 6): price changed. */
  sentence: string;
}

export interface RecipeThresholdsResult {
  /** The tool. */
  tool: 'recipe_thresholds';
  /** The arguments of recipe_thresholds. */
  arguments: RecipeThresholdsArguments;
  /** The public facts of the requested subject. */
  answer: RecipeThresholdsAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of recipe_thresholds. */
export interface RecipeThresholdsArguments {
  /** A profession, such as Tailoring, in any spelling that differs only in case. */
  profession: string;
  /** Part of a recipe’s name, in any case; left out: all recipes. */
  recipe?: string;
  /** A realm in any case, perhaps with the faction whose auction house is meant: Everlook Horde. */
  realm?: string;
}

/** The public facts of the requested subject. */
export interface RecipeThresholdsAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The recipes of the profession. */
  page?: RecipeThresholdsAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The recipes of the profession. */
export interface RecipeThresholdsAnswerPage {
  /** The profession, as most of its recipes spell it. */
  profession: string;
  /** The realm whose auction prices are used for items that no vendor sells, or null if none was given or it is unknown. */
  realm?: string | null;
  /** The auction houses whose values are used, the preferred one first. */
  houses: Array<'Alliance' | 'Horde' | 'Neutral'>;
  /** Other realms of this name. */
  otherRealms?: Array<string>;
  /** Realms with market values, by name; empty if the requested realm is one of them. */
  realmsWithPrices?: Array<string>;
  /** How many recipes are meant, those that are not listed included. */
  total: number;
  /** Its recipes by the skills at which they turn yellow, green and grey (the low end of the range, else what the game’s files say, else the bound), unknown ones last, then by id; at most 200. */
  recipes: Array<RecipeThresholdsAnswerPageRecipes>;
  /** True where more recipes, lessons, reagents or vendors are public than are looked at: prices may then be missing or not the lowest. */
  isCut: boolean;
}

/** A recipe. */
export interface RecipeThresholdsAnswerPageRecipes {
  /** The recipe, by its spell’s id. */
  recipe: NpcPageAnswerPageNpc;
  /** The skill from which it is yellow: a craft no longer always raises the skill. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown. */
  yellow: ProfessionPathAnswerPageRecipesGrey | null;
  /** The skill from which it is green. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown. */
  green: ProfessionPathAnswerPageRecipesGrey | null;
  /** The skill from which it is grey: a craft no longer raises the skill. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown. */
  grey: ProfessionPathAnswerPageRecipesGrey | null;
  /** Thresholds with only one bound in players’ reports. */
  bounds?: ProfessionPathAnswerPageRecipesBounds;
  /** The thresholds in the game’s files (unconfirmed, see gameData), or null if they have none or no build was imported. */
  inFiles?: ProfessionPathAnswerPageRecipesInFiles | null;
  /** The item it makes, or null if unknown or if it makes no item. */
  makes: ItemPageAnswerPageMadeByRowsMakes | null;
  /** Reagents of one craft, or null if installs agree on no list. */
  reagents: ProfessionPathAnswerPageRecipesReagents | null;
  /** Cost of one craft, or null if a reagent has no agreed price. In copper. */
  costCopper: number | null;
  /** The same per item made, if the craft makes the fewest, or null if unknown. In copper. */
  costPerUnitCopper: number | null;
  /** Whether trainers or items teach it, or three players had it at skill 1. */
  isLearnable?: boolean;
  /** The required skill, or null if unknown. */
  learnableFrom: ProfessionPathAnswerPageRecipesLearnableFrom | null;
  /** The lesson whose cost most installs saw, or null if no trainer is known to teach it. */
  lesson: ProfessionPathAnswerPageRecipesLesson | null;
  /** The item that teaches it, or null if none is known. */
  taughtBy: ProfessionPathAnswerPageRecipesTaughtBy | null;
}

export interface SearchResult {
  /** The tool. */
  tool: 'search';
  /** The arguments of search. */
  arguments: SearchArguments;
  /** What was found. */
  answer: SearchAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of search. */
export interface SearchArguments {
  /** A name, words or a question. */
  query: string;
}

/** What was found. */
export interface SearchAnswer {
  /** The best first. */
  results: Array<SearchAnswerResults>;
  /** What kind of question it is, such as drops. Absent if it was not understood. */
  intent?: string;
  /** The answer to the question, made of public facts. Absent if it was not understood. Questions are understood in English. */
  answer?: SearchAnswerAnswer;
  /** Words of the query that no name or text here contains. Absent if there are none. */
  unmatched?: Array<string>;
  /** Words that only other entries contain. Absent if there are none. */
  ignored?: Array<string>;
  /** If there are no results: the reason and what would provide them, in plain sentences. */
  reason?: string;
}

/** An entry. */
export interface SearchAnswerResults {
  /** Names the entry; take it to fetch. */
  id: string;
  /** Its name. */
  title: string;
  /** Its web address: its page, or otherwise the address of its record here. */
  url: string;
  /** What it is, such as item, npc or guide. */
  kind: string;
  /** Its source. */
  source: string;
  /** Its licence. */
  licence: string;
  /** Whom to credit. */
  credit: string;
  /** A day or a date-time. */
  date: string;
  /** True if the entry matches only after typing errors are corrected: ask “did you mean …?”. */
  guess?: true;
}

export interface SearchAnswerAnswer {
  /** The answer in lines, the most important first, with figures and samples. */
  text: string;
  /** The address of the tool that says more, or null if there is none. */
  url: string | null;
  /** When the newest upload in the data was received, or null before the first. */
  dataAsOf: string | null;
}

export interface SearchKnowledgeResult {
  /** The tool. */
  tool: 'search_knowledge';
  /** The arguments of search_knowledge. */
  arguments: SearchKnowledgeArguments;
  /** What was found. */
  answer: SearchKnowledgeAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of search_knowledge. */
export interface SearchKnowledgeArguments {
  /** A name, words or a question. */
  query: string;
  /** A kind of entry, such as item, npc, quest, recipe, zone, spell or project; left out: every kind. */
  kind?: string;
  /** Only documents of this version, or names of this game build. */
  version?: string;
  /** The most entries to answer. */
  limit?: number;
}

/** What was found. */
export interface SearchKnowledgeAnswer {
  /** The results, best match first. */
  hits: Array<GetByNameAnswerHits>;
  /** What kind of question it is, such as drops. Absent if it was not understood. */
  intent?: string;
  /** The answer to the question, made of public facts. Absent if it was not understood. Questions are understood in English. */
  answer?: SearchAnswerAnswer;
  /** Words of the query that no name or text here contains. Absent if there are none. */
  unmatched?: Array<string>;
  /** Words that only other entries contain. Absent if there are none. */
  ignored?: Array<string>;
  /** If there are no results: the reason and what would provide them, in plain sentences. */
  reason?: string;
}

export interface TalentPlanResult {
  /** The tool. */
  tool: 'talent_plan';
  /** The arguments of talent_plan. */
  arguments: TalentPlanArguments;
  /** Data from the imported build of the game, unconfirmed. */
  answer: TalentPlanAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of talent_plan. */
export interface TalentPlanArguments {
  /** A player class, by its slug, such as warrior or deathknight. */
  class: string;
  /** The points of each node, as nodeId:rank, such as 130:5,131:3; left out: none are spent yet. Comma-separated. */
  points?: string;
  /** A character’s level: asks what may be taken now, on top of points. */
  level?: number;
}

/** Data from the imported build of the game, unconfirmed. */
export interface TalentPlanAnswer {
  /** The build the rows were read from, or null if no build was imported. */
  build: string | null;
  /** A notice that these data are from game files and unconfirmed. */
  label: string;
  /** Whom to credit for them. */
  credit: string;
  /** When they were read from the client, or null if unknown. */
  extractedAt: string | null;
  /** The slug of the class. */
  class: string | null;
  /** Whether points can be spent so, as far as the rules are known, or null if unknown. */
  legal: boolean | null;
  /** The first rule that the plan breaks, or null if it is valid. */
  broken: TalentPlanAnswerBroken | null;
  /** Points that the plan spends. */
  points: number;
  /** Points in each tree of the class, in the client’s order. */
  pointsPerTree: Array<TalentPlanAnswerPointsPerTree>;
  /** The level at which the last point is gained, or null if the plan is invalid or levels are unknown. */
  levelNeeded: number | null;
  /** The levels at which talent points arrive. */
  pointLevels: TalentPlanAnswerPointLevels | null;
  /** A valid order of spending the points, one entry per point, or null if the plan is invalid. */
  order: Array<TalentPlanAnswerOrder> | null;
  /** Nodes that can be taken at the requested level after the plan, or null if no level was given, the plan is invalid, or the levels of points are unknown. */
  atLevel: TalentPlanAnswerAtLevel | null;
  /** Rules that could not be checked, since the files do not hold them. */
  unchecked: Array<string>;
  /** The talents that characters of the class take, or null if fewer than three installs reported any. */
  popularity: TalentPlanAnswerPopularity | null;
  /** Receipt time of the newest upload in the popularity data, a date-time, or null if there is none yet. */
  dataAsOf?: string | null;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution?: Attribution;
  /** Why there is no answer, in one sentence. */
  error?: string;
}

export interface TalentPlanAnswerBroken {
  /** The node it is about, or null if it is about the whole plan. */
  nodeId: number | null;
  /** Its name, or null if the files have none. */
  name: string | null;
  /** What is needed and what the plan gives, in one sentence. */
  rule: string;
}

/** A tree. */
export interface TalentPlanAnswerPointsPerTree {
  /** Its id in the client; trees of newer clients may share one. */
  treeId: number;
  /** Its place among the trees of the class, counted from 1. */
  number: number;
  /** Its name, or null if the files have none. */
  name: string | null;
  /** Points of the plan in it, whether the plan is legal or not. */
  points: number;
}

export interface TalentPlanAnswerPointLevels {
  /** One entry per point, ascending, or null if unknown. */
  levels: Array<number> | null;
  /** How they are known: from the files, by the rule of classic clients, or not at all. */
  rule: 'files' | 'one-a-level-from-10' | 'unknown';
}

/** A point. */
export interface TalentPlanAnswerOrder {
  /** The node it goes into. */
  nodeId: number;
  /** Its name, or null if the files have none. */
  name: string | null;
  /** What to call it: its name, else its number, tree and row, as in "Talent 123 (Arms, row 2)". */
  label: string;
  /** The node’s rank after it. */
  rank: number;
  /** The level at which the point is gained, or null if unknown. */
  level: number | null;
}

export interface TalentPlanAnswerAtLevel {
  /** The level. */
  level: number;
  /** Talent points that a character has had by then. */
  points: number;
  /** Points that the plan leaves; 0 also where it spends more than there are (see levelNeeded). */
  left: number;
  /** Nodes that can take a point now, by tree, row and column; empty if no point is left. */
  next: Array<TalentPlanAnswerAtLevelNext>;
}

/** A node. */
export interface TalentPlanAnswerAtLevelNext {
  /** The node. */
  nodeId: number;
  /** Its name, or null if the files have none. */
  name: string | null;
  /** What to call it: its name, else its number, tree and row, as in "Talent 123 (Arms, row 2)". */
  label: string;
  /** The number of its tree. */
  tree: number;
  /** Its rank with that point. */
  rank: number;
  /** The most points it takes. */
  maxRank: number;
}

export interface TalentPlanAnswerPopularity {
  /** The day before which the 30 days end that it was counted over. A UTC day, YYYY-MM-DD. */
  day: string;
  /** Characters of the class that were counted. */
  characters: number;
  /** Distinct installs that report it. */
  installs: number;
  /** The nodes of the plan in their order, then others by characters, most first, then by node; at most 500. */
  nodes: Array<TalentPlanAnswerPopularityNodes>;
  /** Complete plans that three installs reported identically, the most common first. */
  plans: Array<TalentPlanAnswerPopularityPlans>;
}

/** A node. */
export interface TalentPlanAnswerPopularityNodes {
  /** The node. */
  nodeId: number;
  /** Its name, or null if the files have none. */
  name: string | null;
  /** What to call it: its name, else its number, tree and row, as in "Talent 123 (Arms, row 2)". */
  label: string;
  /** Points that the plan puts into it; 0: none. */
  planned: number;
  /** Characters of those counted that are known to have points in it; of the others some may. Null where fewer than three installs report it. */
  characters: number | null;
  /** Distinct installs that report it. */
  installs: number | null;
  /** Characters by the points they have in it, where three installs report as much. */
  ranks: Array<TalentPlanAnswerPopularityNodesRanks>;
}

/** A rank. */
export interface TalentPlanAnswerPopularityNodesRanks {
  /** Points. */
  rank: number;
  /** Number of such characters. */
  characters: number;
  /** Distinct installs that report it. */
  installs: number;
}

/** A plan. */
export interface TalentPlanAnswerPopularityPlans {
  /** The plan, as the argument points takes it. */
  points: string;
  /** Points that it spends. */
  spent: number;
  /** Points in each tree of the class, in their order. */
  pointsPerTree: Array<number>;
  /** Its nodes, by tree, row and column. */
  nodes: Array<TalentPlanAnswerPopularityPlansNodes>;
  /** Characters that have exactly these talents. */
  characters: number;
  /** Distinct installs that report it. */
  installs: number;
}

/** A node. */
export interface TalentPlanAnswerPopularityPlansNodes {
  /** The node. */
  nodeId: number;
  /** Its name, or null if the files have none. */
  name: string | null;
  /** What to call it: its name, else its number, tree and row, as in "Talent 123 (Arms, row 2)". */
  label: string;
  /** Points in it. */
  rank: number;
}

export interface TalentTreeResult {
  /** The tool. */
  tool: 'talent_tree';
  /** The arguments of talent_tree. */
  arguments: TalentTreeArguments;
  /** Data from the imported build of the game, unconfirmed. */
  answer: TalentTreeAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of talent_tree. */
export interface TalentTreeArguments {
  /** A player class, by its slug, such as warrior or deathknight. */
  class: string;
  /** One of its trees, by name in any case or by its number, counted from 1; left out: all. */
  tree?: string;
}

/** Data from the imported build of the game, unconfirmed. */
export interface TalentTreeAnswer {
  /** The build the rows were read from, or null if no build was imported. */
  build: string | null;
  /** A notice that these data are from game files and unconfirmed. */
  label: string;
  /** Whom to credit for them. */
  credit: string;
  /** When they were read from the client, or null if unknown. */
  extractedAt: string | null;
  /** The slug of the class. */
  class: string | null;
  /** The trees in the order in which the client shows them. */
  trees: Array<TalentTreeAnswerTrees>;
  /** The levels at which talent points arrive. */
  pointLevels: TalentPlanAnswerPointLevels | null;
  /** How the points that a row asks for are known: from the files, five for each row above it, or not at all. */
  gateRule: 'files' | 'five-a-row' | 'unknown' | null;
  /** How the ranks of prerequisites are known: from the files, or (which name the node only) it must be full. */
  prerequisiteRule: 'files' | 'full-rank' | null;
  /** Why there is no answer, in one sentence. */
  error?: string;
}

/** A tree. */
export interface TalentTreeAnswerTrees {
  /** Its id in the client; trees of newer clients may share one. */
  treeId: number;
  /** Its place among the trees of the class, counted from 1. */
  number: number;
  /** Its name, or null if the files have none. */
  name: string | null;
  /** Its nodes, by row, then column. */
  nodes: Array<TalentTreeAnswerTreesNodes>;
}

/** A node of the tree. */
export interface TalentTreeAnswerTreesNodes {
  /** The node, as talent_plan takes it. */
  nodeId: number;
  /** Its name, or null if the files have none. */
  name: string | null;
  /** What to call it: its name, else its number, tree and row, as in "Talent 123 (Arms, row 2)". */
  label: string;
  /** Its row from the top, from 0, or null if the files position it differently. */
  row: number | null;
  /** Its column from the left, counted from 0; null as in row. */
  column: number | null;
  /** The most points it takes. */
  maxRank: number;
  /** What it teaches; a node of several choices lists one talent a choice. */
  talents: Array<TalentTreeAnswerTreesNodesTalents>;
  /** Nodes that must all have a number of ranks first. */
  prerequisites: Array<TalentTreeAnswerTreesNodesPrerequisites>;
  /** Nodes of which one must have a number of ranks first; empty if there is no such choice. */
  prerequisitesAnyOf: Array<TalentTreeAnswerTreesNodesPrerequisites>;
  /** Points that must be spent in the tree first, or null if unknown. */
  pointsRequired: number | null;
}

/** A talent. */
export interface TalentTreeAnswerTreesNodesTalents {
  /** The talent, by the client’s id. */
  talentId: number;
  /** Its name, or null if the files have none. */
  name: string | null;
  /** Its ranks. */
  maxRank: number;
  /** The spell of each rank, or the one spell of all. */
  spellIds: Array<number>;
  /** File name of its icon without ending, as items have it, or null if unknown. */
  icon: string | null;
}

export interface TalentTreeAnswerTreesNodesPrerequisites {
  /** The node. */
  nodeId: number;
  /** The ranks. */
  rank: number;
}

export interface VendorPageResult {
  /** The tool. */
  tool: 'vendor_page';
  /** The arguments of vendor_page. */
  arguments: VendorPageArguments;
  /** The public facts of the requested subject. */
  answer: VendorPageAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of vendor_page. */
export interface VendorPageArguments {
  /** The vendor, by its NPC id in the game. */
  vendorNpcId: number;
}

/** The public facts of the requested subject. */
export interface VendorPageAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** The public facts about the vendor. */
  page?: VendorPageAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** The public facts about the vendor. */
export interface VendorPageAnswerPage {
  /** The vendor. */
  vendor: NpcPageAnswerPageNpc;
  /** The name that installs agree on, or null if there is none. */
  name: NpcPageAnswerPageName | null;
  /** Maps that it was seen on, in the order in which they became public. */
  zones: NpcPageAnswerPageZones;
  /** Its goods, by item id. */
  goods: VendorPageAnswerPageGoods;
}

/** Its goods, by item id. */
export interface VendorPageAnswerPageGoods {
  /** Number of public ones, including those not listed here. */
  total: number;
  /** The first of them, at most 200. */
  rows: Array<NpcPageAnswerPageGoodsRows>;
}

export interface WorldMapNearResult {
  /** The tool. */
  tool: 'world_map_near';
  /** The arguments of world_map_near. */
  arguments: WorldMapNearArguments;
  /** The public facts of the requested subject. */
  answer: WorldMapNearAnswer;
  /** The same answer as text. */
  text: string;
  /** The address of the tool’s schema. */
  schema: string;
}

/** The arguments of world_map_near. */
export interface WorldMapNearArguments {
  /** The zone map, by the client’s map id. */
  mapId: number;
  /** The point, in percent of the map’s width from its left edge. */
  x: number;
  /** The point, in percent of the map’s height from its upper edge. */
  y: number;
  /** How far from the point, in percent of the map; 5 where left out. */
  radius?: number;
  /** The most entries to answer. */
  limit?: number;
  /** Who is looked for: NPCs that give quests, that end them (they are turned in to them), that sell goods, or that train; left out: all NPCs and objects. */
  role?: 'gives' | 'ends' | 'sells' | 'trains';
}

/** The public facts of the requested subject. */
export interface WorldMapNearAnswer {
  /** False as long as no upload was ever taken in: then nothing is known, which is not zero. */
  connected: boolean;
  /** Receipt time of the newest upload in the data, a date-time, or null if there is none yet. */
  dataAsOf: string | null;
  /** NPCs and objects near the point. */
  page?: WorldMapNearAnswerPage;
  /** Why there is no page, in one sentence. */
  reason?: string;
  /** The page of this instance that shows the same. */
  url?: string;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData?: GameDataNotice | null;
}

/** NPCs and objects near the point. */
export interface WorldMapNearAnswerPage {
  /** The map. */
  map: NpcPageAnswerPageNpc;
  /** The map’s bounds that installs agree on, or null if unknown. Distances in yards are then unknown too. */
  bounds: WorldMapNearAnswerPageBounds | null;
  /** Public pins on the whole map. */
  pinsOnMap: number;
  /** Pins within the radius of those looked for, those beyond the limit included. */
  total: number;
  /** Pins within the radius, nearest first, by yards if known and otherwise by percent; at the same distance NPCs come before objects, then by id, then from the top and the left. */
  pins: Array<WorldMapNearAnswerPagePins>;
}

export interface WorldMapNearAnswerPageBounds {
  /** Edges in yards of the world’s coordinates. */
  value: WorldMapNearAnswerPageBoundsValue;
  /** Distinct installs that report it. */
  installs: number;
}

/** Edges in yards of the world’s coordinates. */
export interface WorldMapNearAnswerPageBoundsValue {
  /** The left edge. */
  left: number;
  /** The right edge. */
  right: number;
  /** The upper edge. */
  top: number;
  /** The lower edge. */
  bottom: number;
}

/** A place where several installs saw an NPC or looted an object. */
export interface WorldMapNearAnswerPagePins {
  /** What is there. */
  kind: 'npc' | 'object';
  /** The NPC or object. */
  id: number;
  /** Its agreed name, or null if no name has three installs behind it. */
  name: string | null;
  /** The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent. */
  locale?: 'enUS' | 'deDE' | 'esES' | 'esMX' | 'frFR' | 'itIT' | 'koKR' | 'ptBR' | 'ruRU' | 'zhCN' | 'zhTW';
  /** Its page here. */
  url: string | null;
  /** Its roles: gives quests, ends quests (players turn them in to it), sells goods, trains. Empty if none is known. */
  roles: Array<'gives' | 'ends' | 'sells' | 'trains'>;
  /** Percent of the map’s width from its left edge. */
  x: number;
  /** Percent of the map’s height from its upper edge. */
  y: number;
  /** From the point, in percent of the map, to two decimals. */
  distance: number;
  /** Distance from the point in yards, to one decimal, or null if the map’s bounds are unknown. */
  distanceYards: number | null;
  /** Distinct installs that report it. */
  installs: number;
}

/** The contents of the export folder. */
export interface BulkIndex {
  /** The version of this contract that the rows follow. */
  protocol: string;
  /** When the exports were written. */
  generatedAt: string;
  /** When the newest upload behind them was received; null when the storage was unreachable, then the observed files are absent, not empty. */
  dataAsOf: string | null;
  /** The snapshot of all files. Sent as since to /api/changes, it asks for what changed after it. */
  snapshot?: string;
  /** The game whose records this instance counts, or null as long as none is settled: then all count. */
  game?: 'forever' | 'era' | 'sod' | 'tbc' | 'wrath' | 'cataclysm' | 'mists' | null;
  /** The game build of the game-file rows; null if none was imported. */
  build: string | null;
  /** The address of the service. */
  site: string;
  /** The licence of the observed data. */
  licence: string;
  /** The address of the licence. */
  licenceUrl: string;
  /** The line of credit to show with observed data. */
  credit: string;
  /** The weights with which drop rates were estimated. Absent from exports without estimated rates. */
  rateWeights?: BulkIndexRateWeights;
  /** How installs count in this snapshot. Absent from exports of release 0.5.0 and earlier. */
  witnesses?: BulkIndexWitnesses;
  /** The files. */
  files: Array<BulkIndexFiles>;
  /** Files in other shapes. */
  more?: Array<BulkIndexMore>;
}

/** The weights with which drop rates were estimated. Absent from exports without estimated rates. */
export interface BulkIndexRateWeights {
  /** Weights of logit(rate) = -9, -8, …, 7. */
  knots: Array<number>;
  /** The weight of a rate of exactly 1. It and the knots sum to 1. */
  always: number;
  /** Weights of the ways in which players may differ. They sum to 1. */
  differences: Array<number>;
}

/** How installs count in this snapshot. Absent from exports of release 0.5.0 and earlier. */
export interface BulkIndexWitnesses {
  /** True if installs over IPv4 and over IPv6 are not added up. A count is then the larger of both numbers, and may be lower than the number of witnesses. */
  familiesApart: boolean;
  /** Reports of installs that do not count yet, because they are too young or their network has enough that count. Null if there are one or two such installs, or if unknown. */
  waiting: CoverageResponseWaiting | null;
}

/** A file of the export folder. */
export interface BulkIndexFiles {
  /** Its name in the folder. */
  name: string;
  /** Which data it holds. */
  dataset: 'corpus' | 'edges' | 'drops' | 'items';
  /** One JSON object per line. */
  format: 'ndjson';
  /** The response schema whose array its rows are of. */
  rowsOf: string;
  /** The field of that schema that holds the array. */
  field: string;
  /** Its rows. */
  rows: number;
  /** Its size in bytes, unpacked. */
  bytes: number;
  /** The SHA-256 of its bytes, unpacked. */
  sha256: string;
  /** The layer its rows belong to. */
  data: 'observed' | 'game-files' | 'mixed';
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution | null;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData: GameDataNotice | null;
}

/** A file of the export folder in a shape of its own, such as a table for another addon. */
export interface BulkIndexMore {
  /** Its name in the folder. */
  name: string;
  /** Which data it holds. */
  dataset: string;
  /** Its format, such as lua or zip. */
  format: string;
  /** The response schema whose array its rows are of. */
  rowsOf: string;
  /** The field of that schema that holds the array. */
  field: string;
  /** Its rows. */
  rows: number;
  /** Its size in bytes, unpacked. */
  bytes: number;
  /** The SHA-256 of its bytes, unpacked. */
  sha256: string;
  /** The layer its rows belong to. */
  data: 'observed' | 'game-files' | 'mixed';
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution | null;
  /** The notice on data that were read from the game’s files; they belong to its publisher. */
  gameData: GameDataNotice | null;
  /** The UTC day of the snapshot of a list. It stays available for seven days. */
  day?: string;
  /** Rates that were left out because the file would be too large, the least looted first. */
  leftOut?: number;
}

/** The export as a Data Package */
export interface GetDataPackageResult {
  /** The files. */
  resources: Array<Record<string, unknown>>;
}

/** Files that lead from a snapshot to the newest one. */
export interface ChangesResponse {
  /** The request was served. */
  ok: true;
  /** The files, oldest first. Ask again from the last one until it is the newest. */
  files: Array<ChangesResponseFiles>;
  /** The newest snapshot, as <epoch>.<n>. */
  newest: string;
  /** The newest upload in the data, or null if there is none. */
  dataAsOf: string | null;
  /** The credit line of observed data. It must be shown wherever the data are shown. */
  attribution: Attribution;
}

/** A file of the rows that changed between two snapshots. */
export interface ChangesResponseFiles {
  /** Its name, <epoch>/<n>.ndjson. */
  name: string;
  /** Its address. */
  url: string;
  /** The snapshot after its changes, as <epoch>.<n>. */
  snapshot: string;
  /** The snapshot before its changes. */
  previous: string;
  /** Its lines, with the last one, which only ends the file. */
  rows: number;
  /** Its size in bytes, unpacked. */
  bytes: number;
  /** The SHA-256 of its bytes, unpacked. */
  sha256: string;
}

export interface GetLimitsResult {
  /** A part of the document. */
  title: unknown;
}

export interface GetMoreSchemaResult {
  /** A part of the document. */
  $schema: unknown;
}

/** The document. */
export interface GetToolSchemaResult {
  /** A part of the document. */
  name: unknown;
}

/** Whether the public snapshot is fresh. */
export interface HealthResponse {
  /** True when the snapshot was written recently. */
  ok: boolean;
  /** The game whose records this instance counts, or null as long as none is settled: then all count. */
  game?: 'forever' | 'era' | 'sod' | 'tbc' | 'wrath' | 'cataclysm' | 'mists' | null;
  /** The release of the program that the instance runs. */
  release?: HealthResponseRelease;
  /** The public snapshot, or null if unknown. */
  snapshot: HealthResponseSnapshot;
  /** The exported files. */
  exports: HealthResponseExports;
  /** The load of the instance with slow answers: searches, tools, pages, lists. */
  answers?: HealthResponseAnswers;
  /** The replication status of an edge; absent on a primary. */
  edge?: HealthResponseEdge;
}

/** The release of the program that the instance runs. */
export interface HealthResponseRelease {
  /** Its version. */
  version: string;
  /** The commit of its source, or null if unknown. */
  commit: string | null;
}

/** The public snapshot, or null if unknown. */
export interface HealthResponseSnapshot {
  /** Its status. */
  state: 'fresh' | 'stale' | 'missing' | 'unavailable';
  /** Which snapshot it is. */
  id: string | null;
  /** When it was written. */
  writtenAt: string | null;
  /** When the newest upload behind it was received; null also where there is none yet. */
  dataAsOf: string | null;
  /** Its age in seconds. */
  ageSeconds: number | null;
  /** The maximum age of a fresh snapshot, in seconds. */
  maxAgeSeconds: number | null;
  /** Uploads behind it, as in the corpus feed. */
  uploads: number | null;
  /** Records in the corpus feed. */
  records: number | null;
}

/** The exported files. */
export interface HealthResponseExports {
  /** ok; held: the last export was kept back; or damaged: files were found damaged and are written again; null while none was written, while none can be read, and at an edge. */
  state: 'ok' | 'held' | 'damaged' | null;
  /** Why it is held, or the files that are damaged. */
  reason: string | null;
  /** When the exports were written, or null if unknown. */
  writtenAt: string | null;
}

/** The load of the instance with slow answers: searches, tools, pages, lists. */
export interface HealthResponseAnswers {
  /** ok, or overloaded: within the last minute requests were refused with 503. */
  state: 'ok' | 'overloaded';
  /** Answers being made. */
  running: number;
  /** Requests waiting for their turn. */
  waiting: number;
  /** Requests refused because they could not be started in time, since the instance started. */
  refused: number;
}

/** The replication status of an edge; absent on a primary. */
export interface HealthResponseEdge {
  /** Whether it was up to date with the libSQL server at the last check, or null before the first check. */
  upToDate: boolean | null;
  /** When that look ended. */
  lookedAt: string | null;
  /** Whether the last forwarded request reached the primary, or null if none was sent since the start. */
  primaryReached: boolean | null;
}

/** An OpenAPI document. */
export interface GetOpenApiResult {
  /** The version of OpenAPI. */
  openapi: string;
  /** What the API is. */
  info: Record<string, unknown>;
  /** The endpoints by path. */
  paths: Record<string, unknown>;
}

/** An upload. Each record is judged by itself: one that its kind’s schema refuses is rejected in the receipt and sinks no other. Rules of every record: Names are trimmed and composed (Unicode NFC), any run of spaces (plain, no-break, U+1680, U+2000 to U+200A, U+202F, U+205F, U+3000) becomes one plain space, and they must keep their bounds then too. Texts may hold no character that cannot be seen, also above U+FFFF, where the patterns leave it out: Unicode’s format characters (bidi controls, tag characters), default-ignorable ones (variation selectors, fillers, characters of no width), separators of lines and paragraphs, private use, non-characters, and blank signs such as U+2800; no character that Unicode 15.1 has not assigned, of any plane, which the patterns leave out, too; and nothing that looks like a player’s GUID, in any case, in wide or ornate letters or with other dashes. A record whose texts, other than eventId, scanId and claimToken, hold its own installId in any case is refused. Date-times must exist and are kept in UTC, to the millisecond, in one spelling, so that a record is the same however its moment was written. A record captured before 2004-11-23 or more than a day after its upload is received is refused. */
export interface IntakeRequest {
  /** The version of the addon or program that uploads. */
  addonVersion: string;
  /** The build of the game client. */
  clientBuild?: string;
  /** The season of the realm, as the client numbers it (C_Seasons.GetActiveSeason): 0 for none, 2 for Season of Discovery. With clientBuild it says of which game the upload is. */
  season?: number;
  /** The region of the realm, as the client numbers it (GetCurrentRegion): 1 US, 2 KR, 3 EU, 4 TW, 5 CN. */
  region?: number;
  /** The language of the game client, as the client names it, such as deDE; left out: unknown. Names and other texts of the records count for that language. */
  locale?: string;
  /** The version of this contract that the upload follows, now 1.5.0. */
  protocol?: string;
  /** A random name that all uploads of one file share, made by the uploader. Whoever knows it can read /upload/{session}. */
  session?: string;
  /** The records. */
  records: Array<
    | RecordAchievementCatalog
    | RecordAchievementOwned
    | RecordAddonSeen
    | RecordAttendance
    | RecordAuctionScan
    | RecordAuctionSnapshot
    | RecordCensusSeen
    | RecordCensusSelf
    | RecordCollectionCatalog
    | RecordCollectionOwned
    | RecordGearSnapshot
    | RecordGoldSnapshot
    | RecordGuildSnapshot
    | RecordItemSeen
    | RecordLoot
    | RecordLootAward
    | RecordMapBounds
    | RecordMoneyEvent
    | RecordNpcSighting
    | RecordPriceSeen
    | RecordQuest
    | RecordQuestChainCatalog
    | RecordQuestOwned
    | RecordRaidLockout
    | RecordRecipeObserved
    | RecordRecipeSeen
    | RecordReputationCatalog
    | RecordReputationOwned
    | RecordTalentSnapshot
    | RecordTitleCatalog
    | RecordTitleOwned
    | RecordTrainerSeen
    | RecordVendor
  >;
  /** The categories that the player chose to share; an absent one is not shared. */
  sharing?: IntakeRequestSharing;
  /** Grants that cover the named records. */
  grantTokens?: Array<string>;
}

/** An achievement as the client describes it. criteriaCount is the real count, while criteria keeps the first 100. criteriaCount must be no less than the number of criteria listed. */
export interface RecordAchievementCatalog {
  /** The kind of the record. */
  kind: 'achievement_catalog';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The achievement. An achievement id of the game. */
  achievementId: number;
  /** The achievement’s name. */
  name: string;
  /** Its category, by the client’s id. */
  categoryId: number;
  /** Its category’s name. */
  category: string;
  /** The name of the category above. */
  parentCategory?: string;
  /** The points it gives. */
  points: number;
  /** How many criteria it has. */
  criteriaCount: number;
  /** The first criteria. */
  criteria: Array<RecordAchievementCatalogCriteria>;
}

/** One criterion. */
export interface RecordAchievementCatalogCriteria {
  /** What it asks for; may be empty. */
  text: string;
  /** How many of it. */
  required: number;
}

/** How far a character has come with an achievement. It has no installId and no eventId: it belongs to the install of the first record of its upload that is accepted and has one, and is refused where there is none. */
export interface RecordAchievementOwned {
  /** The kind of the record. */
  kind: 'achievement_owned';
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it. */
  characterKey: string;
  /** The character’s class, as the client’s token in capitals, such as WARRIOR. */
  class: string;
  /** The character’s level. */
  level: number;
  /** The achievement. An achievement id of the game. */
  achievementId: number;
  /** Whether it is completed. */
  completed: boolean;
  /** The day it was completed on. */
  completedOn?: string;
  /** How many of its criteria are done. */
  criteriaDone?: number;
}

/** An addon that the player has installed. */
export interface RecordAddonSeen {
  /** The kind of the record. */
  kind: 'addon_seen';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The addon’s name. */
  addon: string;
  /** The addon’s version. */
  version?: string;
  /** Whether it is switched on. */
  enabled?: boolean;
}

/** Who was present at a guild’s raid. It needs the sharing choice guild and a grant that covers it. */
export interface RecordAttendance {
  /** The kind of the record. */
  kind: 'attendance';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The guild’s name. */
  guildName: string;
  /** The realm’s name. */
  realm: string;
  /** The instance’s name. */
  instance: string;
  /** The characters present. */
  present: Array<string>;
}

/** A part of a full auction scan that a player started. All records of one scan have the same scanId; the scan is complete when every one of them says so. Auctions without a buyout are left out. One upload may name at most 3 auction realms. */
export interface RecordAuctionScan {
  /** The kind of the record. */
  kind: 'auction_scan';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The realm whose auctions were seen. Realms are one when they are equal after trimming, NFC and case folding. */
  realm: string;
  /** The auction house that was seen; absent where the addon did not know it. */
  house?: 'Alliance' | 'Horde' | 'Neutral';
  /** The scan: one id per scan, the same in all its records. */
  scanId: string;
  /** Whether the scan ran to its end. */
  complete?: boolean;
  /** Auctions of equal item and price, added up. */
  items: Array<FeedAuctionScanItems>;
}

/** Single auctions that a player saw. One upload may name at most 3 auction realms. */
export interface RecordAuctionSnapshot {
  /** The kind of the record. */
  kind: 'auction_snapshot';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The realm whose auctions were seen. Realms are one when they are equal after trimming, NFC and case folding. */
  realm: string;
  /** The auction house that was seen; absent where the addon did not know it. */
  house?: 'Alliance' | 'Horde' | 'Neutral';
  /** The auctions. */
  auctions: Array<RecordAuctionSnapshotAuctions>;
}

/** One auction. */
export interface RecordAuctionSnapshotAuctions {
  /** The item. An item id of the game. */
  itemId: number;
  /** How many units it holds. */
  count: number;
  /** The buyout of the stack; 0 if there is none. In copper. */
  buyoutCopper: number;
  /** The bid on the stack; 0 if there is none. In copper. */
  bidCopper: number;
  /** The time left, from 1 (short) to 4 (very long). */
  timeLeft: number;
}

/** Characters that a player met, without their names, for the population figures. */
export interface RecordCensusSeen {
  /** The kind of the record. */
  kind: 'census_seen';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The realm’s name. */
  realm: string;
  /** The characters. */
  characters: Array<RecordCensusSeenCharacters>;
}

/** One character. */
export interface RecordCensusSeenCharacters {
  /** A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it. */
  characterKey: string;
  /** The character’s class, as the client’s token in capitals, such as WARRIOR. */
  class: string;
  /** The character’s race, as the client’s token, such as NightElf. */
  race?: string;
  /** The faction. */
  faction: 'alliance' | 'horde';
  /** The character’s level. */
  level: number;
  /** The guild’s name. */
  guildName?: string;
}

/** The player’s own character, without its name, for the population figures. */
export interface RecordCensusSelf {
  /** The kind of the record. */
  kind: 'census_self';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it. */
  characterKey: string;
  /** The realm’s name. */
  realm: string;
  /** The character’s class, as the client’s token in capitals, such as WARRIOR. */
  class: string;
  /** The character’s race, as the client’s token, such as NightElf. */
  race: string;
  /** The faction. */
  faction: 'alliance' | 'horde';
  /** The character’s level. */
  level: number;
}

/** An item of a collection, and its source. */
export interface RecordCollectionCatalog {
  /** The kind of the record. */
  kind: 'collection_catalog';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The collection’s name, such as mounts. */
  collection: string;
  /** Where the item comes from. */
  source: string;
  /** The item. An item id of the game. */
  itemId: number;
}

/** An item of a collection that the player owns. It needs the sharing choice collection and a grant that covers it. */
export interface RecordCollectionOwned {
  /** The kind of the record. */
  kind: 'collection_owned';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The collection’s name, such as mounts. */
  collection: string;
  /** The item. An item id of the game. */
  itemId: number;
}

/** What a character wears. It needs the sharing choice gear and a grant that covers it. */
export interface RecordGearSnapshot {
  /** The kind of the record. */
  kind: 'gear_snapshot';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The character’s name. */
  character: string;
  /** The realm’s name. */
  realm: string;
  /** What is worn. */
  equipped: Array<FeedGearSnapshotEquipped>;
}

/** How much money a character has. It needs the sharing choice gold and a grant that covers it. */
export interface RecordGoldSnapshot {
  /** The kind of the record. */
  kind: 'gold_snapshot';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The character’s name. */
  character: string;
  /** The realm’s name. */
  realm: string;
  /** The money it has. In copper. */
  copper: number;
}

/** A guild’s roster. It names players, so it needs the sharing choice guild and a grant that covers it. claimToken is checked and then dropped: it is never stored, never published, and no proof of anything. */
export interface RecordGuildSnapshot {
  /** The kind of the record. */
  kind: 'guild_snapshot';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The guild’s name. */
  guildName: string;
  /** The realm’s name. */
  realm: string;
  /** The faction. */
  faction: 'alliance' | 'horde';
  /** A token of older addons; dropped. */
  claimToken?: string;
  /** The members. */
  members: Array<FeedGuildSnapshotMembers>;
}

/** An item that a player saw, as the client names it. */
export interface RecordItemSeen {
  /** The kind of the record. */
  kind: 'item_seen';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The item. An item id of the game. */
  itemId: number;
  /** The item’s name. */
  name: string;
  /** The item’s quality. */
  quality: 'poor' | 'common' | 'uncommon' | 'rare' | 'epic' | 'legendary' | 'artifact' | 'heirloom';
  /** The item’s level. */
  itemLevel?: number;
}

/** One loot window that a player opened, with all it held; an empty window is a report too. It counts for drop rates when it has sourceEvidence, either sourceNpcId or sourceObjectId and no other source, and no method but corpse or object. With another method it counts for the rates of gathering, if the method can have its source; a window of fishing has a mapId and no source. Other records are kept and count for none. Records without sourceEvidence are guesses of older addons: they are kept, withheld from the feed, and count for nothing. */
export interface RecordLoot {
  /** The kind of the record. */
  kind: 'loot';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The NPC that was looted. An NPC id of the game. */
  sourceNpcId?: number;
  /** The object that was looted. An object id of the game. */
  sourceObjectId?: number;
  /** The item that was opened, disenchanted, prospected or milled, with these methods. An item id of the game. */
  sourceItemId?: number;
  /** How the items were got. Absent if unknown. */
  method?:
    | 'corpse'
    | 'object'
    | 'skinning'
    | 'herbalism'
    | 'mining'
    | 'fishing'
    | 'pickpocketing'
    | 'disenchanting'
    | 'prospecting'
    | 'milling'
    | 'container';
  /** How the source is known: the client’s loot interface named it. */
  sourceEvidence?: 'loot-api';
  /** The name of the looted creature or object, as the client shows it. */
  sourceName?: string;
  /** The player’s group when the window opened. */
  group?: 'solo' | 'party' | 'raid';
  /** How the group shares its loot. */
  lootMethod?: 'freeforall' | 'roundrobin' | 'master' | 'group' | 'needbeforegreed' | 'personal';
  /** The quests in the player’s log at that moment. They tell players apart, so they are never shown: they are only counted. */
  questIds?: Array<number>;
  /** The zone map it happened on, by the client’s map id; 0 if unknown. */
  mapId?: number;
  /** The player’s position, measured from the map’s left edge, in percent. */
  x?: number;
  /** The player’s position, measured from the map’s top edge, in percent. */
  y?: number;
  /** The difficulty of the instance, by the client’s id. */
  difficultyId?: number;
  /** The boss fight, by the client’s id. */
  encounterId?: number;
  /** What lay in the window. */
  items: Array<FeedLootItems>;
}

/** An item that a guild awarded to a character. It needs the sharing choice guild and a grant that covers it. */
export interface RecordLootAward {
  /** The kind of the record. */
  kind: 'loot_award';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The guild’s name. */
  guildName: string;
  /** The realm’s name. */
  realm: string;
  /** The item. An item id of the game. */
  itemId: number;
  /** The item’s name. */
  itemName: string;
  /** Who received it. */
  recipient: string;
  /** The boss that dropped it. */
  sourceBoss: string;
}

/** Where a zone map lies on its continent, in yards of the world’s coordinates. right must be another edge than left, by a tenth of a yard at least. bottom must be another edge than top, by a tenth of a yard at least. parentMapId must be another map than mapId, unless both are 0. */
export interface RecordMapBounds {
  /** The kind of the record. */
  kind: 'map_bounds';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The zone map, by the client’s map id. */
  mapId: number;
  /** The zone’s name. */
  name?: string;
  /** The map above it, by the client’s map id. */
  parentMapId?: number;
  /** The continent, by the client’s id. */
  continentId: number;
  /** The map’s left edge, in yards. */
  left: number;
  /** The map’s right edge, in yards. */
  right: number;
  /** The map’s top edge, in yards. */
  top: number;
  /** The map’s bottom edge, in yards. */
  bottom: number;
}

/** Money that a character earned or spent. It needs the sharing choice gold and a grant that covers it. */
export interface RecordMoneyEvent {
  /** The kind of the record. */
  kind: 'money_event';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The character’s name. */
  character: string;
  /** The realm’s name. */
  realm: string;
  /** What it was earned by or spent on. */
  source: 'loot' | 'quest' | 'vendor' | 'auction' | 'mail' | 'trade' | 'repair' | 'training' | 'travel' | 'other';
  /** How much in copper: above 0 earned, below 0 spent. */
  copper: number;
}

/** An NPC that a player saw. Only sightings with a positionKind become spawn pins: without one it is unknown whose coordinates were measured. */
export interface RecordNpcSighting {
  /** The kind of the record. */
  kind: 'npc_sighting';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The NPC. An NPC id of the game. */
  npcId: number;
  /** The NPC’s name, as the client shows it. */
  name: string;
  /** The zone map it happened on, by the client’s map id; 0 if unknown. */
  mapId: number;
  /** Position from the map’s left edge, in percent. */
  x: number;
  /** Position from the map’s top edge, in percent. */
  y: number;
  /** The NPC’s level. */
  level: number;
  /** How the NPC is disposed towards the player. */
  reaction: 'friendly' | 'neutral' | 'hostile';
  /** Whose coordinates were measured. */
  positionKind?: 'player' | 'npc';
}

/** A price that a player saw. The realm of an auction price counts among the at most 3 auction realms of an upload. */
export interface RecordPriceSeen {
  /** The kind of the record. */
  kind: 'price_seen';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The item. An item id of the game. */
  itemId: number;
  /** The price of one unit. In copper. */
  priceCopper: number;
  /** Where it was seen. */
  source: 'vendor' | 'auction';
  /** The realm’s name. */
  realm?: string;
  /** How many units were offered at it. */
  quantity?: number;
}

/** A quest that a player encountered, with its giver, turn-in NPC and rewards as far as known. */
export interface RecordQuest {
  /** The kind of the record. */
  kind: 'quest';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The quest. A quest id of the game. */
  questId: number;
  /** The quest’s title. */
  title: string;
  /** The quest’s level. */
  level: number;
  /** Who gives it. An NPC id of the game. */
  giverNpcId?: number;
  /** Who takes it. An NPC id of the game. */
  turnInNpcId?: number;
  /** The items it gives or lets choose from; empty if absent. */
  rewardItemIds?: Array<number>;
}

/** A chain of quests as the client lists it. A chain of more than 80 quests keeps the first 80 and says truncated; such a chain is never called finished. */
export interface RecordQuestChainCatalog {
  /** The kind of the record. */
  kind: 'quest_chain_catalog';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The chain, by the client’s id. */
  questLineId: number;
  /** The chain’s name. */
  name: string;
  /** Its quests, in order. */
  questIds: Array<number>;
  /** True when the chain has more quests than are listed. */
  truncated?: boolean;
}

/** The quests that a character has completed. */
export interface RecordQuestOwned {
  /** The kind of the record. */
  kind: 'quest_owned';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it. */
  characterKey: string;
  /** The character’s class, as the client’s token in capitals, such as WARRIOR. */
  class: string;
  /** The character’s level. */
  level: number;
  /** The completed quests. */
  questIds: Array<number>;
}

/** How far a guild has come in an instance until its reset. It needs the sharing choice guild and a grant that covers it. */
export interface RecordRaidLockout {
  /** The kind of the record. */
  kind: 'raid_lockout';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The guild’s name. */
  guildName: string;
  /** The realm’s name. */
  realm: string;
  /** The instance’s name. */
  instance: string;
  /** The difficulty’s name. */
  difficulty: string;
  /** The bosses killed so far. */
  bossesKilled: Array<string>;
  /** When the instance resets. */
  resetAt: string;
}

/** A recipe as a character’s profession window showed it: at which skill it had which difficulty, what it makes and of what. The difficulties optimal, medium, easy and trivial bound the skills at which it turns yellow, green and grey. makesItemId must be the same item as itemId, if both are given. makesMax must be no less than makesMin. */
export interface RecordRecipeObserved {
  /** The kind of the record. */
  kind: 'recipe_observed';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The profession’s name. */
  profession: string;
  /** The recipe, by its spell’s id. */
  recipeId: number;
  /** The recipe’s name. */
  name: string;
  /** The character’s skill at that moment. */
  skill: number;
  /** The difficulty it had at that skill. */
  difficulty: 'optimal' | 'medium' | 'easy' | 'trivial';
  /** The item it makes: an older name of makesItemId. An item id of the game. */
  itemId?: number;
  /** The item it makes. An item id of the game. */
  makesItemId?: number;
  /** The fewest it makes at once. */
  makesMin?: number;
  /** The most it makes at once. */
  makesMax?: number;
  /** What it uses up. */
  reagents: Array<FeedRecipeObservedReagents>;
}

/** A recipe that a player met, learned or not. taughtByItemId must be the same item as itemId, if both are given. */
export interface RecordRecipeSeen {
  /** The kind of the record. */
  kind: 'recipe_seen';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The profession’s name. */
  profession: string;
  /** The recipe, by its spell’s id. */
  recipeId: number;
  /** The recipe’s name. */
  name: string;
  /** Whether the character knows it. */
  learned?: boolean;
  /** The item that teaches it: an older name of taughtByItemId. An item id of the game. */
  itemId?: number;
  /** The item that teaches it. An item id of the game. */
  taughtByItemId?: number;
}

/** A faction whose standing a character can earn. */
export interface RecordReputationCatalog {
  /** The kind of the record. */
  kind: 'reputation_catalog';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The faction, by the client’s id. */
  factionId: number;
  /** The faction’s name. */
  name: string;
  /** The heading it is listed under. */
  header?: string;
  /** True for a renown faction, whose ranks are not the eight standings. */
  major?: boolean;
}

/** A character’s standings with factions. */
export interface RecordReputationOwned {
  /** The kind of the record. */
  kind: 'reputation_owned';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it. */
  characterKey: string;
  /** The character’s class, as the client’s token in capitals, such as WARRIOR. */
  class: string;
  /** The character’s level. */
  level: number;
  /** The standings. */
  factions: Array<RecordReputationOwnedFactions>;
}

/** The standing with one faction. */
export interface RecordReputationOwnedFactions {
  /** The faction, by the client’s id. */
  factionId: number;
  /** From 1 (hated) to 8 (exalted). */
  standing: number;
  /** The points behind the standing, as the client counts them. */
  value: number;
}

/** How a character has spent its talent points. */
export interface RecordTalentSnapshot {
  /** The kind of the record. */
  kind: 'talent_snapshot';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it. */
  characterKey: string;
  /** The character’s class, as the client’s token in capitals, such as WARRIOR. */
  class: string;
  /** The character’s level. */
  level: number;
  /** The talents with points in them. */
  nodes: Array<RecordTalentSnapshotNodes>;
}

/** One talent. */
export interface RecordTalentSnapshotNodes {
  /** The talent, by the client’s id. */
  nodeId: number;
  /** The points in it. */
  rank: number;
}

/** A title that a character can bear. */
export interface RecordTitleCatalog {
  /** The kind of the record. */
  kind: 'title_catalog';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The title, by the client’s id. */
  titleId: number;
  /** The title. */
  name: string;
}

/** The titles that a character may bear. */
export interface RecordTitleOwned {
  /** The kind of the record. */
  kind: 'title_owned';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it. */
  characterKey: string;
  /** The character’s class, as the client’s token in capitals, such as WARRIOR. */
  class: string;
  /** The character’s level. */
  level: number;
  /** The titles. */
  titleIds: Array<number>;
}

/** What a trainer teaches, and for how much. */
export interface RecordTrainerSeen {
  /** The kind of the record. */
  kind: 'trainer_seen';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The trainer. An NPC id of the game. */
  trainerNpcId: number;
  /** The player’s reputation with the NPC’s faction, from 4 (neutral) to 8 (exalted). Discounts depend on it. */
  standing?: number;
  /** What is taught. */
  services: Array<FeedTrainerSeenServices>;
}

/** The goods of a vendor that a player visited. */
export interface RecordVendor {
  /** The kind of the record. */
  kind: 'vendor';
  /** The random id of the reporting install. It is never published. */
  installId: string;
  /** An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused. */
  eventId?: string;
  /** When it happened in the game. From 2004-11-23 to a day after the upload is received. */
  capturedAt: string;
  /** The vendor. An NPC id of the game. */
  vendorNpcId: number;
  /** The player’s reputation with the NPC’s faction, from 4 (neutral) to 8 (exalted). Discounts depend on it. */
  standing?: number;
  /** The goods. */
  items: Array<FeedVendorItems>;
}

/** The categories that the player chose to share; an absent one is not shared. */
export interface IntakeRequestSharing {
  /** Rosters, lockouts, attendance and awards of guilds. */
  guild?: boolean;
  /** What characters wear. */
  gear?: boolean;
  /** The money of characters, and what moves it. */
  gold?: boolean;
  /** What the player’s collections hold. */
  collection?: boolean;
}

/** An upload that was stored durably, with what became of each record. */
export interface IntakeReceipt {
  /** The upload was taken in. */
  ok: true;
  /** The accepted records are stored. */
  persisted: true;
  /** The id of the upload, a ULID. */
  uploadId: string;
  /** The accepted records, in the order of the upload. */
  accepted: Array<IntakeReceiptAccepted>;
  /** The refused records, in the order of the upload. */
  rejected: Array<IntakeReceiptRejected>;
}

/** An accepted record. */
export interface IntakeReceiptAccepted {
  /** The record’s place in the upload, from 0. */
  index: number;
  /** Its kind. */
  kind:
    | 'achievement_catalog'
    | 'achievement_owned'
    | 'addon_seen'
    | 'attendance'
    | 'auction_scan'
    | 'auction_snapshot'
    | 'census_seen'
    | 'census_self'
    | 'collection_catalog'
    | 'collection_owned'
    | 'gear_snapshot'
    | 'gold_snapshot'
    | 'guild_snapshot'
    | 'item_seen'
    | 'loot'
    | 'loot_award'
    | 'map_bounds'
    | 'money_event'
    | 'npc_sighting'
    | 'price_seen'
    | 'quest'
    | 'quest_chain_catalog'
    | 'quest_owned'
    | 'raid_lockout'
    | 'recipe_observed'
    | 'recipe_seen'
    | 'reputation_catalog'
    | 'reputation_owned'
    | 'talent_snapshot'
    | 'title_catalog'
    | 'title_owned'
    | 'trainer_seen'
    | 'vendor';
  /** Its event id as sent, if it has a valid one. */
  eventId?: string;
  /** Whether the record was already known. It counts only once. */
  duplicate: boolean;
}

/** A refused record. */
export interface IntakeReceiptRejected {
  /** The record’s place in the upload, from 0. */
  index: number;
  /** Its kind. */
  kind?:
    | 'achievement_catalog'
    | 'achievement_owned'
    | 'addon_seen'
    | 'attendance'
    | 'auction_scan'
    | 'auction_snapshot'
    | 'census_seen'
    | 'census_self'
    | 'collection_catalog'
    | 'collection_owned'
    | 'gear_snapshot'
    | 'gold_snapshot'
    | 'guild_snapshot'
    | 'item_seen'
    | 'loot'
    | 'loot_award'
    | 'map_bounds'
    | 'money_event'
    | 'npc_sighting'
    | 'price_seen'
    | 'quest'
    | 'quest_chain_catalog'
    | 'quest_owned'
    | 'raid_lockout'
    | 'recipe_observed'
    | 'recipe_seen'
    | 'reputation_catalog'
    | 'reputation_owned'
    | 'talent_snapshot'
    | 'title_catalog'
    | 'title_owned'
    | 'trainer_seen'
    | 'vendor';
  /** Its event id as sent, if it has a valid one. */
  eventId?: string;
  /** Why, for programs; a later minor release may add codes. wrong-type: The value has the wrong JSON type. kind-missing: The record has no kind. kind-unknown: The contract has no such record kind. field-missing: A required field is absent. field-unknown: The kind has no such field. not-in-list: The value is not one of the allowed values. out-of-range: The number is below or above its bounds. wrong-length: The text is shorter or longer than its bounds, as sent or once trimmed and composed. wrong-form: The text does not have the required form. bad-date: The text is not an existing date-time or day. bad-text: The text holds control characters, unpaired surrogates, characters that cannot be seen, or ones that Unicode has not assigned. player-guid: The text holds something that looks like a player’s GUID, in any case. contradictory: Fields of the record contradict each other. install-id-in-text: A text of the record contains the id of its own install. too-few: The list has fewer entries than it needs. too-many: The list has more entries than allowed. other-game: The upload is of another game than the one that the instance collects. test-client: The upload is of a test client, whose game differs from the released one. before-release: capturedAt is before the release of the game that clientBuild names. captured-at-past: capturedAt is before the game’s release. captured-at-future: capturedAt is more than a day in the future. realms-too-many: The record names an auction realm beyond the three an upload may name. sharing-missing: A record of a named kind was sent without the matching sharing choice. grant-missing: A record of a named kind was sent without a grant token. grant-not-covering: No grant sent with a named record is valid and covers it. no-install: The upload names no install that the record could belong to. event-reused: The install already used the eventId with other content. day-quota: The install has reached the limit of this kind for that day (/schema/limits.json). install-erased: The install was erased; its uploads are no longer accepted. */
  code: string;
  /** A JSON Pointer into the record. */
  pointer: string;
  /** The reason, for people: a sentence that names the field, its requirement and the value sent. */
  reason: string;
}
