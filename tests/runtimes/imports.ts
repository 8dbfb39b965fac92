import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

const FOLDERS = ['schema', 'domain', 'adapters', 'http', 'jobs', 'tests'];

/**
 * What each file of the project imports at run time: packages and `node:` modules by name, files by their path below the
 * project's folder.
 */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Reads the imports of all files of the project. */
export function readImports(): ImportGraph {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(`${TOP}${folder}`, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.(?:ts|mjs)$/.test(file) && !file.includes('node_modules')),
  );
  return new Map(files.map((file) => [file, importsIn(file, readFileSync(`${TOP}${file}`, 'utf8'))]));
}

const IMPORT = /^(?:import|export)\s+(?:([^'"();]*?)\s*from\s*)?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** Returns what a source file imports at run time. Imports of types only are left out, because nothing loads them. */
export function importsIn(file: string, source: string): readonly string[] {
  return Array.from(source.matchAll(IMPORT))
    .filter(([, clause]) => clause === undefined || !namesOnlyTypes(clause))
    .map(([, , from, onDemand]) => (from ?? onDemand)!)
    .map((target) => (target.startsWith('.') ? new URL(target, `file:///${file}`).pathname.slice(1) : target));
}

/** Returns whether the clause of an import names only types, as in `type A` or `{ type A, type B }`. */
function namesOnlyTypes(clause: string): boolean {
  if (/^type\s/.test(clause)) return true;
  const names = /^\{([^}]*)\}$/.exec(clause)?.[1];
  return names?.split(',').every((name) => /^\s*(?:type\s|$)/.test(name)) ?? false;
}

/** Returns the files that some files load, directly or through others, including themselves. */
export function reachedFrom(files: readonly string[], graph: ImportGraph): ReadonlySet<string> {
  const reached = new Set<string>();
  const left = [...files];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (reached.has(file) || !graph.has(file)) continue;
    reached.add(file);
    left.push(...graph.get(file)!);
  }
  return reached;
}

/** Returns how many imports lead from a file to each file that it loads: 1 if it imports the file itself. */
export function importDistances(from: string, graph: ImportGraph): ReadonlyMap<string, number> {
  const distances = new Map([[from, 0]]);
  // Files are added to the map, nearest first, while it is read.
  for (const [file, distance] of distances) {
    for (const target of graph.get(file) ?? []) {
      if (graph.has(target) && !distances.has(target)) distances.set(target, distance + 1);
    }
  }
  return distances;
}
