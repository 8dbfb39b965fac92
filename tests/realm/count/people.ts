import { type Kept, reach } from '../kept.ts';
import { dayText } from '../record.ts';
import { type Facts, realmKeyOf } from './agreed.ts';
import { type Cell, type Character, type Crowd, cellOf, cellsBy, charactersBefore, crowdsOf } from './groups.ts';

type AnonymousRecord = readonly [realm: string, faction: string, className: string, race: string | null, level: number];

function bandOf(level: number): string {
  if (level >= 60) return '60+';
  return level < 10 ? '1-9' : `${10 * Math.floor(level / 10)}-${10 * Math.floor(level / 10) + 9}`;
}

type Said = Partial<Record<'realm' | 'faction' | 'class' | 'race' | 'band', string>>;

/**
 * The attributes that form crowds, most specific first. f: faction, c: class, r: race, b: level band. The list is
 * applied first within each realm, then across realms to the characters that are in no crowd yet.
 */
const SAYING = ['fcrb', 'fcr', 'fcb', 'frb', 'crb', 'fc', 'fr', 'fb', 'cr', 'cb', 'rb', 'f', 'c', 'r', 'b'];

function keyOf(letters: string) {
  return ([realm, faction, className, race, level]: AnonymousRecord): Said | null => {
    if (letters.includes('r') && race === null) return null;
    return {
      ...(letters.includes('R') ? { realm } : {}),
      ...(letters.includes('f') ? { faction } : {}),
      ...(letters.includes('c') ? { class: className } : {}),
      ...(letters.includes('r') ? { race: race! } : {}),
      ...(letters.includes('b') ? { band: bandOf(level) } : {}),
    };
  };
}

/**
 * Counts the population of each realm and of all realms (`*`), in total and by faction, class, and both (contract,
 * section 3, Population).
 */
export function countPopulation(kept: readonly Kept[], dayMs: number, facts: Facts): void {
  const all = charactersBefore<AnonymousRecord>(kept, dayMs, (record) => {
    if (record.kind === 'census_self') {
      const { characterKey, realm, faction, class: token, race, level } = record;
      return [{ key: characterKey, told: [realmKeyOf(realm), faction, token, race, level] as const }];
    }
    if (record.kind !== 'census_seen') return [];
    return record.characters.map(({ characterKey, faction, class: token, race = null, level }) => ({
      key: characterKey,
      told: [realmKeyOf(record.realm), faction, token, race, level] as const,
    }));
  });
  const crowds = crowdsOf(all, [...SAYING.map((letters) => keyOf(`R${letters}`)), ...SAYING.map(keyOf)]);
  for (const realm of ['*', ...new Set(crowds.flatMap(({ key }) => key.realm ?? []))]) {
    const inRealm = crowds.filter(({ key }) => realm === '*' || key.realm === realm);
    const cuts: Record<string, unknown> = {};
    const names = new Set(
      inRealm.flatMap(({ key }) => ['*:*', `${key.faction}:*`, `*:${key.class}`, `${key.faction}:${key.class}`]),
    );
    for (const name of [...names].filter((cut) => !cut.includes('undefined')).sort()) {
      const [faction, token] = name.split(':');
      const of = inRealm.filter(
        ({ key }) => (faction === '*' || key.faction === faction) && (token === '*' || key.class === token),
      );
      cuts[name] = {
        factions: breakdown(cellsBy(of, (key) => key.faction ?? null)),
        classes: breakdown(cellsBy(of, (key) => key.class ?? null)),
        races: breakdown(cellsBy(of, (key) => key.race ?? null)),
        levels: breakdown(cellsBy(of, (key) => key.band ?? null)),
      };
    }
    if (Object.keys(cuts).length > 0) facts.set(`population ${realm}`, { day: dayText(dayMs), cuts });
  }
}

/** Adds the total of the shown cells, or null if no cell is shown. */
function breakdown(cells: Record<string, Cell>) {
  const shown = Object.values(cells);
  return { total: shown.length === 0 ? null : shown.reduce((sum, { characters }) => sum + characters, 0), cells };
}

type Points = readonly (readonly [nodeId: number, rank: number])[];
type Talents = readonly [className: string, nodes: Points];

interface Taken {
  readonly class: string;
  readonly nodes: readonly (readonly [nodeId: number, rank: number | null])[];
  /** Set if `nodes` holds all talents of a character, each with its points. */
  readonly whole?: true;
}

/** Maximum number of plans published per class. */
const PLANS = 20;

/**
 * Numbers of talents to distinguish characters by, tried in this order. The talents that most installs reported come
 * first.
 */
const TOLD_APART = [1000, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1, 0];

/** Counts, for each class, how many characters have points in each talent, and how many points they have there. */
export function countTalents(kept: readonly Kept[], dayMs: number, facts: Facts): void {
  const all = charactersBefore<Talents>(kept, dayMs, (record) => {
    if (record.kind !== 'talent_snapshot') return [];
    const nodes = record.nodes.map(({ nodeId, rank }) => [nodeId, rank] as const).sort(([a], [b]) => a - b);
    return [{ key: record.characterKey, told: [record.class, nodes] }];
  });
  for (const token of new Set(all.map(({ stands }) => stands[0]))) {
    const ofClass = crowdsOf(all, keysOf(token, all));
    if (ofClass.length === 0) continue;
    const nodeIds = new Set(ofClass.flatMap(({ key }) => key.nodes.map(([nodeId]) => nodeId)));
    const nodes = [...nodeIds]
      .sort((a, b) => a - b)
      .map((nodeId) => {
        const taken = ofClass.filter(({ key }) => key.nodes.some(([one]) => one === nodeId));
        const rankOf = ({ nodes }: Taken): number | null => nodes.find(([one]) => one === nodeId)![1];
        const ranks = cellsBy(taken, (key) => rankOf(key)?.toString() ?? null);
        return {
          nodeId,
          ...cellOf(taken)!,
          ranks: Object.entries(ranks).map(([rank, of]) => ({ rank: +rank, ...of })),
        };
      });
    const plans = ofClass
      .filter(({ key }) => key.whole)
      .map((crowd) => ({ nodes: crowd.key.nodes, ...cellOf([crowd as Crowd<unknown>])! }))
      .sort((a, b) => b.characters - a.characters || b.installs - a.installs || order(a.nodes, b.nodes))
      .slice(0, PLANS);
    facts.set(`talents ${token}`, { day: dayText(dayMs), ...cellOf(ofClass as Crowd<unknown>[])!, nodes, plans });
  }
}

function order(a: Taken['nodes'], b: Taken['nodes']): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

/** Returns the key functions that group a class's characters, from exactly equal talents to coarser keys. */
function keysOf(token: string, all: readonly Character<Talents>[]): ((told: Talents) => Taken | null)[] {
  const tellers = new Map<string, Set<string>>();
  for (const { said } of all) {
    for (const [install, [of, nodes]] of said) {
      if (of !== token) continue;
      for (const [nodeId, rank] of nodes) {
        reach(tellers, `${nodeId}`, () => new Set()).add(install);
        reach(tellers, `${nodeId}:${rank}`, () => new Set()).add(install);
      }
    }
  }
  const tellersOf = (what: string): number => tellers.get(what)?.size ?? 0;
  const known = [...tellers.keys()].filter((what) => !what.includes(':') && tellersOf(what) >= 3);
  const byTellers = known.sort((a, b) => tellersOf(b) - tellersOf(a) || Number(a) - Number(b)).map(Number);
  const wholly = ([of, nodes]: Talents): Taken | null => (of === token ? { class: of, nodes, whole: true } : null);
  const coarser = TOLD_APART.flatMap((count) => {
    const apart = new Set(byTellers.slice(0, count));
    return [true, false].map((withRanks) => ([of, nodes]: Talents): Taken | null => {
      if (of !== token) return null;
      const taken = nodes.filter(([nodeId]) => apart.has(nodeId));
      const shown = (nodeId: number, rank: number) => withRanks && tellersOf(`${nodeId}:${rank}`) >= 3;
      return { class: of, nodes: taken.map(([nodeId, rank]) => [nodeId, shown(nodeId, rank) ? rank : null]) };
    });
  });
  return [wholly, ...coarser];
}
