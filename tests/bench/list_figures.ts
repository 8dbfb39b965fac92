import { type ListGround, PAGE_ROWS } from './list_ground.ts';
import { againstFloor, lastTenth, randomPages, walkers } from './pages.ts';
import type { Figure } from './pairs.ts';

/** Lowest accepted ratios of walks. */
const WALKED = { gzip: 0.2, identity: null } as const;
const WALKED_ROWS = [PAGE_ROWS, 5_000] as const;

/**
 * Seconds of requests before the first measurement, for the service and for the bare server, so that the engine has
 * finished compiling.
 */
const WARM_UP_S = { ours: 6, floor: 2 } as const;

interface ListOf {
  /** The prefix of the figures' names, such as `edges: `. It is '' for the corpus. */
  readonly prefix: string;
  /** The filter that matches every row. */
  readonly all: string;
  readonly seconds: number;
}

/**
 * Returns the figures that every list has: the hot page, walks, and the last pages against the first. No client jumps to
 * random places, so there is no figure for that.
 */
export async function listFigures(ground: ListGround, { prefix, all, seconds }: ListOf): Promise<readonly Figure[]> {
  await ground.rate(randomPages(ground, all), WARM_UP_S.ours);
  await ground.floorRate(WARM_UP_S.floor);
  const hot = [ground.path(all, 0)];
  const figures = [
    await againstFloor(`${prefix}one page of 500, again and again`, ground, hot, { least: 0.7, seconds }),
  ];
  for (const rows of WALKED_ROWS) {
    const name = `${prefix}following next, ${rows} a page`;
    figures.push(await walkers(name, ground, { all, rows }, { least: WALKED, seconds }));
  }
  const name = `${prefix}the last tenth against the first tenth`;
  figures.push(await lastTenth(name, ground, all, { least: 0.8, seconds }));
  return figures;
}
