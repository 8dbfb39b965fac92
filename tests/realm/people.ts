import type { Dice } from './dice.ts';

/** An installation of the addon and its player. */
export interface Player {
  readonly installId: string;
  /** Whether the player reports false data. */
  readonly liar: boolean;
  /** Suffix that the client appends to names. It is '' for the most common client. */
  readonly client: string;
  /** The client's language, which the addon declares in most of its uploads. */
  readonly locale: 'enUS' | 'deDE' | 'ruRU';
  /** How often the player plays, from 0 to 1. */
  readonly zeal: number;
  readonly realm: string;
  readonly faction: 'alliance' | 'horde';
  readonly characterKey: string;
  readonly className: string;
  readonly race: string;
  readonly level: number;
  /** Whether the player scans the auction house. */
  readonly trader: boolean;
  /** A text that only this install reports, once, as an item's name. It must never be public. */
  readonly signature: string;
}

/**
 * The spellings of each realm. One spelling has a combining accent, another has surrounding spaces. One upload may name
 * at most three realms, so there are three.
 */
export const REALMS = [
  ['\u00c9ldermoor', '\u00c9LDERMOOR', 'E\u0301ldermoor'],
  ['Sandstrand', 'sandstrand', ' Sandstrand '],
  ['Nook'],
] as const;

const CLASSES = ['WARRIOR', 'MAGE', 'PRIEST', 'ROGUE'] as const;
const RACES = { alliance: ['Human', 'NightElf'], horde: ['Orc', 'Troll'] } as const;

export function rollPlayers(chance: Dice, count: number): readonly Player[] {
  return Array.from({ length: count }, (_, i): Player => {
    const client = i % 8 === 3 ? ' (der andere)' : i % 20 === 6 ? ' (другой)' : '';
    const faction = chance.chance(0.6) ? 'alliance' : 'horde';
    const home = i % 25 === 24 ? REALMS[2] : chance.chance(0.7) ? REALMS[0] : REALMS[1];
    return {
      installId: `install-${chance.hex(20)}`,
      liar: i % 12 === 7,
      client,
      locale: client === '' ? 'enUS' : client.includes('der') ? 'deDE' : 'ruRU',
      zeal: 0.25 + 0.75 * chance.next(),
      realm: chance.chance(0.6) ? home[0] : chance.pick(home),
      faction,
      characterKey: chance.hex(8),
      className: chance.pickEarly(CLASSES),
      race: chance.pick(RACES[faction]),
      level: chance.chance(0.3) ? 60 : chance.between(1, 59),
      trader: chance.chance(0.4),
      signature: `Signature ${chance.hex(16)}`,
    };
  });
}
