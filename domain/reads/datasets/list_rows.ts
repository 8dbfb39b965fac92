import type { ExportLists } from '../../../schema/responses/exportLists.ts';
import type { Facts } from '../../families/mod.ts';
import type { SkillBound } from '../../families/recipe_ranges.ts';
import type { GatheredType, StoredRate } from '../../ports/drops.ts';
import type { MapPin, RealmDay } from '../../ports/exports.ts';
import type { SubjectFact } from '../../ports/facts.ts';
import { formatDayNumber } from '../../values/instant.ts';
import { readLocaleField } from '../../values/language.ts';
import { formatRateRow } from '../drops.ts';
import { roundPrice } from '../market.ts';
import { findNameFamily, type NamedEntity } from '../names.ts';

/** A row of a list. Every row has all fields of the list: null or an empty list means that nothing is agreed. */
export type ListRow<L extends keyof ExportLists> = ExportLists[L][number];

type Fact<F extends keyof Facts> = SubjectFact<Facts[F]>;

/** Returns the row of an entity's name, or null if its fact contains no agreed name. */
export function toNameRow(kind: NamedEntity, { subject, body }: SubjectFact<object>): ListRow<'names'> | null {
  const name = findNameFamily(kind).label?.name(body);
  if (name === undefined) return null;
  return { kind, id: Number(subject), name: name.value, ...readLocaleField(name), installs: name.installs };
}

export function toNpcRow({ subject, body }: Fact<'npcs'>, pins: readonly MapPin[]): ListRow<'npcs'> {
  const { name = null, levels = [], reactions = [] } = body;
  return { npcId: Number(subject), name, levels: [...levels], reactions: [...reactions], pins: [...pins] };
}

export function toObjectRow({ subject, body }: Fact<'objects'>, pins: readonly MapPin[]): ListRow<'objects'> {
  return { objectId: Number(subject), name: body.name ?? null, pins: [...pins] };
}

export function toVendorRow({ subject, body }: Fact<'vendor_goods'>): ListRow<'vendors'> {
  const [npcId, itemId] = subject.split(':').map(Number) as [number, number];
  const { prices = [], withReputation = [], limited = null, limitedStock = null } = body;
  return { npcId, itemId, prices: [...prices], withReputation: [...withReputation], limited, limitedStock };
}

/** Returns the row that the list of the API has. */
export function buildGatheringRow(rate: StoredRate<GatheredType>): ListRow<'gathering'> {
  return JSON.parse(formatRateRow(rate)) as ListRow<'gathering'>;
}

/** Returns the row of prices that players report without a vendor. */
export function toAnyVendorRow({ subject, body }: Fact<'vendor_prices'>): ListRow<'vendors'> {
  const none = { withReputation: [], limited: null, limitedStock: null };
  return { npcId: null, itemId: Number(subject), prices: [...(body.prices ?? [])], ...none };
}

export function toTrainerRow({ subject, body }: Fact<'trainer_services'>): ListRow<'trainers'> {
  const colon = subject.indexOf(':');
  return {
    npcId: Number(subject.slice(0, colon)),
    lesson: subject.slice(colon + 1),
    name: body.name ?? null,
    spellId: body.spellId ?? null,
    costs: [...(body.costs ?? [])],
    withReputation: [...(body.withReputation ?? [])],
    requiredLevel: body.requiredLevel ?? null,
    profession: body.profession ?? null,
    requiredSkill: body.requiredSkill ?? null,
  };
}

export function toQuestRow({ subject, body }: Fact<'quests'>): ListRow<'quests'> {
  const { title = null, level = null, giver = null, turnIn = null, rewards = [] } = body;
  return { questId: Number(subject), title, level, giver, turnIn, rewards: [...rewards] };
}

export function toRecipeRow(
  { subject, body }: Fact<'recipes'>,
  ranges: Facts['recipe_ranges'] | undefined,
): ListRow<'recipes'> {
  const reagents = body.reagents ?? null;
  return {
    recipeId: Number(subject),
    name: body.name ?? null,
    profession: body.profession ?? null,
    itemId: body.itemId ?? null,
    makesMin: body.makesMin ?? null,
    makesMax: body.makesMax ?? null,
    reagents: reagents === null ? null : { ...reagents, value: [...reagents.value] },
    taughtByItemId: body.taughtByItemId ?? null,
    yellow: formatThreshold(ranges?.bounds?.yellow),
    green: formatThreshold(ranges?.bounds?.green),
    grey: formatThreshold(ranges?.bounds?.grey),
  };
}

function formatThreshold(bound: SkillBound | undefined): ListRow<'recipes'>['yellow'] {
  if (bound === undefined) return null;
  return { atLeast: bound.atLeast ?? null, atMost: bound.atMost ?? null, installs: bound.installs };
}

export function toMarketRow({ realm, house, itemId, day, ...figures }: Omit<RealmDay, 'realmKey'>): ListRow<'market'> {
  return {
    realm,
    house: house === '' ? null : house,
    itemId,
    day: formatDayNumber(day),
    market: roundPrice(figures.market),
    min: roundPrice(figures.min),
    quantity: roundPrice(figures.quantity),
    reporters: figures.reporters,
  };
}
