import type { ClientTable } from './game_tables.ts';
import { seeded } from './world.ts';

const ITEMS = 8_000;
const SPELLS = 1_300;
const SETS = 170;
const ICONS = 1_100;
const SKILLS = 13;
const FIRST_ICON = 1_000_001;
const FIRST_SPELL = 2_000;
const CLASSES: readonly (readonly [classId: number, name: string, subclasses: number])[] = [
  [0, 'Consumable', 1],
  [2, 'Weapon', 8],
  [4, 'Armor', 6],
  [7, 'Trade Goods', 1],
];

type Cells = Readonly<Record<string, string | number>>;

/** Returns tables of an invented game with as many columns as the real ones of 1.15.8 and about as many rows. */
export function rollTables(): readonly ClientTable[] {
  const random = seeded(9);
  const upTo = (max: number): number => 1 + Math.floor(random() * max);
  const item = (): number => upTo(ITEMS);
  const spell = (i: number): number => FIRST_SPELL + i;
  const kinds = CLASSES.flatMap(([classId, , subclasses]) =>
    Array.from({ length: subclasses }, (_, subclass) => [classId, subclass] as const),
  );
  return [
    table('Item', 38, ITEMS, (i) => {
      const [ClassID, SubclassID] = kinds[upTo(kinds.length) - 1]!;
      const IconFileDataID = FIRST_ICON - 1 + upTo(ICONS);
      return { ID: i, ClassID, SubclassID, InventoryType: upTo(18), IconFileDataID };
    }),
    table('ItemSparse', 138, ITEMS, (i) => ({
      ID: i,
      OverallQualityID: upTo(6) - 1,
      ItemLevel: upTo(80),
      RequiredLevel: upTo(60),
      Stackable: upTo(20),
      BuyPrice: upTo(90_000),
      SellPrice: upTo(20_000),
      ItemSet: i <= SETS * 5 ? Math.ceil(i / 5) : 0,
      Bonding: upTo(3) - 1,
      MaxCount: 0,
      ItemDelay: 2_600,
      ContainerSlots: 0,
      StartQuestID: 0,
      AllowableClass: -1,
      StatModifier_bonusStat_0: 5,
      StatModifier_bonusAmount_0: upTo(20),
      Resistances_0: upTo(300),
      MinDamage_0: upTo(50) + 0.5,
      MaxDamage_0: upTo(50) + 60.5,
      MaxDurability: upTo(100),
    })),
    table('ItemClass', 5, CLASSES.length, (i) => {
      const [ClassID, ClassName_lang] = CLASSES[i - 1]!;
      return { ID: i, ClassName_lang, ClassID };
    }),
    table('ItemSubClass', 11, kinds.length, (i) => {
      const [ClassID, SubClassID] = kinds[i - 1]!;
      return { DisplayName_lang: `Sort ${i}`, VerboseName_lang: '', ID: i, ClassID, SubClassID };
    }),
    table('ItemSet', 22, SETS, (i) => ({
      ID: i,
      Name_lang: `The "Band" of ${i}, or so`,
      ...Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`ItemID_${at}`, at < 5 ? i * 5 - at : 0])),
    })),
    table('SpellEffect', 37, SPELLS, (i) => ({
      ID: i,
      DifficultyID: 0,
      Effect: i % 10 === 0 ? 53 : 24,
      EffectItemType: item(),
      SpellID: spell(i),
    })),
    table('SpellReagents', 18, SPELLS, (i) => ({
      ID: i,
      SpellID: spell(i),
      ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`Reagent_${at}`, at < 3 ? item() : 0])),
      ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`ReagentCount_${at}`, at < 3 ? upTo(9) : 0])),
    })),
    table('SkillLineAbility', 17, SPELLS, (i) => ({ ID: i, SkillLine: 100 + upTo(SKILLS), Spell: spell(i) })),
    table('SpellName', 2, SPELLS, (i) => ({ ID: spell(i), Name_lang: `Craft ${i}` })),
    table('SkillLine', 13, SKILLS, (i) => ({ DisplayName_lang: `Trade ${i}`, ID: 100 + i, ParentSkillLineID: 0 })),
    table('ManifestInterfaceData', 3, ICONS, (i) => ({
      ID: FIRST_ICON - 1 + i,
      FilePath: 'Interface\\Icons\\',
      FileName: `inv_thing_${i}.blp`,
    })),
  ];
}

/** Returns a table with the columns of its rows, padded to its width with columns that nobody reads. */
function table(name: string, width: number, rows: number, roll: (i: number) => Cells): ClientTable {
  const rolled = Array.from({ length: rows }, (_, i) => roll(i + 1));
  const known = Object.keys(rolled[0]!);
  const unread = Array.from({ length: Math.max(0, width - known.length) }, (_, i) => `Unread${i}Value`);
  const filling = unread.map(() => '0');
  return {
    name,
    columns: [...known, ...unread],
    rows: rolled.map((row) => [...known.map((column) => String(row[column])), ...filling]),
  };
}
