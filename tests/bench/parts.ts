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
import { writePublicFolder } from './public_folder.ts';
import { rebuildPart } from './rebuild.ts';
import { rollupFigures } from './rollups.ts';
import { peakMemoryMiB, runJob, runSnapshotJob, type Service, startService } from './service.ts';
import { pageFigures } from './site_pages.ts';
import { startPart } from './start.ts';
import { fillToolFolder, toolFigures } from './tools.ts';
import type { World } from './world.ts';

/** What every part of the bench is given. */
export interface Bench {
  /** Of this part alone; removed behind it. */
  readonly folder: string;
  /** Of all parts; removed at the end. */
  readonly shared: string;
  readonly world: World;
  /** How much: a million unless said. */
  readonly records: number;
  /** Kinds of pages that alone are measured; none: all of them, and the tools. */
  readonly pages: readonly string[];
  readonly say: (text: string) => void;
  /** Prints figures and answers them. */
  readonly tell: (figures: readonly Figure[]) => readonly Figure[];
}

export type Part = (bench: Bench) => Promise<readonly Figure[]>;

/**
 * The folder of as many observed edges of synthetic ids, and as many corpus rows; it is written once for all parts.
 */
async function publicFolder({ shared, world, records, say }: Bench): Promise<string> {
  const dataDir = join(shared, 'public');
  if (existsSync(dataDir)) return dataDir;
  const started = performance.now();
  await writePublicFolder(dataDir, world, { edges: records, corpus: records });
  say(`${records} edges and corpus rows written in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return dataDir;
}

/** Ends the instance also where a figure could not be taken. */
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
    // The schedule's first builder has its turn before this one; what it writes beside would disturb.
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

const marketPart: Part = async ({ folder, tell }) => {
  const dataDir = join(folder, 'market');
  return withService(dataDir, async (service) => tell(await marketFigures(service, dataDir)));
};

const rollupsPart: Part = async ({ folder, world, records, tell }) =>
  rollupFigures({ folder, world, records: records / 10 }, tell);

/** The tables of a build repeated to a tenth as many items, taken in by the command; the instance's folder is left. */
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

/** The import alone: a part to be asked for by name, since `items` begins with it. */
const importPart: Part = async (bench) => (await takeTablesIn(bench)).figures;

/** An import, then the pages of what it brought. */
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

/** Others beside a crowd that searches. */
const overloadPart: Part = async ({ folder, world, records, tell }) => {
  const dataDir = join(folder, 'instance');
  await fillToolFolder(dataDir, world, records);
  return withService(dataDir, async (service) => tell(await overloadFigures(service, dataDir)));
};

/** Each tool and page on an instance of so many records of all kinds and one build. */
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

/** Every part by the name it is asked for. */
export const PARTS: Readonly<Record<string, Part>> = {
  corpus: corpusPart,
  edges: edgesPart,
  export: exportPart,
  import: importPart,
  items: itemsPart,
  market: marketPart,
  overload: overloadPart,
  rebuild: rebuildPart,
  rollups: rollupsPart,
  start: startPart,
  tools: toolsPart,
};

/** The parts of a whole run: `items` begins with the import. */
export const WHOLE = Object.keys(PARTS).filter((part) => part !== 'import');
