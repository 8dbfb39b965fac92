import { type Facts, realmKeyOf } from './count_agreed.ts';
import { type Kept, reach } from './kept.ts';
import { DAY_MS, dayText } from './record.ts';

/** A character by its newest report, and everyone who reported it. */
interface Character<T> {
  readonly said: T;
  readonly installs: ReadonlySet<string>;
}

/** Characters reported in the 30 whole days before a day, by reports that came in before it. */
const charactersBefore = <T>(
  kept: readonly Kept[],
  dayMs: number,
  reportsOf: (record: Kept['record']) => readonly { readonly key: string; readonly said: T }[],
): Character<T>[] => {
  const characters = new Map<string, { atMs: number; text: string; said: T; installs: Set<string> }>();
  for (const { record, install, atMs, receivedMs } of kept) {
    if (atMs < dayMs - 30 * DAY_MS || atMs >= dayMs || receivedMs >= dayMs) continue;
    for (const { key, said } of reportsOf(record)) {
      const text = JSON.stringify(said);
      const known = reach(characters, key, () => ({ atMs, text, said, installs: new Set<string>() }));
      known.installs.add(install);
      // Of reports as new as each other one has to stand: the one whose text is smaller.
      if (atMs > known.atMs || (atMs === known.atMs && text < known.text)) Object.assign(known, { atMs, text, said });
    }
  }
  return [...characters.values()];
};

interface Cell {
  readonly characters: number;
  readonly installs: number;
}

/** How many of these characters there are, where three installs reported some of them. */
const cellOf = (characters: readonly Character<unknown>[]): Cell | null => {
  const installs = new Set(characters.flatMap((one) => [...one.installs]));
  return installs.size < 3 ? null : { characters: characters.length, installs: installs.size };
};

/** The characters in groups, each group's cell; groups without a cell are left out. */
const cellsBy = <T>(characters: readonly Character<T>[], keyOf: (said: T) => string | null): Record<string, Cell> => {
  const groups = new Map<string, Character<T>[]>();
  for (const character of characters) {
    const key = keyOf(character.said);
    if (key !== null) reach(groups, key, () => []).push(character);
  }
  const cells = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, group]) => [key, cellOf(group)] as const);
  return Object.fromEntries(cells.filter((entry): entry is [string, Cell] => entry[1] !== null));
};

type Told = readonly [realm: string, faction: string, className: string, race: string | null, level: number];

const bandOf = (level: number): string => {
  if (level >= 60) return '60+';
  return level < 10 ? '1-9' : `${10 * Math.floor(level / 10)}-${10 * Math.floor(level / 10) + 9}`;
};

/** Population by realm and in all (`*`), whole and cut by faction, class and both (contract, section 3, Population). */
export const countPopulation = (kept: readonly Kept[], dayMs: number, facts: Facts): void => {
  const all = charactersBefore<Told>(kept, dayMs, (record) => {
    if (record.kind === 'census_self') {
      const { characterKey, realm, faction, class: token, race, level } = record;
      return [{ key: characterKey, said: [realmKeyOf(realm), faction, token, race, level] as const }];
    }
    if (record.kind !== 'census_seen') return [];
    return record.characters.map(({ characterKey, faction, class: token, race = null, level }) => ({
      key: characterKey,
      said: [realmKeyOf(record.realm), faction, token, race, level] as const,
    }));
  });
  for (const realm of ['*', ...new Set(all.map(({ said }) => said[0]))]) {
    const inRealm = all.filter(({ said }) => realm === '*' || said[0] === realm);
    const cuts: Record<string, unknown> = {};
    const names = new Set(
      inRealm.flatMap(({ said }) => ['*:*', `${said[1]}:*`, `*:${said[2]}`, `${said[1]}:${said[2]}`]),
    );
    for (const name of [...names].sort()) {
      const [faction, token] = name.split(':');
      const of = inRealm.filter(
        ({ said }) => (faction === '*' || said[1] === faction) && (token === '*' || said[2] === token),
      );
      const cut = {
        factions: breakdown(cellsBy(of, (said) => said[1])),
        classes: breakdown(cellsBy(of, (said) => said[2])),
        races: breakdown(cellsBy(of, (said) => said[3])),
        levels: breakdown(cellsBy(of, (said) => bandOf(said[4]))),
      };
      if (Object.values(cut).some(({ total }) => total !== null)) cuts[name] = cut;
    }
    if (Object.keys(cuts).length > 0) facts.set(`population ${realm}`, { day: dayText(dayMs), cuts });
  }
};

/** Totals are sums of shown cells; unknown where none is shown. */
const breakdown = (cells: Record<string, Cell>) => {
  const shown = Object.values(cells);
  return { total: shown.length === 0 ? null : shown.reduce((sum, { characters }) => sum + characters, 0), cells };
};

type Talents = readonly [className: string, nodes: readonly (readonly [nodeId: number, rank: number])[]];

/** How many characters of each class have points in each talent, and how many points. */
export const countTalents = (kept: readonly Kept[], dayMs: number, facts: Facts): void => {
  const all = charactersBefore<Talents>(kept, dayMs, (record) => {
    if (record.kind !== 'talent_snapshot') return [];
    const nodes = record.nodes.map(({ nodeId, rank }) => [nodeId, rank] as const).sort(([a], [b]) => a - b);
    return [{ key: record.characterKey, said: [record.class, nodes] }];
  });
  for (const token of new Set(all.map(({ said }) => said[0]))) {
    const ofClass = all.filter(({ said }) => said[0] === token);
    const base = cellOf(ofClass);
    if (base === null) continue;
    const nodeIds = [...new Set(ofClass.flatMap(({ said }) => said[1].map(([nodeId]) => nodeId)))].sort(
      (a, b) => a - b,
    );
    const nodes = nodeIds.flatMap((nodeId) => {
      const rankOf = ({ said }: Character<Talents>) => said[1].find(([one]) => one === nodeId)?.[1];
      const taken = ofClass.filter((one) => rankOf(one) !== undefined);
      const cell = cellOf(taken);
      if (cell === null) return [];
      const ranks = cellsBy(taken, ([, own]) => String(own.find(([one]) => one === nodeId)![1]));
      return [{ nodeId, ...cell, ranks: Object.entries(ranks).map(([rank, of]) => ({ rank: Number(rank), ...of })) }];
    });
    facts.set(`talents ${token}`, { day: dayText(dayMs), ...base, nodes });
  }
};
