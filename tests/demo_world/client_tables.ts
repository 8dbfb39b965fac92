import { QUALITIES } from '../../schema/vocabulary.ts';
import { ITEM_CLASSES, ITEM_SUBCLASSES, ITEMS } from './world/items.ts';
import { MAPS } from './world/places.ts';
import { TALENT_TABS, TALENTS } from './world/talents.ts';
import { RECIPES } from './world/trade.ts';

export const DEMO_BUILD = '1.15.8.67156';

type Cell = string | number | readonly (string | number)[];
type Rows = readonly Readonly<Record<string, Cell>>[];

const ICONS = [...new Set([...ITEMS.values()].map(({ icon }) => icon))];
function iconId(icon: string): number {
  return 500 + ICONS.indexOf(icon);
}

const SKILLS = new Map(RECIPES.map(({ profession, skill }) => [skill, profession]));

/** Returns the spell id of a talent rank. The demo makes these ids up. */
function rankSpell(talent: number, rank: number): number {
  return 900_000 + talent * 10 + rank;
}

function padded(list: readonly number[], length: number): readonly number[] {
  return [...list, ...Array.from({ length: length - list.length }, () => 0)];
}

const items: Rows = [...ITEMS].map(([ID, { classId, subclassId, slot, icon }]) => ({
  ID,
  ClassID: classId,
  SubclassID: subclassId,
  InventoryType: slot,
  IconFileDataID: iconId(icon),
}));

const itemsSparse: Rows = [...ITEMS].map(([ID, item]) => ({
  ID,
  OverallQualityID: QUALITIES.indexOf(item.quality),
  ItemLevel: item.itemLevel,
  RequiredLevel: item.requiredLevel,
  Stackable: item.slot === 0 ? 20 : 1,
  BuyPrice: 4 * item.itemLevel,
  SellPrice: item.itemLevel,
}));

/** Tables keyed by name, with the columns that a client of this build has. */
const TABLES: Readonly<Record<string, Rows>> = {
  Item: items,
  ItemSparse: itemsSparse,
  ItemClass: ITEM_CLASSES.map(([ClassID, name], at) => ({ ID: at + 1, ClassID, ClassName_lang: name })),
  ItemSubClass: ITEM_SUBCLASSES.map(([ClassID, SubClassID, name, verbose], at) => ({
    ID: at + 1,
    ClassID,
    SubClassID,
    DisplayName_lang: name,
    VerboseName_lang: verbose,
  })),
  ManifestInterfaceData: ICONS.map((icon) => ({ ID: iconId(icon), FileName: `${icon}.blp` })),
  SpellName: [
    ...RECIPES.map(({ id, name }) => ({ ID: id, Name_lang: name })),
    ...TALENTS.flatMap(({ id, name, ranks }) =>
      Array.from({ length: ranks }, (_, rank) => ({ ID: rankSpell(id, rank), Name_lang: name })),
    ),
  ],
  SpellEffect: RECIPES.map(({ id, makes }, at) => ({
    ID: at + 1,
    SpellID: id,
    Effect: 24,
    EffectItemType: makes,
    DifficultyID: 0,
  })),
  SpellReagents: RECIPES.map(({ id, reagents }, at) => ({
    ID: at + 1,
    SpellID: id,
    Reagent: padded(Object.keys(reagents).map(Number), 8),
    ReagentCount: padded(Object.values(reagents), 8),
  })),
  SkillLine: [...SKILLS].map(([ID, name]) => ({ ID, DisplayName_lang: name, ParentSkillLineID: 0 })),
  SkillLineAbility: RECIPES.map(({ id, skill, turns }, at) => ({
    ID: at + 1,
    SkillLine: skill,
    Spell: id,
    MinSkillLineRank: 1,
    TrivialSkillLineRankLow: turns[0],
    TrivialSkillLineRankHigh: turns[2],
  })),
  UiMap: MAPS.map(({ mapId, name }) => ({ ID: mapId, Name_lang: name })),
  ChrClasses: [{ ID: 1, Name_lang: 'Warrior', Filename: 'WARRIOR' }],
  TalentTab: TALENT_TABS.map(({ id, name, order, classMask }) => ({
    ID: id,
    Name_lang: name,
    ClassMask: classMask,
    OrderIndex: order,
  })),
  Talent: TALENTS.map(({ id, tab, row, column, ranks, after }) => ({
    ID: id,
    TabID: tab,
    TierID: row,
    ColumnIndex: column,
    SpellRank: padded(
      Array.from({ length: ranks }, (_, rank) => rankSpell(id, rank)),
      9,
    ),
    PrereqTalent: padded(after === undefined ? [] : [after], 3),
    PrereqRank: padded(after === undefined ? [] : [TALENTS.find((one) => one.id === after)!.ranks - 1], 3),
  })),
};

/** Returns the build's CSV files keyed by file name, such as `Item.csv`, in the format that table exporters write. */
export function clientTables(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(TABLES).map(([name, rows]) => [`${name}.csv`, formatCsv(rows)]));
}

function formatCsv(rows: Rows): string {
  const columns = Object.entries(rows[0]!).flatMap(([name, cell]) =>
    typeof cell === 'object' ? cell.map((_, at) => `${name}_${at}`) : [name],
  );
  const lines = rows.map((row) => Object.values(row).flat().map(cellText).join(','));
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

function cellText(cell: string | number): string {
  return typeof cell === 'number' ? String(cell) : /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
