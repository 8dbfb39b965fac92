import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { corpusPart } from './corpus.ts';
import { edgeFigures } from './edges.ts';
import { exportFigures } from './export.ts';
import { importFigures } from './game_import.ts';
import { BUILD, loadClientTables, writeRepeated } from './game_tables.ts';
import { clientEdgeFigures, itemFigures } from './items.ts';
import { marketFigures } from './market.ts';
import { overloadFigures } from './overload.ts';
import { type Figure, figure } from './pairs.ts';
import { OTHER_LISTS, PUBLIC_LISTS, peerFigures } from './peers.ts';
import { writePublicFolder } from './public_folder.ts';
import { rebuildPart } from './rebuild.ts';
import { replicaFigures } from './replica.ts';
import { rollupFigures } from './rollups.ts';
import { searchFigures } from './search.ts';
import { peakMemoryMiB, runJob, runSnapshotJob, type Service, startService } from './service.ts';
import { pageFigures } from './site_pages.ts';
import { smallUploadFigures } from './small_uploads.ts';
import { startPart } from './start.ts';
import { streamFigures } from './streams.ts';
import { fillToolFolder, toolFigures } from './tools.ts';
import type { World } from './world.ts';
import { fill } from './writing.ts';

/** The arguments of every part of the bench. */
export interface Bench {
  /** The folder of this part, which is removed after it. */
  readonly folder: string;
  /** The folder shared by all parts, which is removed at the end. */
  readonly shared: string;
  readonly world: World;
  /** The number of records, a million by default. */
  readonly records: number;
  /** Kinds of pages to measure. If empty, all pages and the tools are measured. */
  readonly pages: readonly string[];
  readonly say: (text: string) => void;
  /** Prints figures and returns them. */
  readonly tell: (figures: readonly Figure[]) => readonly Figure[];
}

export type Part = (bench: Bench) => Promise<readonly Figure[]>;

/**
 * Writes a folder with `records` observed edges with synthetic ids and as many corpus rows. It is written once for all
 * parts.
 */
async function publicFolder({ shared, world, records, say }: Bench): Promise<string> {
  const dataDir = join(shared, 'public');
  if (existsSync(dataDir)) return dataDir;
  const started = performance.now();
  await writePublicFolder(dataDir, world, { edges: records, corpus: records });
  say(`${records} edges and corpus rows written in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return dataDir;
}

/** Runs `work` with a service, and stops the service even if a figure could not be measured. */
async function withService<T>(dataDir: string, work: (service: Service) => Promise<T>): Promise<T> {
  const service = await startService(dataDir);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

const edgesPart: Part = async (bench) => {
  const dataDir = await publicFolder(bench);
  return withService(dataDir, async (service) => {
    // Waits for the schedule's first builder, whose writes would disturb the measurement.
    await runSnapshotJob(dataDir, service.port);
    const figures = [...(await edgeFigures(service, bench.tell))];
    const memory = peakMemoryMiB(service.pid);
    figures.push(...bench.tell([figure('memory of the server, edges', [memory], { most: 250 }, ' MiB', 'peak')]));
    return figures;
  });
};

const exportPart: Part = async (bench) => {
  const dataDir = await publicFolder(bench);
  return withService(dataDir, async (service) => {
    await runSnapshotJob(dataDir, service.port);
    const rows = `${bench.records} rows of the corpus and as many edges`;
    return bench.tell(await exportFigures(service, dataDir, rows));
  });
};

/** Measures publishing to a libSQL server, and edges that follow it. */
const replicaPart: Part = async (bench) => bench.tell(await replicaFigures(await publicFolder(bench), bench.shared));

const marketPart: Part = async ({ folder, tell }) => {
  const dataDir = join(folder, 'market');
  return withService(dataDir, async (service) => tell(await marketFigures(service, dataDir)));
};

const rollupsPart: Part = async ({ folder, world, records, tell }) =>
  rollupFigures({ folder, world, records: records / 10 }, tell);

/**
 * Imports the tables of a build, repeated to a tenth as many items, with the command. The instance's folder is kept.
 */
async function takeTablesIn({ folder, records, say, tell }: Bench): Promise<ImportSeen> {
  const tablesDir = join(folder, 'tables');
  const dataDir = join(folder, 'game');
  const { origin, tables } = loadClientTables();
  const written = writeRepeated(tablesDir, tables, Math.round(records / 10));
  say(`${written.items} items repeated from ${origin}`);
  return { dataDir, figures: tell(await importFigures(dataDir, tablesDir, written)) };
}

interface ImportSeen {
  readonly dataDir: string;
  readonly figures: readonly Figure[];
}

/** Runs only the import. This part must be named, since `items` includes it. */
const importPart: Part = async (bench) => (await takeTablesIn(bench)).figures;

/** Measures an import, and then the pages of the imported data. */
const itemsPart: Part = async (bench) => {
  const { tell } = bench;
  const taken = await takeTablesIn(bench);
  const { dataDir } = taken;
  return withService(dataDir, async (service) => {
    await runSnapshotJob(dataDir, service.port);
    const figures = [...taken.figures, ...(await itemFigures(service, tell))];
    figures.push(...(await clientEdgeFigures(service, tell)));
    const memory = peakMemoryMiB(service.pid);
    figures.push(...tell([figure('memory of the server, game files', [memory], { most: 250 }, ' MiB', 'peak')]));
    return figures;
  });
};

/** Measures other clients while many clients search. */
const overloadPart: Part = async ({ folder, world, records, tell }) => {
  const dataDir = join(folder, 'instance');
  await fillToolFolder(dataDir, world, records);
  return withService(dataDir, async (service) => tell(await overloadFigures(service, dataDir)));
};

/** Measures each tool and page on an instance with this many records of all kinds and one build. */
const toolsPart: Part = async ({ folder, world, records, pages, say, tell }) => {
  const dataDir = join(folder, 'instance');
  const tablesDir = join(folder, 'tables');
  const started = performance.now();
  await fillToolFolder(dataDir, world, records);
  say(`${records} records of all kinds taken in, ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const { tables } = loadClientTables();
  writeRepeated(tablesDir, tables, tables.find(({ name }) => name === 'Item')!.rows.length);
  return withService(dataDir, async (service) => {
    await runJob(dataDir, service.port, ['import-game-files', '--dir', tablesDir, '--build', BUILD]);
    const figures = [...(await pageFigures(service, dataDir, tell, pages))];
    if (pages.length === 0) figures.push(...(await toolFigures(service, dataDir, tell)));
    const memory = peakMemoryMiB(service.pid);
    figures.push(...tell([figure('memory of the server, tools', [memory], { most: 250 }, ' MiB', 'peak')]));
    return figures;
  });
};

/** Measures suggestions and searches on an instance with this many records of all kinds and one build. */
const searchPart: Part = async ({ folder, world, records, tell }) => {
  const dataDir = join(folder, 'instance');
  const tablesDir = join(folder, 'tables');
  await fillToolFolder(dataDir, world, records);
  const { tables } = loadClientTables();
  writeRepeated(tablesDir, tables, tables.find(({ name }) => name === 'Item')!.rows.length);
  // No instance listens on this port. The command only needs a number.
  await runJob(dataDir, 1, ['import-game-files', '--dir', tablesDir, '--build', BUILD]);
  return searchFigures(dataDir, tell);
};

const streamsPart: Part = async ({ folder, tell }) => {
  const dataDir = join(folder, 'followed');
  return withService(dataDir, async (service) => tell(await streamFigures(service, dataDir)));
};

/** Measures uploads of few records to a new instance. */
const uploadsPart: Part = async ({ folder, world, tell }) =>
  withService(join(folder, 'instance'), async (service) => tell(await smallUploadFigures(service, world)));

const peersPart: Part = async (bench) => {
  const { folder, world, records, tell } = bench;
  const publicDir = await publicFolder(bench);
  const figures = await withService(publicDir, async (service) => {
    await runSnapshotJob(publicDir, service.port);
    return peerFigures(service, PUBLIC_LISTS, folder, tell);
  });
  const { dataDir } = await takeTablesIn(bench);
  const others = await withService(dataDir, async (service) => {
    await fill(service, world, 1, records);
    await runSnapshotJob(dataDir, service.port);
    return peerFigures(service, OTHER_LISTS, folder, tell);
  });
  return [...figures, ...others];
};

/** All parts, keyed by name. */
export const PARTS: Readonly<Record<string, Part>> = {
  corpus: corpusPart,
  edges: edgesPart,
  export: exportPart,
  import: importPart,
  items: itemsPart,
  market: marketPart,
  overload: overloadPart,
  peers: peersPart,
  rebuild: rebuildPart,
  replica: replicaPart,
  rollups: rollupsPart,
  search: searchPart,
  start: startPart,
  streams: streamsPart,
  tools: toolsPart,
  uploads: uploadsPart,
};

/** The parts of a complete run. The import is left out because `items` includes it. */
export const WHOLE = Object.keys(PARTS).filter((part) => part !== 'import');
