import { readFileSync } from 'node:fs';
import { type Figure, figure } from './pairs.ts';
import { PROFESSIONS } from './roll_kinds.ts';
import type { Service } from './service.ts';
import { publicSubjects, type Subjects } from './subjects.ts';
import { seeded } from './world.ts';

const WARM_UP = 20;
const CALLS = 200;
const P99_MS_MAX = 10;
const TICK_MS = 10;

type Draw = <T>(from: readonly T[]) => T;
type PathOf = (subjects: Subjects, draw: Draw, random: () => number) => string;

const first = (subject: string): string => subject.split(':')[0]!;

/** Pages about random public subjects; the query makes each asked for the first time. */
const PATHS: Readonly<Record<string, PathOf>> = {
  item: ({ of }, draw) => `/item/${draw(of('items'))}`,
  npc: ({ of }, draw) => `/npc/${draw(of('npcs'))}`,
  quest: ({ of }, draw) => `/quest/${draw(of('quests'))}`,
  zone: ({ of }, draw) => `/zone/${first(draw(of('pins')))}`,
  'search, a whole name': ({ names }, draw) => `/search?q=${encodeURIComponent(draw(names))}`,
  'search, a letter missing': ({ names }, draw) =>
    `/search?q=${encodeURIComponent(draw(names).replace(/.(.)$/, '$1'))}`,
  items: () => '/items',
  npcs: () => '/npcs',
  quests: () => '/quests',
  profession: (_, draw) => `/profession/${draw(PROFESSIONS).toLowerCase().replaceAll(' ', '-')}`,
  talents: (_, draw) => `/talents/${draw(['mage', 'warrior', 'druid'])}`,
  market: () => '/market',
  realm: ({ market }, draw) => `/market/${encodeURIComponent(draw(market)[0])}`,
  recent: () => '/recent',
  coverage: (_, draw) => `/coverage?kind=${draw(['npc', 'item', 'quest'])}`,
  home: () => '/',
};

/** Processor time that a process has used, in steps of 10 ms. */
const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};

/** 200 pages of each kind one after another, after 20 to warm up; a page may be met again and is then answered from memory. */
export const pageFigures = async (
  service: Service,
  dataDir: string,
  tell: (figures: readonly Figure[]) => readonly Figure[],
): Promise<readonly Figure[]> => {
  const subjects = await publicSubjects(dataDir);
  const figures: Figure[] = [];
  for (const [name, pathOf] of Object.entries(PATHS)) {
    const random = seeded(43);
    const draw: Draw = (from) => from[Math.floor(random() * from.length)]!;
    const times: number[] = [];
    let [bytes, cpuFrom] = [0, 0];
    for (let i = 0; i < WARM_UP + CALLS; i++) {
      if (i === WARM_UP) cpuFrom = cpuMs(service.pid);
      const path = pathOf(subjects, draw, random);
      const started = performance.now();
      const response = await fetch(`http://127.0.0.1:${service.port}${path}`);
      const text = await response.text();
      const ms = performance.now() - started;
      if (response.status !== 200 && response.status !== 404) throw new Error(`${path}: ${text.slice(0, 300)}`);
      bytes += text.length;
      if (i >= WARM_UP) times.push(ms);
    }
    const cpu = (cpuMs(service.pid) - cpuFrom) / CALLS;
    times.sort((a, b) => a - b);
    const p99 = times[Math.ceil(0.99 * times.length) - 1]!;
    const note = `p50 ${times[times.length >> 1]!.toFixed(1)} ms, max ${times.at(-1)!.toFixed(0)} ms; processor ${cpu.toFixed(1)} ms a page; ${(bytes / (WARM_UP + CALLS) / 1024).toFixed(1)} KiB`;
    figures.push(...tell([figure(`p99 of the page ${name}`, [p99], { most: P99_MS_MAX }, ' ms', note)]));
  }
  return figures;
};
