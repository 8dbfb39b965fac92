import { DAYS_BACK } from '../../../../schema/limits.ts';
import type { population as contract } from '../../../../schema/tools/people.ts';
import type { ToolAnswer } from '../../../../schema/tools/tool.ts';
import { FACTIONS } from '../../../../schema/vocabulary.ts';
import { capitalise, formatPercent, formatTokenName } from '../../../cards/words.ts';
import type { Slots } from '../../../knowledge/intents/grammar.ts';
import { parseWordTable } from '../../../knowledge/intents/slang.ts';
import { TOKENS_BY_DIMENSION } from '../../../knowledge/intents/word_classes.ts';
import { formatQuantity } from '../../../values/phrases.ts';
import { formatProfessionSlug } from '../../../values/profession_page.ts';
import { toRealmKey } from '../../../values/realm_key.ts';
import { sumNumbers } from '../../../values/sum_of.ts';
import { population } from '../../people/population.ts';
import { type Answerer, createIntent } from './answer.ts';
import { findRealm } from './known_names.ts';

type Census = NonNullable<ToolAnswer<typeof contract>['page']>;
type GroupDimension = keyof typeof TOKENS_BY_DIMENSION;
type PopulationCell = Census['classes']['cells'][number];

/** Words for all classes, races, factions or levels. */
const DIMENSION_WORDS = parseWordTable`
  classes: class classes; races: race races; factions: faction factions side; levels: level levels
`;

/** One class, race or faction that a question counts, or all of them. */
interface PopulationGroup {
  readonly dimension: GroupDimension;
  /** The client's token, or null for all. */
  readonly token: string | null;
}

function findWordGroup(word: string): PopulationGroup | null {
  const dimensions = Object.keys(TOKENS_BY_DIMENSION) as GroupDimension[];
  const dimension = dimensions.find((one) => DIMENSION_WORDS.get(word) === one || TOKENS_BY_DIMENSION[one].has(word));
  return dimension === undefined ? null : { dimension, token: TOKENS_BY_DIMENSION[dimension].get(word) ?? null };
}

/** Answers how many characters of a class, race or faction players saw, or which are most common. */
const answerClassCount: Answerer = async ({ tools, snapshot }, slots) => {
  const { realm, level } = slots;
  const counts = findSlotGroup(slots);
  if (counts === null) return null;
  const on = realm === undefined ? null : await findRealm(snapshot, realm);
  // A realm may have characters but no auction prices.
  const realmName = on?.name ?? (on?.certainty === 'exact' ? undefined : realm);
  const { dimension, token } = counts;
  const characterClass = dimension === 'classes' && token !== null ? { class: token } : {};
  const faction = FACTIONS.find((one) => one === on?.house?.toLowerCase());
  const args = {
    ...(realmName === undefined ? {} : { realm: realmName }),
    ...(faction && { faction }),
    ...characterClass,
  };
  const found = await population.answer(tools, args);
  if (!found.ok) return null;
  const { page, reason = '' } = found.value;
  const notes = on?.note == null || (page !== undefined && on.name === null) ? [] : [on.note];
  return {
    certainty: page === undefined && on?.name === null ? 'unknown' : on?.name == null ? 'exact' : on.certainty,
    lines: [
      ...notes,
      ...(page === undefined
        ? [token === null ? reason : reason.replace(token, formatTokenName(token))]
        : renderGroup(page, counts, level === undefined ? null : Number(level))),
    ],
    notes: notes.length,
    about: [
      ...(dimension === 'classes' && token !== null ? [`player_class:${formatProfessionSlug(token)}`] : []),
      ...(page?.realm == null ? [] : [`realm:${toRealmKey(page.realm)}`]),
    ],
    arguments: args,
  };
};

export const classCountIntent = createIntent('class_count', 'population', answerClassCount)`
  how many [(~person|~i) [~be] ~play] {class} [~person] [~be] [there] at level {level} ~atrealm
  [how] many [(~person|~i) [~be] ~play] [~a] [[level] {level}] {class} [~person] [~be] [there] [~play] ~atrealm
  (number|count|amount) of [level {level}] {class} [~person] ~atrealm
  [what ~be] [the] (most|least) (~play|popular|common) {class} ~atrealm
  ~who {class} ~be [~play|seen] [the] (most|least) [~play|popular|common|~person] ~atrealm
  ~who {class} ~can (most|more) ~person ~play ~atrealm; how (popular|common|rare) ~be {class} ~atrealm
  [how many|more|what ~be more popular|is] {class} (vs|versus|or) {thing} [more popular|more|balance|ratio|population|~person] ~atrealm
  [how ~be] [the] {class} (balance|population|popularity|distribution|numbers|count|breakdown|ratio|share) ~atrealm
  (population|popularity|distribution|breakdown) (of|by) {class} ~atrealm
  how many ~person [~be] [there] [~play] ~onrealm {realm}; how (big|populated|full) ~be [the] [population of] {realm}
  [what ~be] [the] population (of|on) {realm}; {realm} population; ratio [of] {class} [to|and|vs] {thing} ~atrealm
`;

/** Compares factions in questions that may name none, such as "is Whitemane balanced?". */
export const factionsIntent = createIntent('factions', 'population', (context, slots) =>
  answerClassCount(context, { ...slots, class: 'factions' }),
)`
  [~be|how ~be] [the] {realm} [~faction] [pop|population] (balanced|balance|ratio) [~faction [vs|versus|or|to|and] ~faction]
  [~be] [~a] ~faction [vs|versus|or|to|and] ~faction [pop|population] [ratio|balance|balanced|split] ~atrealm
  ~faction [vs|versus|or|to|and] ~faction [pop|population] [ratio|balance|split] {realm}
  {realm} ~faction [vs|versus|or|to|and] ~faction [pop|population|ratio|balance|split]
  ~faction (ratio|balance|split) [~onrealm] {realm}
`;

/** Returns the slug of the class that a word names, such as `mage` for "mages", or null. */
export function findPlayerClass(word: string): string | null {
  return TOKENS_BY_DIMENSION.classes.get(word)?.toLowerCase() ?? null;
}

/** Returns the group that a question counts, or null if its words are not about characters. */
function findSlotGroup({ class: asked, thing, realm }: Slots): PopulationGroup | null {
  if (asked === undefined) return realm === undefined ? null : { dimension: 'classes', token: null };
  const [group, other] = [findWordGroup(asked), thing === undefined ? null : findWordGroup(thing)];
  if (group === null || (thing !== undefined && other?.dimension !== group.dimension)) return null;
  return other === null ? group : { ...group, token: null };
}

function renderGroup(page: Census, { dimension, token }: PopulationGroup, level: number | null): readonly string[] {
  const side = page.faction === null ? '' : `in the ${capitalise(page.faction)} `;
  const where = `${side}on ${page.realm === null ? 'all realms' : JSON.stringify(page.realm)}`;
  const seen = `characters seen ${where} in the ${DAYS_BACK.daily} days before ${page.day}`;
  const rule =
    'These are characters that players saw, not all characters. Every figure is based on three players or more; characters that fewer reported are unknown, not zero.';
  const { cells } = page[dimension];
  if (dimension === 'levels') return [`${capitalise(seen)}.`, listLevelBands(cells), rule];
  if (token === null || dimension === 'factions') return [rankCells(cells, capitalise(seen)), rule];
  const cell = cells.find(({ name }) => name === token);
  const first =
    cell?.characters == null
      ? `The number of ${formatTokenName(token)} ${seen} is unknown.`
      : `${formatQuantity(cell.characters, `${formatTokenName(token)} character`)} seen ${where} in the ${DAYS_BACK.daily} days before ${page.day} (reported by ${cell.installs} players).`;
  if (dimension !== 'classes') return [first, rule];
  const levels = page.levels.cells;
  if (level === null) return [first, listLevelBands(levels), rule];
  const near = `At level ${level} and near it (${describeLevelBand(levels, level)})`;
  return [first, `${near}: ${formatCellCount(findLevelBand(levels, level))}.`, rule];
}

/** Lists the cells, most characters first, and the ones that are unknown. If none is unknown, each has its share. */
function rankCells(cells: readonly PopulationCell[], title: string): string {
  const total = sumNumbers(cells.map(({ characters }) => characters ?? Number.NaN));
  const share = ({ characters }: PopulationCell): string =>
    total > 0 ? `, ${formatPercent((characters ?? 0) / total)}` : '';
  const ranked = cells.toSorted((a, b) => (b.characters ?? 0) - (a.characters ?? 0));
  return joinCells(title, ranked, (cell) => `${formatTokenName(cell.name)} ${formatCellCount(cell, share(cell))}`);
}

/** Lists the bands of levels, lowest first, and the ones that are unknown. */
function listLevelBands(cells: readonly PopulationCell[]): string {
  const text = ({ name, characters, installs }: PopulationCell): string =>
    `${characters} at ${formatTokenName(name)} (reported by ${installs} players)`;
  return joinCells('Levels', cells, text);
}

function joinCells(title: string, cells: readonly PopulationCell[], textOf: (cell: PopulationCell) => string): string {
  const shown = cells.filter(({ characters }) => characters !== null).map(textOf);
  const unknown = cells.filter(({ characters }) => characters === null).map(({ name }) => formatTokenName(name));
  const rest = unknown.length === 0 ? '' : ` Unknown: ${unknown.join(', ')}.`;
  return `${title}: ${shown.length === 0 ? 'unknown' : shown.join(', ')}.${rest}`;
}

function formatCellCount(cell: PopulationCell | undefined, share = ''): string {
  return cell?.characters == null ? 'unknown' : `${cell.characters}${share} (reported by ${cell.installs} players)`;
}

/** Returns the band of levels, such as `10-19` or `60+`, that contains a level. */
function findLevelBand(cells: readonly PopulationCell[], level: number): PopulationCell | undefined {
  return cells.find(({ name }) => {
    const [from, to] = name.split(/[-+]/u);
    return level >= Number(from) && (to === '' || level <= Number(to));
  });
}

function describeLevelBand(cells: readonly PopulationCell[], level: number): string {
  return `levels ${formatTokenName(findLevelBand(cells, level)?.name ?? String(level))}`;
}
