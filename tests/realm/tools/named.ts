import { factOf, subjectsOf, type ToolCheck } from '../tools.ts';
import { coins, groupedBy, otherwise, type PageHolder, pageHolder, textOrder } from './page.ts';

interface Ledger {
  readonly ledger: number;
  readonly peakCopper: number | null;
  readonly money: Readonly<Record<string, number | null>>;
  readonly other: Readonly<Record<string, number | null>>;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly self: boolean;
}

/** The net amount for each source of money, and the total. */
type Line = Readonly<Record<string, number | null>> & { readonly total: number | null };

interface Purse {
  readonly character: { readonly character: string; readonly realm: string };
  readonly ledgers: readonly Ledger[];
}

/** Checks `gold_ledger` for all characters with shared ledgers, and for characters that share none. */
export const checkGoldLedger: ToolCheck = async (ground) => {
  const holder = await pageHolder(ground);
  for (const subject of subjectsOf(ground, 'gold_ledgers')) {
    const { character, ledgers } = factOf(ground, 'gold_ledgers', subject) as unknown as Purse;
    const page = {
      ...character,
      total: ledgers.length,
      ledgers: ledgers.slice(0, 100).map(ledgerOf),
      ...granted(ledgers.some(({ self }) => self)),
    };
    for (let n = 0; n < 4; n++) {
      const args = { character: otherwise(character.character, n), realm: otherwise(character.realm, n + 1) };
      await holder.hold('gold_ledger', args, page, page.ledgers.slice(0, 6).flatMap(ledgerTold));
    }
    await holder.hold('gold_ledger', { character: character.character, realm: 'Nowhere at All' }, null);
    await holder.hold('gold_ledger', { character: `${character.character}a`, realm: character.realm }, null);
  }
  await holder.hold('gold_ledger', { character: 'Nobody', realm: 'Sandstrand' }, null);
  return holder.figures();
};

function granted(self: boolean) {
  return self ? { grant: 'self' } : {};
}

function ledgerOf({ money, other, self, ...rest }: Ledger) {
  return {
    ...rest,
    money: withTotal(money),
    other: withTotal(other),
    ...granted(self),
  };
}

function ledgerTold({ ledger, firstDay, peakCopper, money, other }: ReturnType<typeof ledgerOf>): readonly string[] {
  return [
    `Ledger ${ledger}, ${firstDay}`,
    `peak gold ${peakCopper === null ? 'unknown' : coins(peakCopper)}`,
    ...[money, other].flatMap(({ total, ...sources }) => [
      ...(total === null ? [] : [`: ${signed(total)} (`]),
      ...Object.entries(sources).flatMap(([source, copper]) => (copper == null ? [] : [`${source} ${signed(copper)}`])),
    ]),
  ];
}

function signed(copper: number): string {
  return `${copper < 0 ? '−' : '+'}${coins(Math.abs(copper))}`;
}

/** Adds the total of the recorded amounts, or null if none are recorded. */
function withTotal(line: Readonly<Record<string, number | null>>): Line {
  const known = Object.values(line).filter((copper) => copper !== null);
  return { total: known.length === 0 ? null : known.reduce((sum, copper) => sum + copper, 0), ...line };
}

interface Member {
  readonly name: string;
  readonly rank: string;
  readonly level: number;
  readonly class: string;
  readonly lastOnlineDays: number;
}

interface Board {
  readonly guild: { readonly guildName: string; readonly realm: string };
  readonly roster?: { readonly capturedAt: string; readonly faction: string; readonly members: readonly Member[] };
  readonly lockouts?: readonly unknown[];
  readonly attendance?: readonly unknown[];
  readonly awards?: readonly (Readonly<Record<string, unknown>> & { readonly itemId: number })[];
}

/** Checks `guild_board` for all guilds that share their board, and for guilds that do not. */
export const checkGuildBoard: ToolCheck = async (ground) => {
  const holder = await pageHolder(ground);
  for (const subject of subjectsOf(ground, 'guild_boards')) {
    const board = factOf(ground, 'guild_boards', subject) as unknown as Board;
    const { guildName, realm } = board.guild;
    const awards = board.awards?.map(({ itemId, ...award }) => ({
      ...award,
      item: holder.named('item', itemId),
    }));
    const page = {
      guild: guildName,
      realm,
      ...(board.roster === undefined ? {} : { roster: rosterOf(board.roster) }),
      ...(board.lockouts === undefined ? {} : { lockouts: { total: board.lockouts.length, list: board.lockouts } }),
      ...(board.attendance === undefined ? {} : { attendance: board.attendance }),
      ...(awards === undefined ? {} : { awards }),
    };
    for (let n = 0; n < 4; n++) {
      const args = { guild: otherwise(guildName, n), realm: otherwise(realm, n + 2) };
      await holder.hold('guild_board', args, page, [
        `Guild ${JSON.stringify(guildName)} of ${JSON.stringify(realm)}.`,
        ...(board.roster?.members.map(({ name, level }) => `${JSON.stringify(name)} (${level})`) ?? []),
      ]);
    }
    await checkStrangers(holder, guildName, realm);
  }
  await holder.hold('guild_board', { guild: 'Nobody’s Guild', realm: 'Sandstrand' }, null);
  return holder.figures();
};

async function checkStrangers(holder: PageHolder, guild: string, realm: string): Promise<void> {
  await holder.hold('guild_board', { guild, realm: 'Nowhere at All' }, null);
  await holder.hold('guild_board', { guild: guild.slice(0, -1), realm }, null);
}

/** Groups members by rank, sorted by name. Within a rank, members are sorted by descending level, then by name. */
function rosterOf({ capturedAt, faction, members }: NonNullable<Board['roster']>) {
  return {
    capturedAt,
    faction,
    members: members.length,
    ranks: [...groupedBy(members, ({ rank }) => rank)]
      .toSorted(([a], [b]) => textOrder(a, b))
      .map(([rank, ofRank]) => ({
        rank,
        members: ofRank
          .toSorted((a, b) => b.level - a.level || textOrder(a.name, b.name))
          .map(({ rank: _rank, ...member }) => member),
      })),
  };
}
