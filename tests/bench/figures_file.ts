import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Figure } from './pairs.ts';

/** A figure as a run of the bench stored it. */
export interface KeptFigure extends Figure {
  /** The number of records in that run. */
  readonly records: number;
}

export interface FiguresFile {
  readonly machine: string;
  readonly figures: readonly KeptFigure[];
}

/** The newest measurement of each figure, which `carries` uses. */
const FILE = fileURLToPath(new URL('../../bench-figures.json', import.meta.url));

export function readFigures(file = FILE): FiguresFile | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FiguresFile) : null;
}

/** Stores these figures beside those of earlier runs on the same machine and runtime. */
export function keepFigures(machine: string, records: number, figures: readonly Figure[], file = FILE): void {
  const before = readFigures(file);
  const names = new Set(figures.map(({ name }) => name));
  const others = before?.machine === machine ? before.figures.filter(({ name }) => !names.has(name)) : [];
  const kept: FiguresFile = { machine, figures: [...others, ...figures.map((one) => ({ ...one, records }))] };
  writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`);
}
