import assert from 'node:assert/strict';
import { realmKeyOf } from '../count/agreed.ts';
import { type Kept, reach } from '../kept.ts';
import { DAY_MS, dayText } from '../record.ts';
import { spread, type ToolCheck, type ToolGround } from '../tools.ts';
import { ANY_RULE, coins, groupedBy, otherwise, type PageHolder, pageHolder, spellingOf } from './page.ts';

interface Figures {
  readonly market: number;
  readonly min: number;
  readonly quantity: number;
  readonly reporters: number;
  readonly isOdd?: boolean;
}

interface Newest extends Figures {
  readonly day: number;
  readonly historical: number;
}

/** A parsed `realm|house|item` key. The house '' means all houses together. */
interface Asked {
  readonly key: string;
  readonly realm: string;
  readonly house: string;
  readonly itemId: number;
}

function askedOf(key: string): Asked {
  const [realm, house, itemId] = key.split('|') as [string, string, string];
  return { key, realm, house, itemId: Number(itemId) };
}

const SUBJECTS = 48;
const HOUSES = ['', 'Alliance', 'Horde', 'Neutral'];

/** Checks all figures of `market_value` and `auction_history`, for items of every house and in different spellings. */
export const checkMarket: ToolCheck = async (ground) => {
  const holder = await pageHolder(ground);
  const { newest, leading, days, unusual } = ground.counted.market;
  const daysOf = groupedBy([...days.keys()], (key) => key.slice(0, key.lastIndexOf('|')));
  for (const [n, key] of subjectsIn([...newest.keys()]).entries()) {
    const asked = askedOf(key);
    const args = argsOf(ground, asked, n);
    const last = leading.get(key) as Newest;
    const thin = newest.get(key) as Newest;
    const isOdd = (day: number): boolean => unusual.has(`${key}|${day}`);
    const page = figuresNow(ground, holder, asked, { ...last, isOdd: isOdd(last.day) }, thin);
    await holder.hold('market_value', args, page, valueTold(page.value));
    const history = daysOf.get(key)!.map((dayKey) => {
      const day = Number(dayKey.split('|')[3]);
      return [day, { ...(days.get(dayKey) as Figures), isOdd: isOdd(day) }] as const;
    });
    const past = historyOf(ground, holder, asked, history);
    await holder.hold('auction_history', args, past, past.days.slice(0, 14).map(dayTold));
  }
  await checkUnknown(ground, holder);
  return holder.figures();
};

/** Picks some keys of every house of every realm. */
function subjectsIn(keys: readonly string[]): readonly string[] {
  const markets = groupedBy(keys.toSorted(), (key) => key.slice(0, key.lastIndexOf('|')));
  return [...markets.values()].flatMap((ofMarket) => spread(ofMarket, Math.ceil(SUBJECTS / markets.size)));
}

function argsOf(ground: ToolGround, { realm, house, itemId }: Asked, n: number) {
  return {
    itemId,
    realm: otherwise(spellingOf(ground, realm), n),
    ...(house === '' ? {} : { house }),
  };
}

/** Rounds half up. */
function whole(exact: number): number {
  return Math.floor(exact + 0.5);
}

function figuresOf({ market, min, quantity, reporters, isOdd }: Figures) {
  return {
    market: whole(market),
    min: whole(min),
    quantity: whole(quantity),
    reporters,
    ...(isOdd ? { unusual: true } : {}),
  };
}

function figuresNow(
  ground: ToolGround,
  { named }: PageHolder,
  { realm, house, itemId }: Asked,
  newest: Newest,
  thin: Newest,
) {
  return {
    item: named('item', itemId),
    value: {
      realm: spellingOf(ground, realm),
      house: house === '' ? null : house,
      itemId,
      ...figuresOf(newest),
      historical: whole(newest.historical),
      day: dayText(newest.day * DAY_MS),
      ...(thin.day > newest.day ? { thinDay: { day: dayText(thin.day * DAY_MS), ...figuresOf(thin) } } : {}),
    },
    rule: ANY_RULE,
  };
}

function valueTold({ market, min, historical, quantity, day, reporters }: ReturnType<typeof figuresNow>['value']) {
  return [
    `market value ${coins(market)}, lowest price ${coins(min)}, median of up to 60 days ${coins(historical)}, ${quantity} on sale`,
    `${day}, from ${reporters} reporters`,
  ];
}

function historyOf(
  ground: ToolGround,
  { named }: PageHolder,
  { realm, house, itemId }: Asked,
  days: readonly (readonly [day: number, figures: Figures])[],
) {
  return {
    item: named('item', itemId),
    realm: spellingOf(ground, realm),
    house: house === '' ? null : house,
    days: days
      .toSorted(([a], [b]) => b - a)
      .slice(0, 400)
      .map(([day, figures]) => ({ day: dayText(day * DAY_MS), ...figuresOf(figures) })),
    full: days.length >= 400,
    rule: ANY_RULE,
  };
}

function dayTold({ day, market, min, quantity, reporters }: ReturnType<typeof historyOf>['days'][number]): string {
  return `${day}: market value ${coins(market)}, lowest ${coins(min)}, ${quantity} on sale (${reporters} reporters)`;
}

/** Checks scanned items that are not public, in every house, and realms and items that nobody scanned. */
async function checkUnknown(ground: ToolGround, holder: PageHolder): Promise<void> {
  const { newest } = ground.counted.market;
  const scanned = scannedIn(ground.kept).filter((key) => !newest.has(key));
  const some = HOUSES.flatMap((house) => spread(scanned.filter((key) => askedOf(key).house === house).sort(), 6));
  for (const [n, key] of some.entries()) {
    const asked = askedOf(key);
    for (const tool of ['market_value', 'auction_history']) {
      const { answer } = await holder.hold(tool, argsOf(ground, asked, n), null);
      assert.match(answer.reason, new RegExp(`item ${asked.itemId}\\b.*three players|three players.*item`, 'i'));
    }
  }
  const [realm] = subjectRealms(newest.keys());
  const unknown = [
    { itemId: 1, realm: 'Nowhere at All' },
    ...(realm === undefined ? [] : [{ itemId: 999_999_999, realm }]),
  ];
  for (const args of unknown) {
    for (const tool of ['market_value', 'auction_history']) await holder.hold(tool, args, null);
  }
}

function subjectRealms(keys: Iterable<string>): readonly string[] {
  return [...new Set([...keys].map((key) => askedOf(key).realm))];
}

/**
 * Returns a `realm|house|item` key for every house of a realm and every item scanned there, whichever house it was in.
 */
function scannedIn(kept: readonly Kept[]): readonly string[] {
  const itemsOf = new Map<string, Set<number>>();
  for (const { record } of kept) {
    if (record.kind !== 'auction_scan') continue;
    const items = reach(itemsOf, realmKeyOf(record.realm), () => new Set());
    for (const { itemId } of record.items) items.add(itemId);
  }
  return [...itemsOf].flatMap(([realm, items]) =>
    HOUSES.flatMap((house) => [...items].map((itemId) => `${realm}|${house}|${itemId}`)),
  );
}
