import { QUALITIES } from '../../schema/vocabulary.ts';
import { type DemoItem, ITEM_CLASSES, ITEM_SUBCLASSES } from './world/items.ts';
import type { DemoTalent } from './world/talents.ts';

export const DEMO_BUILD = '1.15.8.67156';

type Cell = string | number | readonly number[];
type Rows = readonly Readonly<Record<string, Cell>>[];

/** The parts of an invented world that the client's tables describe. */
export interface TableWorld {
  /** `sheet` has further columns of `ItemSparse`, the same for all items. */
  readonly items: ReadonlyMap<number, DemoItem & { readonly sheet?: Readonly<Record<string, Cell>> }>;
  readonly recipes: readonly {
    readonly id: number;
    readonly name: string;
    readonly profession: string;
    readonly skill: number;
    readonly makes: number;
    readonly turns: readonly [yellow: number, green: number, grey: number];
    readonly reagents: Readonly<Record<number, number>>;
  }[];
  readonly maps: readonly { readonly mapId: number; readonly name: string }[];
  readonly classes: readonly string[];
  readonly talents: readonly DemoTalent[];
  readonly talentTabs: readonly {
    readonly id: number;
    readonly name: string;
    readonly order: number;
    readonly classMask: number;
  }[];
}

/** Returns the spell id of a talent rank. The demo makes these ids up. */
function rankSpell(talent: number, rank: number): number {
  return 900_000 + talent * 10 + rank;
}

function padded(list: readonly number[], length: number): readonly number[] {
  return [...list, ...Array.from({ length: length - list.length }, () => 0)];
}

/** Returns the build's CSV files keyed by file name, such as `Item.csv`, in the format that table exporters write. */
export function clientTables(world: TableWorld): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(tablesOf(world)).map(([name, rows]) => [`${name}.csv`, formatCsv(rows)]));
}

/** Returns the tables keyed by name, with the columns that a client of this build has. */
function tablesOf({ items, recipes, maps, classes, talents, talentTabs }: TableWorld): Readonly<Record<string, Rows>> {
  const icons = [...new Set([...items.values()].map(({ icon }) => icon))];
  const iconId = (icon: string): number => 500 + icons.indexOf(icon);
  const skills = new Map(recipes.map(({ profession, skill }) => [skill, profession]));
  const itemRows: Rows = [...items].map(([ID, { classId, subclassId, slot, icon }]) => ({
    ID,
    ClassID: classId,
    SubclassID: subclassId,
    InventoryType: slot,
    IconFileDataID: iconId(icon),
  }));

  const sparseRows: Rows = [...items].map(([ID, item]) => ({
    ID,
    OverallQualityID: QUALITIES.indexOf(item.quality),
    ItemLevel: item.itemLevel,
    RequiredLevel: item.requiredLevel,
    Stackable: item.slot === 0 ? 20 : 1,
    BuyPrice: 4 * item.itemLevel,
    SellPrice: item.itemLevel,
    ...item.sheet,
  }));

  return {
    Item: itemRows,
    ItemSparse: sparseRows,
    ItemClass: ITEM_CLASSES.map(([ClassID, name], at) => ({ ID: at + 1, ClassID, ClassName_lang: name })),
    ItemSubClass: ITEM_SUBCLASSES.map(([ClassID, SubClassID, name, verbose], at) => ({
      ID: at + 1,
      ClassID,
      SubClassID,
      DisplayName_lang: name,
      VerboseName_lang: verbose,
    })),
    ManifestInterfaceData: icons.map((icon) => ({ ID: iconId(icon), FileName: `${icon}.blp` })),
    SpellName: [
      ...recipes.map(({ id, name }) => ({ ID: id, Name_lang: name })),
      ...talents.flatMap(({ id, name, ranks }) =>
        Array.from({ length: ranks }, (_, rank) => ({ ID: rankSpell(id, rank), Name_lang: name })),
      ),
    ],
    SpellEffect: recipes.map(({ id, makes }, at) => ({
      ID: at + 1,
      SpellID: id,
      Effect: 24,
      EffectItemType: makes,
      DifficultyID: 0,
    })),
    SpellReagents: recipes.map(({ id, reagents }, at) => ({
      ID: at + 1,
      SpellID: id,
      Reagent: padded(Object.keys(reagents).map(Number), 8),
      ReagentCount: padded(Object.values(reagents), 8),
    })),
    SkillLine: [...skills].map(([ID, name]) => ({ ID, DisplayName_lang: name, ParentSkillLineID: 0 })),
    SkillLineAbility: recipes.map(({ id, skill, turns }, at) => ({
      ID: at + 1,
      SkillLine: skill,
      Spell: id,
      MinSkillLineRank: 1,
      TrivialSkillLineRankLow: turns[0],
      TrivialSkillLineRankHigh: turns[2],
    })),
    UiMap: maps.map(({ mapId, name }) => ({ ID: mapId, Name_lang: name })),
    ChrClasses: classes.map((name, at) => ({ ID: at + 1, Name_lang: name, Filename: name.toUpperCase() })),
    TalentTab: talentTabs.map(({ id, name, order, classMask }) => ({
      ID: id,
      Name_lang: name,
      ClassMask: classMask,
      OrderIndex: order,
    })),
    Talent: talents.map(({ id, tab, row, column, ranks, after }) => ({
      ID: id,
      TabID: tab,
      TierID: row,
      ColumnIndex: column,
      SpellRank: padded(
        Array.from({ length: ranks }, (_, rank) => rankSpell(id, rank)),
        9,
      ),
      PrereqTalent: padded(after === undefined ? [] : [after], 3),
      PrereqRank: padded(after === undefined ? [] : [talents.find((one) => one.id === after)!.ranks - 1], 3),
    })),
  };
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
