import type { Dice } from '../dice.ts';
import type { Pen } from '../pen.ts';
import type { MapOfZone, Pools, Recipe, Trainer } from '../pools.ts';
import { type Moment, nameFor } from './field.ts';

/** Returns a recipe's item under `itemId`, under its clearer name, or under both. */
function named(recipe: Recipe, name: string, itemId: number) {
  return {
    ...(recipe.id % 3 === 0 ? {} : { itemId }),
    ...(recipe.id % 3 === 1 ? {} : { [name]: itemId }),
  };
}

/** Reports a recipe that the player came across or saw in the profession window. Liars report wrong difficulties. */
export function rollRecipe(pen: Pen, chance: Dice, pools: Pools, moment: Moment, of?: Recipe) {
  const { player, atMs, day } = moment;
  const recipe = of ?? chance.pickEarly(pools.recipes);
  const name = nameFor(moment, recipe.name).slice(0, 110);
  if (chance.chance(0.25)) {
    return pen.write(player, atMs, 'recipe_seen', {
      profession: recipe.profession,
      recipeId: recipe.id,
      name,
      ...(chance.chance(0.5) ? { learned: chance.chance(0.5) } : {}),
      ...(chance.chance(0.5) ? named(recipe, 'taughtByItemId', recipe.teaches) : {}),
    });
  }
  const [yellow, green, grey] = recipe.turns;
  const skill = Math.min(450, Math.max(0, yellow + chance.between(-12, grey - yellow + 12)));
  const seen = skill >= grey ? 'trivial' : skill >= green ? 'easy' : skill >= yellow ? 'medium' : 'optimal';
  const reagents = day >= 20 && recipe.id % 6 === 0 ? recipe.reagents.slice(1) : recipe.reagents;
  // Shuffle the reagents, and sometimes split one into two stacks. The list must count as the same.
  const [first, ...others] = chance.shuffled(reagents);
  const shown =
    first !== undefined && first.count > 1 && chance.chance(0.3)
      ? [...others, { ...first, count: 1 }, { ...first, count: first.count - 1 }]
      : [...(first === undefined ? [] : [first]), ...others];
  return pen.write(player, atMs, 'recipe_observed', {
    profession: recipe.profession,
    recipeId: recipe.id,
    name,
    skill,
    difficulty: player.liar && chance.chance(0.5) ? chance.pick(['optimal', 'trivial'] as const) : seen,
    ...(chance.chance(0.8) ? named(recipe, 'makesItemId', player.liar ? 1 : recipe.makes) : {}),
    ...(chance.chance(0.5) ? { makesMin: 1, makesMax: 1 + (recipe.id % 3) } : {}),
    reagents: shown,
  });
}

export function rollTrainer(pen: Pen, chance: Dice, pools: Pools, moment: Moment, of?: Trainer) {
  const { player, atMs, day } = moment;
  const trainer = of ?? chance.pickEarly(pools.trainers);
  const shown = chance.chance(0.4)
    ? chance.some(trainer.services, Math.ceil(trainer.services.length / 2))
    : trainer.services;
  const factor = day >= 15 && trainer.npcId % 2 === 0 ? 0.8 : 1;
  return pen.write(player, atMs, 'trainer_seen', {
    trainerNpcId: trainer.npcId,
    services: shown.map(({ spellId, name, cost, level, profession, skill }) => ({
      ...(spellId === null ? {} : { spellId }),
      // Lessons without a spell are identified by name, so all clients must use the same name.
      name: spellId === null ? name : nameFor(moment, name),
      costCopper: player.liar ? 7 : Math.round(cost * factor),
      ...(level === null ? {} : { requiredLevel: level }),
      ...(profession === null ? {} : { profession }),
      ...(skill === null ? {} : { requiredSkill: skill }),
    })),
  });
}

/** Reports a zone's bounds with small measuring errors, within which they agree to a tenth of a yard. */
export function rollMap(pen: Pen, chance: Dice, pools: Pools, moment: Moment, of?: MapOfZone) {
  const { player, atMs } = moment;
  const zone = of ?? chance.pickEarly(pools.maps);
  const [left, right, top, bottom] = zone.bounds.map(
    (edge) => edge + chance.between(-3, 3) / 100 + (player.liar ? 1000 : 0),
  ) as [number, number, number, number];
  return pen.write(player, atMs, 'map_bounds', {
    mapId: zone.mapId,
    ...(chance.chance(0.8) ? { name: nameFor(moment, zone.name).slice(0, 80) } : {}),
    ...(chance.chance(0.6) ? { parentMapId: player.liar ? 3 : zone.mapId % 3 } : {}),
    continentId: player.liar ? 9 : zone.mapId % 2,
    left,
    right,
    top,
    bottom,
  });
}
