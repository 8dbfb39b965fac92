import type { Dice } from '../dice.ts';
import type { Pen } from '../pen.ts';
import type { Player } from '../people.ts';
import type { Pools } from '../pools.ts';
import { type Moment, nameFor } from './field.ts';

/** Reports either the player's own character, which gains levels over time, or characters that it met. */
export function rollCensus(pen: Pen, chance: Dice, players: readonly Player[], { player, atMs, day }: Moment) {
  const { characterKey, realm, className, race, faction } = player;
  if (chance.chance(0.6)) {
    const level = Math.min(60, player.level + Math.floor(day / 3));
    pen.write(player, atMs, 'census_self', { characterKey, realm, class: className, race, faction, level });
    return;
  }
  const met = chance.some(players, chance.between(1, 6));
  pen.write(player, atMs, 'census_seen', {
    realm,
    characters: [
      ...met.map((other) => ({
        characterKey: other.characterKey,
        class: player.liar ? aloneToldBy(player).toUpperCase() : other.className,
        ...(chance.chance(0.7) ? { race: player.liar ? aloneToldBy(player) : other.race } : {}),
        faction: other.faction,
        // Some reports show a character after it has gained another level.
        level: Math.min(60, other.level + Math.floor(day / 3) + (chance.chance(0.1) ? 1 : 0)),
        ...(chance.chance(0.2) ? { guildName: 'Never Published' } : {}),
      })),
      // A stranger whom hardly any player meets twice.
      {
        characterKey: chance.hex(2).padStart(8, '0'),
        class: chance.pick(['PALADIN', 'DRUID', 'MAGE']),
        race: chance.pick(['Human', 'Gnome', 'Tauren']),
        faction: chance.pick(['alliance', 'horde'] as const),
        level: chance.between(1, 100),
      },
    ],
  });
}

/** Returns a word that only this player reports, for characters that others met, too. It must never be public. */
function aloneToldBy({ signature }: Player): string {
  return `Alone${[...signature.slice(-15)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('')}`;
}

export function rollTalents(pen: Pen, chance: Dice, { player, atMs, day }: Moment) {
  const { characterKey, className, level } = player;
  const first = 100 * className.length;
  const nodes = chance.some(
    Array.from({ length: 10 }, (_, i) => i),
    chance.between(1, 5),
  );
  pen.write(player, atMs, 'talent_snapshot', {
    characterKey,
    class: className,
    level: Math.min(60, level + Math.floor(day / 3)),
    nodes: nodes
      .map((node) => ({ nodeId: first + Math.floor((node * node) / 9), rank: chance.between(1, 5) }))
      .filter(({ nodeId }, i, all) => all.findIndex((other) => other.nodeId === nodeId) === i),
  });
}

/** Reports an entry of a random catalogue. */
export function rollCatalogue(pen: Pen, chance: Dice, pools: Pools, moment: Moment) {
  const { player, atMs } = moment;
  const n = Math.floor(chance.next() ** 2 * pools.catalogued);
  const wrong = player.liar ? 1 : 0;
  switch (chance.below(5)) {
    case 0:
      return pen.write(player, atMs, 'achievement_catalog', {
        achievementId: 400 + n,
        name: nameFor(moment, `Deed ${n}`),
        categoryId: n % 4,
        category: nameFor(moment, `Deeds of sort ${n % 4}`),
        ...(n % 2 === 0 ? { parentCategory: 'Deeds' } : {}),
        points: 10 + wrong,
        criteriaCount: 2,
        criteria: [
          { text: `Do ${n}`, required: 1 },
          { text: '', required: n },
        ],
      });
    case 1:
      return pen.write(player, atMs, 'reputation_catalog', {
        factionId: 500 + n,
        name: nameFor(moment, `People ${n}`),
        ...(n % 3 === 0 ? {} : { header: 'Peoples' }),
        ...(n % 5 === 0 ? { major: n % 2 === 0 } : {}),
      });
    case 2:
      return pen.write(player, atMs, 'title_catalog', { titleId: 1 + n, name: nameFor(moment, `Lord of ${n}`) });
    case 3:
      return pen.write(player, atMs, 'quest_chain_catalog', {
        questLineId: 600 + n,
        name: nameFor(moment, `Chain ${n}`),
        questIds: [n + 1, n + 2, n + 3 + wrong],
        ...(n % 4 === 0 ? { truncated: true } : {}),
      });
    default:
      return pen.write(player, atMs, 'collection_catalog', {
        collection: n % 2 === 0 ? 'mounts' : 'pets',
        source: nameFor(moment, chance.pick([`Sold in ${n}`, `Dropped in ${n}`, 'Unknown'])),
        itemId: 700 + n,
      });
  }
}

/** Reports kinds that affect no figure. Their records must not show up anywhere except, if public, in the feed. */
export function rollSilent(pen: Pen, chance: Dice, { player, atMs }: Moment) {
  const { characterKey, className: token, level } = player;
  switch (chance.below(4)) {
    case 0:
      return pen.write(player, atMs, 'addon_seen', {
        addon: `Addon ${chance.below(9)}`,
        version: '1.2',
        enabled: true,
      });
    case 1:
      return pen.write(player, atMs, 'auction_snapshot', {
        realm: player.realm,
        auctions: [{ itemId: 1, count: 5, buyoutCopper: 500, bidCopper: 0, timeLeft: 4 }],
      });
    case 2:
      return pen.write(player, atMs, 'quest_owned', { characterKey, class: token, level, questIds: [1, 2, 3] });
    default:
      return pen.write(player, atMs, 'title_owned', { characterKey, class: token, level, titleIds: [1, 2] });
  }
}
