import { numbersIn as cells, readTable, type TableRows } from './tables.ts';

/** A relation from the game files, such as `item 5 part_of_set item_set 7`. */
export interface FiledEdge {
  readonly fromKind: 'item' | 'spell';
  readonly fromId: number;
  readonly rel: string;
  readonly toKind: 'spell' | 'skill' | 'item_set' | 'icon';
  readonly toId: number;
}

/** Items and relations that the tests read from the client's tables independently of the service. */
export interface ClientTables {
  readonly itemIds: readonly number[];
  /** Returns the item as answers show it, or null if the tables do not have the item. */
  item(itemId: number): Readonly<Record<string, unknown>> | null;
  readonly edges: readonly FiledEdge[];
  /** Returns the name of a spell, skill or item set, or null if it has none. */
  nameOf(kind: string, id: number): string | null;
}

type Row = TableRows[number];

const QUALITIES = ['poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'artifact', 'heirloom'];
/** Slot names, indexed by InventoryType (contract, section 4, Slugs). */
const SLOTS =
  ' head neck shoulder shirt chest waist legs feet wrist hands finger trinket one-hand off-hand ranged back two-hand bag tabard chest main-hand off-hand off-hand ammo ranged ranged quiver relic'.split(
    ' ',
  );

export function readClientTables(dir: string): ClientTables {
  const table = (name: string): TableRows => readTable(dir, name);
  const byId = (name: string): Map<number, Row> => new Map(table(name).map((row) => [Number(row['ID']), row]));
  const [items, sparse, sets] = [byId('Item'), byId('ItemSparse'), byId('ItemSet')];
  const icons = byId('ManifestInterfaceData');
  const slugs = classSlugs(table('ItemClass'), table('ItemSubClass'));
  const members = membersOf(sets, sparse);
  const names = new Map([
    ['spell', namesIn(byId('SpellName'), 'Name_lang')],
    ['skill', namesIn(byId('SkillLine'), 'DisplayName_lang')],
    ['item_set', namesIn(sets, 'Name_lang')],
  ]);
  const itemIds = [...new Set([...items.keys(), ...sparse.keys()])].sort((a, b) => a - b);
  const nameOf = (kind: string, id: number) => names.get(kind)?.get(id) ?? null;
  return {
    itemIds,
    nameOf,
    item: (itemId) => {
      const [item, stats] = [items.get(itemId), sparse.get(itemId)];
      // In this build, every item has a row in both tables.
      if (item === undefined || stats === undefined) return null;
      const icon = icons.get(Number(item['IconFileDataID']))?.['FileName'];
      const setId = [...members].find(([, ids]) => ids.includes(itemId))?.[0];
      return {
        class: slugs.get(item['ClassID']!) ?? null,
        subclass: slugs.get(`${item['ClassID']}:${item['SubclassID']}`) ?? item['SubclassID'],
        icon: icon?.toLowerCase().replace(/\.\w+$/, '') ?? null,
        ...figuresOf(item, stats),
        startsQuest: null,
        requiredSkill: null,
        set: setId === undefined ? null : { setId, name: nameOf('item_set', setId), itemIds: members.get(setId) },
      };
    },
    edges: edgesIn(table, items, members),
  };
}

function figuresOf(item: Row, sparse: Row) {
  const of = (column: string): number => Number(sparse[column]);
  const inEither = (column: string): number => of(column) || Number(item[column]);
  const either = (name: string) => (cells(sparse, name).some((n) => n !== 0) ? sparse : item);
  const resistances = cells(either('Resistances'), 'Resistances');
  const hits = either('MaxDamage');
  const [min, max, school] = ['MinDamage', 'MaxDamage', 'DamageType'].map((name) => cells(hits, name));
  const amounts = cells(sparse, 'StatModifier_bonusAmount');
  const mask = of('AllowableClass');
  assertPlain(amounts, mask, of('Bonding'), of('StartQuestID'), of('RequiredSkill'));
  return {
    slot: SLOTS[inEither('InventoryType')] || null,
    quality: QUALITIES[of('OverallQualityID')] ?? null,
    itemLevel: of('ItemLevel'),
    requiredLevel: inEither('RequiredLevel'),
    stack: of('Stackable'),
    buyPriceCopper: of('BuyPrice'),
    sellPriceCopper: of('SellPrice'),
    armour: resistances[0],
    damage: max!.flatMap((most, i) => (most > 0 ? [{ min: min![i], max: most, school: school?.[i] ?? 0 }] : [])),
    delayMs: of('ItemDelay'),
    stats: [],
    resistances: resistances.flatMap((amount, n) => (n > 0 && amount !== 0 ? [{ school: n, amount }] : [])),
    binding: 'none',
    maxCount: of('MaxCount'),
    durability: inEither('MaxDurability'),
    bagSlots: of('ContainerSlots'),
    classes: [],
  };
}

/** These columns are empty in this build. Throws if another build fills them, because nothing checks them yet. */
function assertPlain(amounts: readonly number[], ...others: readonly number[]): void {
  if ([...amounts, ...others].some((n) => n !== 0)) throw new Error('the tables say more of items than is checked');
}

/** Returns the slugs of classes keyed by ClassID, and of subclasses keyed by `ClassID:SubClassID`. */
function classSlugs(classes: readonly Row[], subclasses: readonly Row[]): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>();
  const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  for (const row of classes) slugs.set(row['ClassID']!, slugOf(row['ClassName_lang']!));
  const taken = new Set<string>();
  for (const row of [...subclasses].sort((a, b) => Number(a['SubClassID']) - Number(b['SubClassID']))) {
    const [of, id] = [row['ClassID']!, row['SubClassID']!];
    const slug = slugOf(row['VerboseName_lang'] || row['DisplayName_lang']!);
    slugs.set(`${of}:${id}`, taken.has(`${of} ${slug}`) ? `${slug}-${id}` : slug);
    taken.add(`${of} ${slug}`);
  }
  return slugs;
}

/** Maps each set to its items: first those that the set lists, then those that only name the set in their own row. */
function membersOf(sets: ReadonlyMap<number, Row>, sparse: ReadonlyMap<number, Row>): Map<number, number[]> {
  const members = new Map([...sets].map(([id, row]) => [id, cells(row, 'ItemID').filter((itemId) => itemId > 0)]));
  for (const [itemId, row] of [...sparse].sort(([a], [b]) => a - b)) {
    const own = members.get(Number(row['ItemSet']));
    if (own !== undefined && !own.includes(itemId)) own.push(itemId);
  }
  return members;
}

function namesIn(rows: ReadonlyMap<number, Row>, column: string): ReadonlyMap<number, string> {
  return new Map([...rows].flatMap(([id, row]) => (row[column] ? [[id, row[column].trim()] as const] : [])));
}

/** Returns the client edges (contract, section 3), sorted by relation, then by both ids. */
function edgesIn(
  table: (name: string) => readonly Row[],
  items: ReadonlyMap<number, Row>,
  members: ReadonlyMap<number, readonly number[]>,
): readonly FiledEdge[] {
  const edges = new Map<string, FiledEdge>();
  const add = (
    fromKind: FiledEdge['fromKind'],
    from: unknown,
    rel: string,
    toKind: FiledEdge['toKind'],
    to: unknown,
  ) => {
    const edge: FiledEdge = { fromKind, fromId: Number(from), rel, toKind, toId: Number(to) };
    if (edge.fromId > 0 && edge.toId > 0) edges.set(Object.values(edge).join(' '), edge);
  };
  for (const row of table('SpellEffect')) {
    if (row['Effect'] === '24' && row['DifficultyID'] === '0') {
      add('item', row['EffectItemType'], 'created_by', 'spell', row['SpellID']);
    }
  }
  for (const row of table('SpellReagents')) {
    const counts = cells(row, 'ReagentCount');
    for (const [i, itemId] of cells(row, 'Reagent').entries()) {
      if (counts[i]! > 0) add('item', itemId, 'reagent_for', 'spell', row['SpellID']);
    }
  }
  for (const row of table('SkillLineAbility')) add('spell', row['Spell'], 'in_skill_line', 'skill', row['SkillLine']);
  for (const [setId, own] of members) for (const itemId of own) add('item', itemId, 'part_of_set', 'item_set', setId);
  for (const [itemId, row] of items) add('item', itemId, 'same_icon', 'icon', row['IconFileDataID']);
  return [...edges.values()].sort(
    (a, b) => (a.rel < b.rel ? -1 : a.rel > b.rel ? 1 : 0) || a.fromId - b.fromId || a.toId - b.toId,
  );
}
