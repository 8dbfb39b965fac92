import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Figure } from './pairs.ts';

/** A figure as a run of the bench left it. */
export interface KeptFigure extends Figure {
  /** How many records that run was asked for. */
  readonly records: number;
}

export interface FiguresFile {
  readonly machine: string;
  readonly figures: readonly KeptFigure[];
}

/** What runs of the bench measured, the newest of each figure; `carries` works on it. */
const FILE = fileURLToPath(new URL('../../bench-figures.json', import.meta.url));

export function readFigures(file = FILE): FiguresFile | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FiguresFile) : null;
}

/** Keeps these beside those of earlier runs on the same machine and runtime. */
export function keepFigures(machine: string, records: number, figures: readonly Figure[], file = FILE): void {
  const before = readFigures(file);
  const names = new Set(figures.map(({ name }) => name));
  const others = before?.machine === machine ? before.figures.filter(({ name }) => !names.has(name)) : [];
  const kept: FiguresFile = { machine, figures: [...others, ...figures.map((one) => ({ ...one, records }))] };
  writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`);
}
