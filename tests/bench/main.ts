import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { CARRIES_PARTS, carriesMarkdown, measuredOf } from './carries.ts';
import { keepFigures, readFigures } from './figures_file.ts';
import { PAGE_KINDS } from './page_kinds.ts';
import { type Figure, holds, line } from './pairs.ts';
import { type Bench, PARTS, WHOLE } from './parts.ts';
import { loadWorld } from './world.ts';

/**
 * `npm run bench [-- RECORDS] [PART …]`: measures the service with RECORDS records (a million by default). Each figure
 * is a ratio to a floor that is measured in the same run, with rate limits and headers active. Parts: corpus, edges,
 * export, items, market, overload, peers, rebuild, replica, rollups, search, start, streams, tools, uploads; all of them unless some
 * are named. The part import runs as the first step of `items`. Words that start with `page:` limit `tools` to single kinds of
 * pages (`'page:item, crowded'`). Exits with 1 if a figure misses its bound. The figures are stored in
 * `bench-figures.json`. `npm run bench -- carries` prints what one machine can carry according to them.
 */
const words = process.argv.slice(2);
const number = words.find((word) => /^\d+$/.test(word));
const PAGE = 'page:';
const pages = words.filter((word) => word.startsWith(PAGE)).map((word) => word.slice(PAGE.length));
const asked = words.filter((word) => word !== number && !word.startsWith(PAGE));

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const machine = `${cpus().length} cores, Node ${process.versions.node}`;
const records = Number(number ?? 1_000_000);

async function run(parts: readonly string[]): Promise<readonly Figure[]> {
  const world = loadWorld();
  say(`${records} records rolled from ${world.origin}; ${machine}`);
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-bench-'));
  const figures: Figure[] = [];
  try {
    for (const part of parts) {
      const started = performance.now();
      const bench: Bench = {
        folder: join(folder, part),
        shared: folder,
        world,
        records,
        pages,
        say,
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
}

/** Prints the estimate from the figures of earlier runs. Returns the exit code. */
function carries(): number {
  const file = readFigures();
  const measured = file === null ? { missing: CARRIES_PARTS } : measuredOf(file);
  if (file === null || 'missing' in measured) {
    const { missing } = measured as { readonly missing: readonly string[] };
    process.stderr.write(`Run these parts of the bench first, on this machine: ${missing.join(', ')}.\n`);
    return 1;
  }
  const sizes = [...new Set(file.figures.map((one) => one.records))].sort((a, b) => a - b).join(' and ');
  process.stdout.write(carriesMarkdown(measured, `${file.machine}, with ${sizes} records`));
  return 0;
}

const unknown = asked.find((part) => !(part in PARTS)) ?? pages.find((name) => !(name in PAGE_KINDS));
if (asked.length === 1 && asked[0] === 'carries') {
  process.exitCode = carries();
} else if (unknown !== undefined) {
  process.stderr.write(
    `A part must be one of ${Object.keys(PARTS).join(', ')}, or carries alone, a page one of ${Object.keys(PAGE_KINDS).join('; ')}; got ${unknown.slice(0, 80)}.\n`,
  );
  process.exitCode = 2;
} else {
  const figures = await run(asked.length === 0 ? WHOLE : asked);
  keepFigures(machine, records, figures);
  const missed = figures.filter((one) => !holds(one));
  const names = missed.map((one) => one.name).join('; ');
  say(missed.length === 0 ? 'all figures hold' : `${missed.length} missed: ${names}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}
