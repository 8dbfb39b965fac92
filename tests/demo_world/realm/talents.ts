import type { DemoTalent } from '../world/talents.ts';
import { CLASSES } from './players.ts';
import { CRAFTS, TALENTS as WORDS } from './words.ts';

const TREES = ['Valour', 'Cunning', 'Spirit'];
const ROWS = 7;
const COLUMNS = 3;
const FIRST_TAB = 401;

/** Three trees of each class, with invented talents. */
export const TREE_TABS = CLASSES.flatMap((_, at) =>
  TREES.map((name, order) => ({ id: FIRST_TAB + at * 3 + order, name, order, classMask: 1 << at })),
);

export const TALENTS: readonly DemoTalent[] = TREE_TABS.flatMap(({ id: tab }, tree) =>
  Array.from({ length: ROWS }, (_, row) => row).flatMap((row) =>
    Array.from({ length: COLUMNS }, (_, column) => {
      const at = row * COLUMNS + column;
      const name = `${WORDS[(at * 5 + tree) % WORDS.length]!} ${CRAFTS[(at + tree * 3) % CRAFTS.length]!}`;
      return { id: tab * 100 + at, tab, row, column, name, ranks: row === ROWS - 1 ? 1 : 2 + ((at + tree) % 4) };
    }).filter(({ row, column }) => row < ROWS - 1 || column === 1),
  ),
);

/** Returns a character's talents with this many points in them, mostly in the tree that the seed chooses. */
export function rankTalents(className: (typeof CLASSES)[number], points: number, seed: number) {
  const first = FIRST_TAB + CLASSES.indexOf(className) * 3 + (seed % 3);
  let left = points;
  return TALENTS.filter(({ tab, column }) => tab === first && column !== seed % 4).flatMap(({ id, ranks }) => {
    const rank = Math.min(ranks, left);
    left -= rank;
    return rank > 0 ? [{ nodeId: id, rank }] : [];
  });
}
