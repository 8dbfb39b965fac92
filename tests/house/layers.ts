/**
 * Which folder may import what at run time (ARCHITECTURE.md, Layers), and what only adapters may touch. Works on source
 * text: takes a file's path and content, and returns a sentence about each violation.
 */
interface Layer {
  /** Folders of this project it may import from. */
  readonly folders: readonly string[];
  /** Files of other folders it may import from. */
  readonly files?: readonly string[];
  /** Folders it may import types from. */
  readonly typeFolders: readonly string[];
  /** Packages, matched by prefix. */
  readonly packages: readonly RegExp[];
}

const HONO = [/^hono(\/|$)/, /^@hono\//];
const MCP = [/^@modelcontextprotocol\/sdk\//];
const D3 = [/^d3-scale$/, /^d3-shape$/];
const VALIBOT = [/^valibot$/, /^@valibot\/to-json-schema$/];

/** The limits and vocabulary of the contract. These files import nothing, so the domain may import them. */
export const PLAIN_SCHEMA: readonly string[] = ['schema/limits.ts', 'schema/vocabulary.ts'];

const LAYERS: Readonly<Record<string, Layer>> = {
  schema: { folders: ['schema'], typeFolders: [], packages: VALIBOT },
  domain: { folders: ['domain'], files: PLAIN_SCHEMA, typeFolders: ['schema'], packages: [] },
  adapters: {
    folders: ['adapters', 'domain', 'schema'],
    typeFolders: [],
    packages: [
      /^node:/,
      /^@libsql\/client(\/sqlite3)?$/,
      /^@hono\/node-server$/,
      /^esbuild$/,
      /^fflate$/,
      /^hyparquet-writer$/,
      /^libsql$/,
      /^papaparse$/,
      /^prom-client$/,
      /^tsx\//,
      /^valibot$/,
    ],
  },
  http: { folders: ['http', 'domain', 'schema'], typeFolders: [], packages: [...HONO, ...MCP, ...D3, /^valibot$/] },
  jobs: { folders: ['jobs', 'domain', 'schema'], typeFolders: [], packages: [/^node:util$/] },
};

/**
 * The composition roots assemble the instance, its threads and child processes, the commands and the uploader. Only
 * they may import adapters.
 */
const ROOTS: Readonly<Record<string, Layer>> = {
  'http/main.ts': { folders: ['http', 'adapters'], typeFolders: [], packages: [/^node:process$/] },
  'http/primary.ts': { folders: ['http', 'domain', 'adapters', 'jobs'], typeFolders: [], packages: [] },
  'http/edge.ts': { folders: ['http', 'domain', 'adapters', 'jobs'], typeFolders: [], packages: [] },
  'http/parts.ts': { folders: ['http', 'domain', 'adapters'], typeFolders: [], packages: [] },
  'http/deps.ts': { folders: ['http', 'domain', 'adapters'], typeFolders: [], packages: [] },
  'http/answer_thread.ts': { folders: ['http', 'domain', 'adapters'], typeFolders: [], packages: [] },
  'http/intake_thread.ts': { folders: ['http', 'domain', 'schema', 'adapters'], typeFolders: [], packages: [] },
  'jobs/build_companion.ts': { folders: ['adapters'], typeFolders: [], packages: [] },
  'jobs/companion.ts': {
    folders: ['jobs', 'domain', 'adapters'],
    typeFolders: [],
    packages: [/^node:process$/, /^node:sea$/],
  },
  'jobs/demo/main.ts': { folders: ['jobs', 'adapters'], typeFolders: [], packages: [/^node:process$/] },
  'jobs/demo/commands.ts': { folders: ['jobs', 'adapters'], typeFolders: [], packages: [/^node:process$/] },
  'jobs/main.ts': { folders: ['jobs', 'adapters'], typeFolders: [], packages: [] },
  'jobs/run_command.ts': {
    folders: ['jobs', 'domain', 'schema', 'adapters'],
    typeFolders: [],
    packages: [/^node:process$/],
  },
  'jobs/publisher.ts': { folders: ['jobs', 'domain', 'adapters'], typeFolders: [], packages: [] },
  'jobs/replicator.ts': { folders: ['jobs', 'domain', 'adapters'], typeFolders: [], packages: [] },
  'jobs/uploader.ts': { folders: ['jobs', 'domain', 'adapters'], typeFolders: [], packages: [] },
  'jobs/verifier.ts': { folders: ['jobs', 'adapters'], typeFolders: [], packages: [] },
};

/**
 * The rooms of the domain, from the lowest floor up, and which rooms each may import. All are on lower floors, so no
 * import goes up and there are no cycles. A file's room is its first folder below domain.
 */
export const FLOORS: readonly Readonly<Record<string, readonly string[]>>[] = [
  { values: [] },
  { ports: ['values'] },
  { paging: ['ports'], families: ['ports', 'values'], game_files: ['ports', 'values'] },
  {
    intake: ['ports', 'values'],
    snapshot: ['families', 'ports', 'values'],
    reads: ['families', 'paging', 'ports', 'values'],
  },
  {
    cards: ['reads', 'families', 'ports', 'values'],
    knowledge: ['families', 'game_files', 'ports', 'values'],
    exports: ['reads', 'game_files', 'ports', 'values'],
    proof: ['ports', 'values'],
    saved_variables: ['intake', 'ports', 'values'],
    operator: ['snapshot', 'families', 'game_files', 'ports', 'values'],
  },
  { tools: ['cards', 'knowledge', 'reads', 'paging', 'families', 'game_files', 'ports', 'values'] },
];

const ROOMS = new Map(FLOORS.flatMap((floor) => Object.entries(floor)));

/**
 * Entry points of scripts that run in a browser. There are no adapters there, so the entry points touch the outside
 * world themselves.
 */
const SCRIPT = /^http\/browser\/\w+\/main\.ts$/;

/** Code that touches the world outside the program. Only adapters and the composition roots may contain it. */
const WORLD: readonly [pattern: RegExp, what: string][] = [
  [/\bDate\.now\(/, 'reads the clock'],
  [/\bnew Date\(\)/, 'reads the clock'],
  [/\bperformance\.now\(/, 'reads the clock'],
  [/\bMath\.random\(/, 'draws random numbers'],
  [/\bcrypto\.(getRandomValues|randomUUID)\(/, 'draws random numbers'],
  [/\bprocess\.env\b/, 'reads the environment'],
  [/\bDeno\.(env|readTextFile|readFile|open)\b/, 'reads files or the environment'],
];

const IMPORT =
  /\b(?:import|export)\s+(type\s+)?(?:[^'"();]*?\bfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

/**
 * Returns a sentence about each violation of the layer rules in one file. `path` is relative to the top, with forward
 * slashes.
 */
export function violations(path: string, source: string): string[] {
  const layer = ROOTS[path] ?? LAYERS[path.split('/')[0]!];
  if (layer === undefined) return [`${path} is in no layer`];
  const code = withoutComments(source);
  const found: string[] = [];
  if (PLAIN_SCHEMA.includes(path) && code.search(IMPORT) !== -1) found.push(`${path} must import nothing`);
  if (path.startsWith('domain/') && !ROOMS.has(roomOf(path))) found.push(`${path} is in no room of the domain`);
  for (const match of code.matchAll(IMPORT)) {
    const typeOnly = match[1] !== undefined;
    const target = (match[2] ?? match[3])!;
    if (!mayImport(layer, path, target, typeOnly)) {
      found.push(`${path} may not import ${typeOnly ? 'types from ' : ''}${target}`);
    } else if (!mayKnow(path, target)) {
      found.push(`${path}: the room ${roomOf(path)} may not know ${target}`);
    }
  }
  const isAdapter = path.startsWith('adapters/') || ROOTS[path] !== undefined || SCRIPT.test(path);
  if (/\bAbortSignal\.any\(/.test(code)) found.push(`${path} joins signals: timeLimit does, so that none is collected`);
  if (!isAdapter) {
    for (const [pattern, what] of WORLD) if (pattern.test(code)) found.push(`${path} ${what}: only adapters may`);
  }
  return found;
}

function mayImport(layer: Layer, path: string, target: string, typeOnly: boolean): boolean {
  if (!target.startsWith('.')) return layer.packages.some((allowed) => allowed.test(target));
  const file = pathOf(path, target);
  const folder = file.split('/')[0]!;
  if (layer.folders.includes(folder) || layer.files?.includes(file)) return true;
  return typeOnly && layer.typeFolders.includes(folder);
}

/** Returns the project files that one file imports, including type imports. Paths are as in `violations`. */
export function importsOf(path: string, source: string): readonly string[] {
  return [...withoutComments(source).matchAll(IMPORT)]
    .map((match) => (match[2] ?? match[3])!)
    .filter((target) => target.startsWith('.'))
    .map((target) => pathOf(path, target));
}

/** Returns the first import cycle found, or null if there is none. */
export function circleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const walk = (path: string, above: readonly string[]): readonly string[] | null => {
    if (above.includes(path)) return [...above.slice(above.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const next of imports.get(path) ?? []) {
      const circle = walk(next, [...above, path]);
      if (circle !== null) return circle;
    }
    done.add(path);
    return null;
  };
  for (const path of imports.keys()) {
    const circle = walk(path, []);
    if (circle !== null) return circle;
  }
  return null;
}

function pathOf(path: string, target: string): string {
  return new URL(target, `file:///${path}`).pathname.slice(1);
}

function roomOf(path: string): string {
  return path.split('/')[1]!;
}

/** Whether a file of the domain may import another one. Type imports count as well. */
function mayKnow(path: string, target: string): boolean {
  if (!path.startsWith('domain/') || !target.startsWith('.')) return true;
  const other = pathOf(path, target);
  if (!other.startsWith('domain/') || roomOf(other) === roomOf(path)) return true;
  return ROOMS.get(roomOf(path))?.includes(roomOf(other)) ?? true;
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');
}
