import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { PAGE_KINDS } from './page_kinds.ts';
import { type Figure, holds, line } from './pairs.ts';
import { type Bench, PARTS, WHOLE } from './parts.ts';
import { loadWorld } from './world.ts';

/**
 * `npm run bench [-- RECORDS] [PART …]`: the service on RECORDS records (a million unless said), each figure as a ratio
 * against a floor measured in the same run, limiter and headers active. Parts: corpus, edges, export, items, market,
 * rebuild, rollups, start, tools, all of them unless some are named; and import, which `items` begins with. `tools`
 * measures single kinds of pages, and no tools, where words name them (`'page:item, crowded'`). Ends with 1 where a figure
 * is missed.
 */
const words = process.argv.slice(2);
const number = words.find((word) => /^\d+$/.test(word));
const PAGE = 'page:';
const pages = words.filter((word) => word.startsWith(PAGE)).map((word) => word.slice(PAGE.length));
const asked = words.filter((word) => word !== number && !word.startsWith(PAGE));

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const run = async (parts: readonly string[]): Promise<readonly Figure[]> => {
  const world = loadWorld();
  const records = Number(number ?? 1_000_000);
  say(`${records} records rolled from ${world.origin}; ${cpus().length} cores, Node ${process.versions.node}`);
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-bench-'));
  const figures: Figure[] = [];
  try {
    for (const part of parts) {
      const started = performance.now();
      const bench: Bench = {
        ...{ folder: join(folder, part), shared: folder, world, records, pages, say },
        tell: (some) => {
          for (const one of some) say(line(one));
          return some;
        },
      };
      figures.push(...(await PARTS[part]!(bench)));
      rmSync(bench.folder, { recursive: true, force: true });
      say(`${part}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return figures;
};

const unknown = asked.find((part) => !(part in PARTS)) ?? pages.find((name) => !(name in PAGE_KINDS));
if (unknown !== undefined) {
  process.stderr.write(
    `A part must be one of ${Object.keys(PARTS).join(', ')}, a page one of ${Object.keys(PAGE_KINDS).join('; ')}; got ${unknown.slice(0, 80)}.\n`,
  );
  process.exitCode = 2;
} else {
  const figures = await run(asked.length === 0 ? WHOLE : asked);
  const missed = figures.filter((one) => !holds(one));
  const names = missed.map((one) => one.name).join('; ');
  say(missed.length === 0 ? 'all figures hold' : `${missed.length} missed: ${names}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}
