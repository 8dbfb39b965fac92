import { postRecords } from '../support/client.ts';
import { sleep } from '../support/instance.ts';
import { FIRST_ITEM, recordsOf, UPLOAD_RECORDS } from './records.ts';
import type { Stage } from './stage.ts';

/** What was done to the instance, and what it answered wrongly. */
export interface Done {
  uploads: number;
  /** Receipts for uploads that were already stored, because a kill cut off the first answer. */
  repeats: number;
  reads: number;
  calls: number;
  imports: number;
  /** Distinct questions asked, and those of them answered with 200 at least once. */
  readonly asked: Set<string>;
  readonly answered: Set<string>;
  /** Wrong answers, as sentences. */
  readonly amiss: string[];
}

export interface Load {
  readonly done: Done;
  /** Resends one upload until its receipt arrives. */
  upload(): Promise<void>;
  uploads(pauseMs: number): Promise<void>;
  reads(pauseMs: number): Promise<void>;
  calls(pauseMs: number): Promise<void>;
  /** Imports a small made-up build, with another build number each time. */
  importBuild(): Promise<void>;
  stop(): void;
}

const READS: readonly string[] = [
  ...['/api/health', '/api/rollups/drops?limit=200', '/api/corpus/public?limit=500', '/api/corpus/public?kinds=loot'],
  ...['/api/edges?limit=500', '/api/edges?evidence=client', '/api/items?limit=100', '/api/items/categories'],
  ...['/api/market/prices', '/export/index.json', '/export/corpus.ndjson', '/api/openapi.json', '/schema/index.json'],
  ...['/', '/items', '/npcs', '/quests', '/recent', '/market', '/search?query=creature', '/coverage', '/docs'],
  ...[1, 2, 3].flatMap((n) => [`/npc/${n}`, `/quest/${n}`, `/item/${FIRST_ITEM + 4 * n}`]),
  ...[`/api/tooltip/item/${FIRST_ITEM}`, '/api/tooltip/npc/1', '/tooltip.js', '/addon.zip', '/uploader.mjs'],
];

/** Argument for tools that accept an entity of any type. */
const ENTITY = `item:${FIRST_ITEM + 4}`;

interface ListedTool {
  readonly name: string;
  readonly example: { readonly arguments: Readonly<Record<string, string | number | boolean>> };
}

export function createLoad(stage: Stage, tables: string): Load {
  const todayMs = Date.now();
  const heard = { asked: new Set<string>(), answered: new Set<string>(), amiss: [] };
  const done: Done = { uploads: 0, repeats: 0, reads: 0, calls: 0, imports: 0, ...heard };
  let stopped = false;

  /**
   * Returns the answer, or null if the request failed. Failures count as wrong unless the instance was killed
   * meanwhile.
   */
  const asked = async <T>(what: string, ask: (url: string) => Promise<T>): Promise<T | null> => {
    await stage.up();
    const life = stage.life();
    try {
      return await ask(stage.url());
    } catch (error) {
      if (stage.isStill(life)) done.amiss.push(`${what}: ${String(error)} (${causeOf(error)})`);
      return null;
    }
  };

  const question = async (what: string, path: string, init: RequestInit = {}): Promise<void> => {
    done.asked.add(what);
    const life = stage.life();
    const status = await asked(what, async (url) => {
      const response = await fetch(url + path, init);
      await response.arrayBuffer();
      return response.status;
    });
    if (status === 200) done.answered.add(what);
    else if (status !== null && stage.isStill(life)) done.amiss.push(`${what} answered ${status}`);
  };

  const upload = async (): Promise<void> => {
    const number = done.uploads;
    const records = recordsOf(number, todayMs);
    for (;;) {
      const life = stage.life();
      const taken = await asked('An upload', (url) => postRecords(url, records));
      if (taken?.status === 200) {
        const { accepted = [], rejected = [] } = taken.receipt;
        if (accepted.length !== UPLOAD_RECORDS) done.amiss.push(`upload ${number}: ${JSON.stringify(rejected[0])}`);
        if (accepted.every(({ duplicate }) => duplicate)) done.repeats++;
        done.uploads++;
        return;
      }
      if (taken !== null && stage.isStill(life)) done.amiss.push(`An upload was answered ${taken.status}`);
      await sleep(100);
    }
  };

  const again = async (pauseMs: number, work: () => Promise<void>): Promise<void> => {
    while (!stopped) {
      await work();
      await sleep(pauseMs);
    }
  };

  /** Calls each tool with its example arguments, alternating between HTTP and the tool protocol. */
  const call = async (tools: readonly ListedTool[]): Promise<void> => {
    const turn = done.calls++;
    const { name, example } = tools[turn % tools.length]!;
    const given = { ...example.arguments, ...(typeof example.arguments['id'] === 'string' ? { id: ENTITY } : {}) };
    if (Math.floor(turn / tools.length) % 2 === 0) {
      const query = new URLSearchParams(Object.entries(given).map(([key, value]) => [key, String(value)]));
      return question(name, `/api/tools/${name}?${query}`);
    }
    return question(name, '/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: turn, method: 'tools/call', params: { name, arguments: given } }),
    });
  };

  return {
    done,
    upload,
    uploads: (pauseMs) => again(pauseMs, upload),
    reads: (pauseMs) =>
      again(pauseMs, async () => {
        const path = READS[done.reads++ % READS.length]!;
        await question(path, path);
      }),
    calls: async (pauseMs) => {
      const { tools } = (await (await fetch(`${stage.url()}/api/tools`)).json()) as { tools: readonly ListedTool[] };
      await again(pauseMs, () => call(tools));
    },
    importBuild: async () => {
      await stage.job('import-game-files', '--dir', tables, '--build', `1.15.8.${67_000 + done.imports}`);
      done.imports++;
    },
    stop: () => {
      stopped = true;
    },
  };
}

/** Returns the cause of a failed request, such as a reset connection. */
function causeOf(error: unknown): string {
  return String((error as { readonly cause?: unknown }).cause ?? 'no cause told');
}
