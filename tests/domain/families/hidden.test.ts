import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DailyFamily } from '../../../domain/families/counting/family.ts';
import { DIMENSIONS, type PopulationFact, population } from '../../../domain/families/population.ts';
import { type TalentPopularity, talents } from '../../../domain/families/talents.ts';
import type { SubjectFact } from '../../../domain/ports/facts.ts';
import { character } from '../../support/world.ts';
import { DAY, type NodeRank, seen, snapshot } from './people_support.ts';
import { dailyFacts, dailyFactsOf, type Report, testimoniesOf } from './support.ts';

/**
 * Checks that every number that can be derived from public figures is supported by three installs. Each character n is
 * reported as 2^n identical characters, so the binary digits of a figure show which characters it counts. The test does
 * not need to know how the family groups them.
 */
interface Figure<T> {
  readonly name: string;
  /** The characters that the figure counts, as a bit mask. */
  readonly set: number;
  /** Whether a report matches the figure. */
  readonly says: (told: T) => boolean;
}

interface Telling<T> {
  readonly install: number;
  readonly key: number;
  readonly hour: number;
  readonly told: T;
}

const CHARACTERS = 6;

/** Counts the installs whose own newest report of one of these characters matches the figure. */
function witnesses<T>(tellings: readonly Telling<T>[], set: number, says: (told: T) => boolean): number {
  return new Set(
    tellings
      .filter(
        ({ install, key, hour }) =>
          !tellings.some((other) => other.install === install && other.key === key && other.hour > hour),
      )
      .filter(({ key, told }) => set & (1 << key) && says(told))
      .map(({ install }) => install),
  ).size;
}

let differences = 0;

function holdFigures<T>(figures: readonly Figure<T>[], tellings: readonly Telling<T>[]): void {
  for (const f of figures) {
    assert.ok(witnesses(tellings, f.set, f.says) >= 3, `${f.name} stands on too few`);
    for (const g of figures) {
      const rest = f.set & ~g.set;
      if (rest === 0) continue;
      differences += rest === f.set ? 0 : 1;
      assert.ok(witnesses(tellings, rest, f.says) >= 3, `${f.name} without ${g.name} stands on too few`);
    }
  }
  // Characters that are counted by the same figures cannot be separated by adding and subtracting figures. Every set
  // whose size can be derived is a union of these groups.
  const alike = new Map<string, number>();
  for (let key = 0; key < CHARACTERS; key++) {
    const of = figures.map(({ set }) => (set >> key) & 1).join('');
    if (of.includes('1')) alike.set(of, (alike.get(of) ?? 0) | (1 << key));
  }
  for (const [of, set] of alike) {
    const counting = figures.filter((_, n) => of[n] === '1');
    const says = (told: T): boolean => counting.every((figure) => figure.says(told));
    assert.ok(witnesses(tellings, set, says) >= 3, `${set.toString(2)} can be computed`);
  }
}

/** What is public of these reports, where each character n is told as 2^n characters alike. */
function weighedFactsOf(rollup: DailyFamily, reports: readonly Report[]): readonly SubjectFact<object>[] {
  return dailyFacts(rollup, DAY, [
    testimoniesOf(rollup, reports).flatMap((testimony) =>
      Array.from({ length: 2 ** Number.parseInt(testimony.subject, 16) }, (_, copy) => ({
        ...testimony,
        subject: `${testimony.subject} ${copy}`,
      })),
    ),
  ]);
}

function timeOf(hour: number): string {
  return new Date(Date.parse('2026-01-20T12:00:00Z') + hour * 3_600_000).toISOString();
}

/** Reports are unique per install, character and hour, so no two reports of an install are equally new. */
function tellingsOf<T>(told: fc.Arbitrary<T>): fc.Arbitrary<readonly Telling<T>[]> {
  return fc.uniqueArray(
    fc.record({
      install: fc.integer({ min: 1, max: 5 }),
      key: fc.integer({ min: 0, max: CHARACTERS - 1 }),
      hour: fc.integer({ min: 1, max: 3 }),
      told,
    }),
    { maxLength: 40, size: 'max', selector: ({ install, key, hour }) => `${install} ${key} ${hour}` },
  );
}

interface Person {
  readonly realm: string;
  readonly faction: string;
  readonly class: string;
  readonly race: string | undefined;
  readonly level: number;
}

const person: fc.Arbitrary<Person> = fc.record({
  realm: fc.constantFrom('everlook', 'everlook', 'stitches'),
  faction: fc.constantFrom('horde', 'horde', 'alliance'),
  class: fc.constantFrom('MAGE', 'MAGE', 'ROGUE'),
  race: fc.constantFrom('Troll', 'Troll', 'Orc', undefined),
  level: fc.constantFrom(60, 60, 12),
});

function peopleReports(tellings: readonly Telling<Person>[]): Report[] {
  return tellings.flatMap(({ install, key, hour, told: { realm, ...more } }) =>
    seen([install], [character(key, more)], timeOf(hour), realm),
  );
}

const SAYS: Readonly<Record<string, (told: Person, cell: string) => boolean>> = {
  factions: ({ faction }, cell) => faction === cell,
  classes: (told, cell) => told.class === cell,
  races: ({ race }, cell) => race === cell,
  levels: ({ level }, cell) => (level === 60 ? '60+' : '10-19') === cell,
};

function peopleFigures(facts: readonly SubjectFact<object>[]): Figure<Person>[] {
  return facts.flatMap(({ subject: realm, body }) =>
    Object.entries((body as unknown as PopulationFact).cuts).flatMap(([cut, breakdowns]) => {
      const [faction, of] = cut.split(':');
      const inCut = (told: Person): boolean =>
        (realm === '*' || told.realm === realm) &&
        (faction === '*' || told.faction === faction) &&
        (of === '*' || told.class === of);
      return DIMENSIONS.flatMap((dimension) => {
        const name = `${realm} ${cut} ${dimension}`;
        const { total, cells } = breakdowns[dimension];
        const says = (told: Person, cell: string): boolean => inCut(told) && SAYS[dimension]!(told, cell);
        const any = (told: Person): boolean => Object.keys(cells).some((cell) => says(told, cell));
        return [
          ...(total === null ? [] : [{ name, set: total, says: any }]),
          ...Object.entries(cells).map(([cell, { characters }]) => ({
            name: `${name} ${cell}`,
            set: characters,
            says: (told: Person) => says(told, cell),
          })),
        ];
      });
    }),
  );
}

test('population: everything that follows from public figures is supported by three installs', () => {
  differences = 0;
  fc.assert(
    fc.property(tellingsOf(person), (tellings) =>
      holdFigures(peopleFigures(weighedFactsOf(population, peopleReports(tellings))), tellings),
    ),
    { numRuns: 300, seed: 7 },
  );
  assert.ok(differences > 1000, `${differences} differences were looked at`);
});

interface Talented {
  readonly class: string;
  readonly nodes: readonly NodeRank[];
}

const rank = fc.constantFrom(0, 0, 1, 2, 2);
const talented: fc.Arbitrary<Talented> = fc
  .record({ class: fc.constantFrom('MAGE', 'MAGE', 'MAGE', 'ROGUE'), ranks: fc.tuple(rank, rank, rank) })
  .map(({ class: of, ranks }) => ({
    class: of,
    nodes: ranks.map((points, n) => [n + 1, points] as const).filter(([, points]) => points > 0),
  }))
  // A snapshot has at least one talent.
  .map((told) => (told.nodes.length > 0 ? told : { ...told, nodes: [[9, 1] as const] }));

function talentReports(tellings: readonly Telling<Talented>[]): Report[] {
  return tellings.flatMap(({ install, key, hour, told }) =>
    snapshot([install], key, told.nodes, timeOf(hour), told.class),
  );
}

function talentFigures(facts: readonly SubjectFact<object>[]): Figure<Talented>[] {
  return facts.flatMap(({ subject: of, body }) => {
    const { characters, nodes } = body as unknown as TalentPopularity;
    const inClass = (told: Talented): boolean => told.class === of;
    return [
      { name: of, set: characters, says: inClass },
      ...nodes.flatMap(({ nodeId, ranks, ...node }) => {
        const ranksTold = (told: Talented) => told.nodes.filter(([id]) => inClass(told) && id === nodeId);
        return [
          { name: `${of} ${nodeId}`, set: node.characters, says: (told: Talented) => ranksTold(told).length > 0 },
          ...ranks.map((cell) => ({
            name: `${of} ${nodeId}:${cell.rank}`,
            set: cell.characters,
            says: (told: Talented) => ranksTold(told).some(([, points]) => points === cell.rank),
          })),
        ];
      }),
    ];
  });
}

test('talents: everything that follows from public figures is supported by three installs', () => {
  differences = 0;
  fc.assert(
    fc.property(tellingsOf(talented), (tellings) =>
      holdFigures(talentFigures(weighedFactsOf(talents, talentReports(tellings))), tellings),
    ),
    { numRuns: 300, seed: 7 },
  );
  assert.ok(differences > 500, `${differences} differences were looked at`);
});

/** Two installs that report anything, any number of times, and always later than the others. */
const lies = fc.array(
  fc.record({
    install: fc.integer({ min: 8, max: 9 }),
    key: fc.integer({ min: 0, max: CHARACTERS }),
    hour: fc.integer({ min: 0, max: 9 }),
    told: fc.record({
      realm: fc.constantFrom('everlook', 'Lie'),
      faction: fc.constantFrom('horde', 'alliance'),
      class: fc.constantFrom('MAGE', 'LIE'),
      race: fc.constantFrom('Troll', 'Lie', undefined),
      level: fc.constantFrom(60, 12),
    }),
  }),
  { maxLength: 30, size: 'max' },
);

test('two installs cannot make a text public, no matter what and how often they report', () =>
  fc.assert(
    fc.property(tellingsOf(person), lies, (tellings, lied) => {
      const all = [...tellings, ...lied];
      const people = dailyFactsOf(population, DAY, peopleReports(all));
      assert.doesNotMatch(JSON.stringify(people), /lie/i);
      const snapshots = all.map(({ told, ...telling }) => ({
        ...telling,
        told: { class: told.class, nodes: [[told.race === 'Lie' ? 666 : 5, told.level === 60 ? 1 : 2]] as const },
      }));
      assert.doesNotMatch(JSON.stringify(dailyFactsOf(talents, DAY, talentReports(snapshots))), /lie|666/i);
    }),
    { numRuns: 100 },
  ));
