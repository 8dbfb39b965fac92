import { DAYS_BACK } from '../../../schema/limits.ts';
import type { population as contract } from '../../../schema/tools/people.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { FACTIONS } from '../../../schema/vocabulary.ts';
import { compareStrings } from '../../families/counting/order.ts';
import { families } from '../../families/mod.ts';
import { ALL_REALMS, type Breakdown, type PopulationFact, toGroupKey } from '../../families/population.ts';
import { findRealm, readRealmSpelling } from '../../reads/realms.ts';
import { answerPage, renderPage } from '../shared/page.ts';
import type { ContractRule } from '../tool.ts';

const CLASS_TOKENS = ['DRUID', 'HUNTER', 'MAGE', 'PALADIN', 'PRIEST', 'ROGUE', 'SHAMAN', 'WARLOCK', 'WARRIOR'];
const RACE_TOKENS = ['Dwarf', 'Gnome', 'Human', 'NightElf', 'Orc', 'Scourge', 'Tauren', 'Troll'];
const LEVEL_BANDS = ['1-9', '10-19', '20-29', '30-39', '40-49', '50-59', '60+'];

/** Counts the characters of one or all realms, optionally of one faction or class (contract, section 3, Population). */
export const population: ContractRule<typeof contract> = {
  answer: (context, asked) =>
    answerPage(context, async (snapshot) => {
      const { realm, faction = null } = asked;
      const characterClass = asked.class?.toUpperCase() ?? null;
      const { key, ...others } =
        realm === undefined ? { key: ALL_REALMS } : await findRealm(snapshot, realm, families.population);
      const fact = await snapshot.fact(families.population, key);
      const body = fact as unknown as PopulationFact | null;
      if (body === null) return { none: explainNoPopulation(realm) };
      const cut = body.cuts[toGroupKey(faction, characterClass)];
      if (cut === undefined) return { none: explainNoGroup(realm, faction, characterClass) };
      const spelling = realm === undefined ? null : await readRealmSpelling(snapshot, key);
      const page = {
        realm: spelling,
        ...others,
        faction,
        class: characterClass,
        day: body.day,
        factions: listCells(cut.factions, faction === null ? FACTIONS : [faction]),
        classes: listCells(cut.classes, characterClass === null ? CLASS_TOKENS : [characterClass], compareStrings),
        races: listCells(cut.races, RACE_TOKENS, compareStrings),
        levels: listCells(cut.levels, LEVEL_BANDS),
      };
      return { page };
    }),
  text: (answer) => renderPage(answer, renderPopulation),
};

type PopulationPage = NonNullable<ToolAnswer<typeof contract>['page']>;

/** Renders the figures of one or all realms, without age and credit. */
export function renderPopulation(page: PopulationPage): readonly string[] {
  const { realm, faction, day, factions, classes, races, levels } = page;
  return [
    `Characters seen ${realm === null ? 'on all realms' : `on ${JSON.stringify(realm)}`} in the ${DAYS_BACK.daily} days before ${day}${describeGroup(faction, page.class)}; every figure, and every difference of figures, is based on three installs; figures that fewer reported are unknown, not zero.`,
    renderCells('Factions', factions),
    renderCells('Classes', classes),
    renderCells('Races', races),
    renderCells('Levels', levels),
  ];
}

interface CellWithName {
  readonly name: string;
  readonly characters: number | null;
  readonly installs: number | null;
}

/** Returns the named cells and all other public cells. Counts are null for cells that are not public. */
function listCells({ total, cells }: Breakdown, names: readonly string[], order?: (a: string, b: string) => number) {
  const all = [...new Set([...names, ...Object.keys(cells)])];
  if (order !== undefined) all.sort(order);
  return {
    total,
    cells: all.map((name): CellWithName => {
      const cell = Object.hasOwn(cells, name) ? cells[name] : undefined;
      return { name, characters: cell?.characters ?? null, installs: cell?.installs ?? null };
    }),
  };
}

function explainNoPopulation(realm: string | undefined): string {
  const where = realm === undefined ? '' : ` of a realm called ${JSON.stringify(realm)}`;
  return `No population${where} is public: fewer than three players reported characters in the last ${DAYS_BACK.daily} days.`;
}

function explainNoGroup(realm: string | undefined, faction: string | null, characterClass: string | null): string {
  return `Nothing is public${describeGroup(faction, characterClass)} on ${realm === undefined ? 'all realms' : JSON.stringify(realm)}: fewer than three players reported such characters in the last ${DAYS_BACK.daily} days, which does not mean zero.`;
}

function describeGroup(faction: string | null, characterClass: string | null): string {
  const parts = [faction, characterClass].filter((part) => part !== null);
  return parts.length === 0 ? '' : ` of ${parts.join(', ')}`;
}

function renderCells(
  title: string,
  { total, cells }: { readonly total: number | null; readonly cells: readonly CellWithName[] },
) {
  const known = cells.filter(({ characters }) => characters !== null);
  const unknown = cells.filter(({ characters }) => characters === null).map(({ name }) => name);
  const shown = known
    .map(({ name, characters, installs }) => `${name} ${characters} (${installs} installs)`)
    .join(', ');
  const rest = unknown.length === 0 ? '' : `; unknown: ${unknown.join(', ')}`;
  return `${title}: ${total === null ? 'unknown' : `${total} shown: ${shown}`}${rest}.`;
}
