import type { FactBody } from '../../../domain/ports/facts.ts';
import type { ToolWorld } from './support.ts';

/** Returns a value that this many installs agree on. */
export function agreed(value: unknown, installs = 3) {
  return { value, installs };
}

type Fact = readonly [family: string, subject: string, body: FactBody];

export interface WrittenRecipe {
  readonly id: number;
  readonly name?: string;
  readonly profession?: string;
  readonly yellow?: number;
  readonly green?: number;
  readonly grey?: number;
  /** Pairs of item id and count. */
  readonly reagents?: readonly (readonly [itemId: number, count: number])[];
  readonly makes?: number;
  readonly makesMin?: number;
  readonly taughtBy?: number;
  /** The lowest skill at which three installs had the recipe, by default 1. */
  readonly seenFrom?: number;
}

function range(low: number | undefined) {
  return low === undefined ? {} : { low, high: low + 5, installs: 4 };
}

/** Returns the public facts of a recipe. */
export function recipe(written: WrittenRecipe): readonly Fact[] {
  const { id, name, profession = 'Tailoring', yellow, green, grey, reagents, makes, makesMin, taughtBy } = written;
  const { seenFrom = 1 } = written;
  const body = {
    profession: agreed(profession, 5),
    ...(name === undefined ? {} : { name: agreed(name) }),
    ...(makes === undefined ? {} : { itemId: agreed(makes) }),
    ...(makesMin === undefined ? {} : { makesMin: agreed(makesMin) }),
    ...(taughtBy === undefined ? {} : { taughtByItemId: agreed(taughtBy) }),
    ...(reagents === undefined
      ? {}
      : {
          reagents: agreed(
            reagents.map(([itemId, count]) => ({ itemId, count })),
            6,
          ),
        }),
  };
  const ranges = Object.fromEntries(
    Object.entries({ yellow, green, grey }).flatMap(([colour, low]) =>
      low === undefined ? [] : [[colour, range(low)]],
    ),
  );
  return [
    ['recipes', String(id), body],
    ...(Object.keys(ranges).length === 0
      ? []
      : [['recipe_ranges', String(id), { ...ranges, seenFrom: agreed(seenFrom) }] as const]),
  ];
}

/** Returns the fact that a trainer teaches a recipe. */
export function lesson(
  trainer: number,
  spellId: number,
  said: { readonly cost?: number; readonly skill?: number; readonly profession?: string },
): Fact {
  return [
    'trainer_services',
    `${trainer}:spell:${spellId}`,
    {
      name: agreed(`Lesson ${spellId}`),
      profession: agreed(said.profession ?? 'Tailoring'),
      ...(said.cost === undefined ? {} : { costs: [agreed(said.cost, 4)] }),
      ...(said.skill === undefined ? {} : { requiredSkill: agreed(said.skill) }),
    },
  ];
}

/** Writes that a vendor sells an item: the relation and its prices. */
export async function sells(world: ToolWorld, vendor: number, itemId: number, ...prices: readonly number[]) {
  const edge = { installs: 3, firstSeen: '2026-11-01', lastSeen: '2026-11-02' };
  const body = { prices: prices.map((price) => agreed(price, 7)) };
  await world.write({
    edges: [{ name: { group: 'sold_by:item:npc', fromId: itemId, toId: vendor }, edge }],
    facts: [{ family: 'vendor_goods', subject: `${vendor}:${itemId}`, body }],
  });
}
