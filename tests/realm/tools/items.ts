import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { agreedOf } from '../count/craft.ts';
import { newTally } from '../figures.ts';
import { localeOf } from '../kept.ts';
import { numberIn, numbersIn, readTable } from '../tables.ts';
import { factOf, spread, type ToolCheck, type ToolGround } from '../tools.ts';

const QUALITIES = ['poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'artifact', 'heirloom'];

/** Slots with their inventory types (contract, section 4, Slugs). */
const SLOTS =
  'head 1, neck 2, shoulder 3, shirt 4, chest 5 20, waist 6, legs 7, feet 8, wrist 9, hands 10, finger 11, trinket 12, one-hand 13, off-hand 14 22 23, ranged 15 25 26, back 16, two-hand 17, bag 18, tabard 19, main-hand 21, ammo 24, quiver 27, relic 28'
    .split(', ')
    .map((line) => line.split(' '));

/** Plural labels of the classes that occur in this build, keyed by ClassID. */
const LABELS: Readonly<Record<number, string>> = { 2: 'Weapons', 4: 'Armour', 7: 'Trade goods' };

function slugged(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

interface Step {
  readonly id: number;
  readonly slug: string;
  readonly name: string | null;
}

/** Reads the names and slugs of item classes and subclasses. */
function sortsOf(tables: string) {
  const classes = new Map<number, Step>();
  for (const row of readTable(tables, 'ItemClass')) {
    const id = numberIn(row, 'ClassID')!;
    classes.set(id, { id, slug: slugged(row['ClassName_lang']!), name: row['ClassName_lang']! });
  }
  const subclasses = new Map<string, Step>();
  const rows = [...readTable(tables, 'ItemSubClass')].sort((a, b) => Number(a['SubClassID']) - Number(b['SubClassID']));
  const taken = new Set<string>();
  for (const row of rows) {
    const id = numberIn(row, 'SubClassID')!;
    const name = row['VerboseName_lang'] || row['DisplayName_lang']!;
    const slug = taken.has(`${row['ClassID']} ${slugged(name)}`) ? `${slugged(name)}-${id}` : slugged(name);
    taken.add(`${row['ClassID']} ${slug}`);
    subclasses.set(`${row['ClassID']} ${id}`, { id, slug, name });
  }
  const subclassOf = (classId: number, id: number): Step =>
    subclasses.get(`${classId} ${id}`) ?? { id, slug: `${id}`, name: null };
  return { classes, subclassOf };
}

/** Reads the build's items, sorted by id: each with its class ids and the row that answers show, without the name. */
function itemsOf(tables: string) {
  const { classes, subclassOf } = sortsOf(tables);
  const sparse = new Map(readTable(tables, 'ItemSparse').map((row) => [numberIn(row, 'ID')!, row]));
  const icons = new Map(readTable(tables, 'ManifestInterfaceData').map((row) => [row['ID']!, row['FileName']!]));
  const setOf = new Map(
    readTable(tables, 'ItemSet').flatMap((row) =>
      numbersIn(row, 'ItemID').map((itemId) => [itemId, Number(row['ID'])]),
    ),
  );
  return readTable(tables, 'Item')
    .map((row) => {
      const itemId = numberIn(row, 'ID')!;
      const more = sparse.get(itemId);
      const [classId, subclassId] = [numberIn(row, 'ClassID')!, numberIn(row, 'SubclassID')!];
      const worn = numberIn(row, 'InventoryType') || numberIn(more, 'InventoryType');
      return {
        itemId,
        classId,
        subclassId,
        row: {
          class: classes.get(classId)?.slug ?? null,
          subclass: subclassOf(classId, subclassId).slug,
          slot: SLOTS.find(([, ...types]) => types.includes(`${worn}`))?.[0] ?? null,
          quality: QUALITIES[numberIn(more, 'OverallQualityID') ?? -1] ?? null,
          itemLevel: numberIn(more, 'ItemLevel'),
          requiredLevel: numberIn(more, 'RequiredLevel') || numberIn(row, 'RequiredLevel'),
          icon:
            icons
              .get(row['IconFileDataID']!)
              ?.toLowerCase()
              .replace(/\.[a-z0-9]+$/, '') ?? null,
          stack: numberIn(more, 'Stackable'),
          buyPriceCopper: numberIn(more, 'BuyPrice'),
          sellPriceCopper: numberIn(more, 'SellPrice'),
          setId: numberIn(more, 'ItemSet') || (setOf.get(itemId) ?? 0),
        },
      };
    })
    .sort((a, b) => a.itemId - b.itemId);
}

type Item = ReturnType<typeof itemsOf>[number];
type Filter = Readonly<Partial<Record<'class' | 'subclass' | 'slot' | 'quality', string>>>;

/** Returns the classes and subclasses that contain items, with the number of their items. */
function treeOf(tables: string, items: readonly Item[]) {
  const { classes, subclassOf } = sortsOf(tables);
  const held = [...new Set(items.map(({ classId }) => classId))].sort((a, b) => a - b);
  return held.map((classId) => {
    const own = items.filter((item) => item.classId === classId);
    const ids = [...new Set(own.map(({ subclassId }) => subclassId))].sort((a, b) => a - b);
    return {
      ...classes.get(classId)!,
      label: LABELS[classId],
      items: own.length,
      subclasses: ids.map((id) => ({
        ...subclassOf(classId, id),
        items: own.filter(({ subclassId }) => subclassId === id).length,
      })),
    };
  });
}

/** Checks the category tree, the items of a category and the path to a single item against the tables themselves. */
export const checkItemCategories: ToolCheck = async (ground) => {
  const { tables, ask } = ground;
  const tally = newTally();
  const items = itemsOf(tables);
  const tree = treeOf(tables, items);
  const build = basename(tables).replace(/^client-/, '');

  const whole = (await ask('item_categories')).answer;
  tally.hold('item_categories: build', whole.build, build);
  tally.hold('item_categories: classes', whole.tree.classes, tree);
  tally.hold(
    'item_categories: slots',
    whole.tree.slots,
    SLOTS.map(([slug]) => ({ slug, name: nameOf(slug!) })),
  );
  tally.hold(
    'item_categories: qualities',
    whole.tree.qualities,
    QUALITIES.map((slug, id) => ({ id, name: nameOf(slug), slug })),
  );
  tally.hold('item_categories: no filter, no items', [whole.total, whole.items, whole.path], [null, null, null]);

  const known = items.filter(({ itemId }) => agreedOf(factOf(ground, 'items', itemId), 'name') !== null);
  const credited = await ask('item_categories', { item: known[0]!.itemId });
  const base: string = credited.answer.attribution.source;
  const rowOf = ({ itemId, row }: Item) => ({ item: entityOf(ground, itemId, base), ...row });
  const holdList = async (asked: Filter & { limit?: number; item?: number }, meant: readonly Item[]): Promise<void> => {
    const label = `item_categories ${JSON.stringify(asked)}`;
    const { answer } = await ask('item_categories', { ...asked });
    const first = meant.slice(0, asked.limit ?? 50);
    const rows = first.map(rowOf);
    tally.hold(
      label,
      { total: answer.total, items: answer.items, tree: answer.tree },
      { total: meant.length, items: rows, tree: null },
    );
    const isNamed = rows.some(({ item }) => item.name !== null);
    tally.hold(
      `${label}: credit`,
      [answer.attribution !== undefined, answer.dataAsOf !== undefined],
      [isNamed, isNamed],
    );
    const one = asked.item === undefined ? undefined : first[0];
    tally.hold(`${label}: path`, answer.path, one === undefined ? null : pathOf(tree, one));
    tally.hold(`${label}: error`, answer.error !== undefined, asked.item !== undefined && meant.length === 0);
  };

  const filters: Filter[] = [
    ...tree.flatMap(({ slug, subclasses }) => [
      { class: slug },
      ...spread(subclasses, 4).map((subclass) => ({ class: slug, subclass: subclass.slug })),
      ...QUALITIES.slice(0, 2).map((quality) => ({ class: slug, quality })),
    ]),
    ...SLOTS.map(([slot]) => ({ slot: slot! })),
    ...QUALITIES.map((quality) => ({ quality })),
    { class: tree[0]!.slug, subclass: tree[0]!.subclasses.at(-1)!.slug, slot: 'ranged', quality: 'rare' },
    { slot: 'head', quality: 'epic' },
  ];
  const matching = (filter: Filter): Item[] =>
    items.filter(({ row }) => Object.entries(filter).every(([name, slug]) => row[name as keyof Filter] === slug));
  for (const [at, filter] of filters.entries()) {
    await holdList(at % 3 === 0 ? { ...filter, limit: at % 2 === 0 ? 200 : 1 } : filter, matching(filter));
  }
  const [named] = tree;
  const byNumber = named!.subclasses.at(-1)!;
  const ofIt = matching({ class: named!.slug, subclass: byNumber.slug });
  const { answer } = await ask('item_categories', { class: named!.slug, subclass: `${byNumber.id}` });
  tally.hold('item_categories by number', answer.total, ofIt.length);

  for (const item of [...spread(items, 12), ...spread(known, 12)]) await holdList({ item: item.itemId }, [item]);
  const [one] = items;
  await holdList({ item: one!.itemId, class: one!.row.class! }, [one!]);
  await holdList({ item: one!.itemId, quality: QUALITIES.find((quality) => quality !== one!.row.quality)! }, []);
  await holdList({ item: 999_999_999 }, []);

  const refused: readonly [Readonly<Record<string, string | number>>, RegExp][] = [
    [{ class: 'no-such' }, /class must be/],
    [{ class: named!.slug, subclass: 'no-such' }, /subclass must be/],
    [{ subclass: byNumber.slug }, /subclass must be/],
    [{ slot: 'no-such' }, /slot must be/],
    [{ quality: 'no-such' }, /quality must be/],
    [{ limit: 201 }, /limit must be/],
  ];
  for (const [asked, sentence] of refused) await assert.rejects(ask('item_categories', asked), sentence);
  return tally.figures();
};

function nameOf(slug: string): string {
  const words = slug.replace(/^(main|off)-hand$/, (both) => both.replace('-', slug === 'main-hand' ? ' ' : '-'));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function entityOf(ground: ToolGround, id: number, base: string) {
  const fact = factOf(ground, 'items', id);
  const name = agreedOf(fact, 'name');
  return {
    kind: 'item',
    id,
    name: name?.value ?? null,
    ...localeOf(name),
    url: fact === undefined ? null : `${base}item/${id}`,
  };
}

function pathOf(tree: ReturnType<typeof treeOf>, { classId, subclassId, row }: Item) {
  const itemClass = tree.find(({ id }) => id === classId);
  const subclass = itemClass?.subclasses.find(({ id }) => id === subclassId);
  return {
    class: itemClass === undefined ? null : { slug: itemClass.slug, name: itemClass.name },
    subclass: subclass === undefined ? null : { slug: subclass.slug, name: subclass.name },
    slot: row.slot === null ? null : { slug: row.slot, name: nameOf(row.slot) },
    quality: row.quality === null ? null : { slug: row.quality, name: nameOf(row.quality) },
  };
}
