import { INTEGER_MAX, integer, name, nullable, strictObject } from '../fields.ts';
import { LENGTHS, LIST_MAX } from '../limits.ts';
import { count, plain } from '../response_fields.ts';
import { copper, day, many, pageAnswer, realmArgument, selfGrant } from './parts.ts';
import { toolContract } from './tool.ts';

/** Income minus spending. The balance can be negative. */
function balance(description: string) {
  return nullable(
    integer(`${description} Earned minus spent, in copper, or null if nothing was recorded.`, -INTEGER_MAX),
  );
}

/** The money records that a character chose to share. */
export const gold_ledger = toolContract({
  name: 'gold_ledger',
  title: 'Gold of a character',
  description:
    'The money of one character whose player shares it: the highest amount seen, income and spending from play (loot, quest, vendor, auction), and separately the rest (mail, trade, repair, training, travel, other). There is one ledger per grant and install. Ledgers are never added up, since two may include the same money. Only records covered by a grant are shown.',
  layers: ['observed'],
  arguments: {
    character: name(
      'The character’s name, in any spelling that differs only in case.',
      LENGTHS.character.min,
      LENGTHS.character.max,
    ),
    realm: realmArgument(),
  },
  output: pageAnswer(
    strictObject('The character’s ledgers.', {
      character: plain('The character, as its newest record spells it.', 60),
      realm: plain('Its realm, as its newest record spells it.', 120),
      total: count('Number of ledgers, including those beyond the list.'),
      ledgers: many(
        'One per grant and install, the one that began first first.',
        strictObject('The reports of one install under one grant.', {
          ledger: count('1 for the one that began first.'),
          peakCopper: nullable(
            copper('The highest amount recorded, or null if the character’s money was never recorded.'),
          ),
          money: strictObject('Income and spending from play.', {
            total: balance('All sources of this line that are recorded.'),
            loot: balance('Looted coin.'),
            quest: balance('Quests.'),
            vendor: balance('Vendors.'),
            auction: balance('Auctions.'),
          }),
          other: strictObject('Other income and spending.', {
            total: balance('All sources of this line that are recorded.'),
            mail: balance('Mail.'),
            trade: balance('Trades with players.'),
            repair: balance('Repairs.'),
            training: balance('Trainers.'),
            travel: balance('Flights and other travel.'),
            other: balance('Anything else.'),
          }),
          firstDay: day('When its first record was captured.'),
          lastDay: day('When its last record was captured.'),
          grant: selfGrant(),
        }),
        LIST_MAX.ledgers,
      ),
      grant: selfGrant(),
    }),
  ),
});
