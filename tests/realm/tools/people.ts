import assert from 'node:assert/strict';
import { realmKeyOf } from '../count/agreed.ts';
import { factOf, type ToolCheck, type ToolGround } from '../tools.ts';
import { otherwise, pageHolder, spellingOf, textOrder } from './page.ts';

interface Breakdown {
  readonly total: number | null;
  readonly cells: Readonly<Record<string, { readonly characters: number; readonly installs: number }>>;
}

type Cut = Readonly<Record<'factions' | 'classes' | 'races' | 'levels', Breakdown>>;

interface Body {
  readonly day: string;
  readonly cuts: Readonly<Record<string, Cut>>;
}

const FACTIONS = ['alliance', 'horde'];
const CLASSES = ['DRUID', 'HUNTER', 'MAGE', 'PALADIN', 'PRIEST', 'ROGUE', 'SHAMAN', 'WARLOCK', 'WARRIOR'];
const RACES = ['Dwarf', 'Gnome', 'Human', 'NightElf', 'Orc', 'Scourge', 'Tauren', 'Troll'];
const LEVELS = ['1-9', '10-19', '20-29', '30-39', '40-49', '50-59', '60+'];

/**
 * Checks `population`: every cut of every realm and of all realms together. A cell that fewer than three installs
 * support is null.
 */
export const checkPopulation: ToolCheck = async (ground) => {
  const holder = await pageHolder(ground);
  let n = 0;
  for (const realm of ['*', ...realmsIn(ground), 'nowhere at all']) {
    const body = factOf(ground, 'population', realm) as unknown as Body | undefined;
    for (const faction of [null, ...FACTIONS]) {
      for (const token of [null, ...CLASSES, 'DEATHKNIGHT']) {
        const args = {
          ...(realm === '*' ? {} : { realm: otherwise(spellingOf(ground, realm), n++) }),
          ...(faction === null ? {} : { faction }),
          ...(token === null ? {} : { class: n % 2 === 0 ? token : token.toLowerCase() }),
        };
        const cut = body?.cuts[`${faction ?? '*'}:${token ?? '*'}`];
        const spelling = realm === '*' ? null : spellingOf(ground, realm);
        const head = { realm: spelling, faction, class: token, day: body?.day };
        const page = cut === undefined ? null : { ...head, ...shown(cut, faction, token) };
        const told = cut === undefined ? [] : Object.values(cut).flatMap(cellsTold);
        const { answer } = await holder.hold('population', args, page, told);
        if (cut === undefined) assert.match(answer.reason, /three players/, JSON.stringify(args));
      }
    }
  }
  return holder.figures();
};

function cellsTold({ cells }: Breakdown): readonly string[] {
  return Object.entries(cells).map(
    ([name, { characters, installs }]) => `${name} ${characters} (${installs} installs)`,
  );
}

/** Returns the realms in which characters were reported. */
function realmsIn({ kept }: ToolGround): readonly string[] {
  const realms = new Set<string>();
  for (const { record } of kept) {
    if (record.kind === 'census_self' || record.kind === 'census_seen') realms.add(realmKeyOf(record.realm));
  }
  return [...realms].sort();
}

function shown({ factions, classes, races, levels }: Cut, faction: string | null, token: string | null) {
  return {
    factions: cellsOf(factions, faction === null ? FACTIONS : [faction]),
    classes: cellsOf(classes, token === null ? withShown(CLASSES, classes) : [token]),
    races: cellsOf(races, withShown(RACES, races)),
    levels: cellsOf(levels, LEVELS),
  };
}

/** Returns these names and all others that are shown, sorted. */
function withShown(names: readonly string[], { cells }: Breakdown): readonly string[] {
  return [...new Set([...names, ...Object.keys(cells)])].sort(textOrder);
}

function cellsOf({ total, cells }: Breakdown, names: readonly string[]) {
  assert.deepEqual(
    Object.keys(cells).filter((name) => !names.includes(name)),
    [],
    'cells that are not listed',
  );
  return {
    total,
    cells: names.map((name) => ({
      name,
      characters: cells[name]?.characters ?? null,
      installs: cells[name]?.installs ?? null,
    })),
  };
}
