import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { alternate, type Figure, figure, median } from './pairs.ts';
import { KIND_GROUPS } from './roll_kinds.ts';
import { makeSite, type Rolled, rollRecords, takeIn } from './site.ts';
import type { World } from './world.ts';

/**
 * Records of a group in one step, fewer for large records. Such small steps cost more on a large database: each claim
 * is on its own page, while claims of a full step share pages.
 */
const STEP_ROUNDS = 500;
/** Records per group if all groups are in the step: some 10,000 records, a full step. */
const MIXED_ROUNDS = 800;
const FILL_ROUNDS = 500;
/** UTC days since 1970. */
const DAY = 20_700;

interface Setting {
  readonly folder: string;
  readonly world: World;
  /** Number of records of all kinds in the large instance. The small one has a tenth. */
  readonly records: number;
}

/** The two data folders that every figure starts with. */
interface Sites {
  readonly large: string;
  readonly small: string;
}

/**
 * Measures the cost of a snapshot step by family: new records of the kinds that the family reads, on top of very many
 * records of all kinds and of a tenth as many. Families that read the same kinds share a step. The last step has new
 * records of all kinds.
 */
export async function rollupFigures(
  { folder, world, records }: Setting,
  tell: (figures: readonly Figure[]) => readonly Figure[],
): Promise<readonly Figure[]> {
  const sites = { large: join(folder, 'large'), small: join(folder, 'small') };
  await fill(sites.large, world, records);
  await fill(sites.small, world, records / 10);
  const figures: Figure[] = [];
  for (const [i, group] of KIND_GROUPS.entries()) {
    const roll = (n: number) => rollRecords(world, [group], seedOf(i + 1, n), STEP_ROUNDS);
    figures.push(...tell([await stepFigure(sites, group.rollups, roll, null)]));
  }
  const mixed = (n: number) => rollRecords(world, KIND_GROUPS, seedOf(0, n), MIXED_ROUNDS);
  figures.push(...tell([await stepFigure(sites, 'all together', mixed, { most: 1.5 })]));
  figures.push(...tell([await dayFigure(sites, mixed(1_000))]));
  return figures;
}

function seedOf(group: number, n: number): number {
  return 1_000_000 + group * 10_000 + n;
}

async function fill(folder: string, world: World, records: number): Promise<void> {
  await makeSite(folder);
  let n = 1_000;
  for (let filled = 0; filled < records; ) {
    const some = rollRecords(world, KIND_GROUPS, seedOf(99, n++), FILL_ROUNDS).slice(0, records - filled);
    await takeIn(folder, some, DAY);
    filled += some.length;
  }
}

async function stepFigure(
  sites: Sites,
  name: string,
  roll: (n: number) => readonly Rolled[],
  bound: Figure['bound'],
): Promise<Figure> {
  const work = { large: `${sites.large}-work`, small: `${sites.small}-work` };
  cpSync(sites.large, work.large, { recursive: true });
  let n = 0;
  const seen = await alternate(
    () => takeIn(work.large, roll(n++), DAY),
    // Starts anew each time, because the small instance would not stay small.
    () => {
      rmSync(work.small, { recursive: true, force: true });
      cpSync(sites.small, work.small, { recursive: true });
      return takeIn(work.small, roll(n++), DAY);
    },
  );
  for (const one of [work.large, work.small]) rmSync(one, { recursive: true });
  const records = roll(0).length;
  const each = (ms: readonly number[]) => ((median(ms) * 1000) / records).toFixed(0);
  const note = `${each(seen.ours)} against ${each(seen.floor)} ms per 1,000 records; steps of ${records}`;
  return figure(`step over 10 times as many: ${name}`, seen.ratios, bound, '', note);
}

/** Measures the first step of a new day, which computes the daily families from their whole window. */
async function dayFigure({ large }: Sites, records: readonly Rolled[]): Promise<Figure> {
  const ms = await takeIn(large, records, DAY + 1);
  return figure('step over all: the first of a new day', [ms], null, ' ms', `${records.length} records`);
}
