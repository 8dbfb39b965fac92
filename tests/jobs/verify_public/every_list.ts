import {
  good,
  item,
  items,
  lesson,
  lot,
  npc,
  object,
  quest,
  recipe,
  type World,
  world,
  zone,
} from '../../support/world.ts';

/** Returns a world whose export has rows in every list. It has at least 4 and at most 8 installs. */
export function everyList(installs = 5): World {
  return world()
    .installs(installs, (install, name) => {
      const i = Number(name);
      install.at(`2026-01-0${i}T18:30:00Z`);
      for (let window = 0; window < 4 + 3 * i; window++) {
        install.looted(npc(6), ...(window % i === 0 ? items(2589) : []), ...(window === 3 ? items(7, 8) : []));
        install.opened(object(30, 'Chest'), {
          group: window % 2 === 0 ? 'solo' : 'party',
          items: [{ itemId: 5, count: 1 }],
        });
      }
      install.looted(npc(9)).looted(npc(10), item(11)).lootedOnQuest(npc(12), 40, item(13));
      install.met(npc(6, 'Kobold')).met(npc(6, 'Kobold'), { level: 8, reaction: 'neutral' }).saw(item(2589, 'Linen'));
      install.visitedVendor(npc(54), good(item(2589), 10 + (i % 2)), good(item(7), 55, { limitedStock: 2 }));
      install.sawPrice(item(8), 12, { source: 'vendor' });
      install.visitedTrainer(npc(55), lesson('Cooking', 100), lesson('Fire', 200, { spellId: 9, requiredLevel: 4 }));
      install.wasOffered(quest(40), { rewardItemIds: i > 2 ? [7, 8] : [7], giverNpcId: 6 });
      install
        .sawMap(zone(12))
        .sawRecipe(recipe(70))
        .sawDifficulty(recipe(71), { reagents: [{ itemId: 7, count: 2 }] });
      install
        .at('2026-01-09T11:00:00Z')
        .scanned('Everlook', [lot(item(7), 90 + 7 * i, 4), lot(item(7), 200, i), lot(item(8), 31, 9)]);
    })
    .installs([1, 2, 3, 4], (install) => install.at('2026-01-09T10:00:00Z').looted(npc(6), item(2589)));
}
