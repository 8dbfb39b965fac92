import { LIST_MAX } from '../../../schema/limits.ts';
import type { guild_board as contract } from '../../../schema/tools/people.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { compareStrings } from '../../families/counting/order.ts';
import { type GuildBoard, toGuildSubject } from '../../families/guild_boards.ts';
import { families } from '../../families/mod.ts';
import { type PublishedSnapshot, toLabel } from '../../reads/entities/snapshot_data.ts';
import { findRealm } from '../../reads/realms.ts';
import { groupBy } from '../../values/group_by.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { GRANT_HINT } from '../shared/empty_hints.ts';
import { answerPage, renderPage } from '../shared/page.ts';
import { readPagedEntity } from '../shared/paged_entity.ts';
import type { ContractRule } from '../tool.ts';
import { buildGrantField, SELF_GRANT_NOTICE } from './self_grant.ts';

/** The data that a guild shares under a grant (contract, section 2, Grant). */
export const guild_board: ContractRule<typeof contract> = {
  answer: (context, { guild, realm }) =>
    answerPage(context, async (snapshot) => {
      const subjectOf = (key: string): string => toGuildSubject(key, guild);
      const { key, ...others } = await findRealm(snapshot, realm, families.guild_boards, subjectOf);
      const fact = await snapshot.fact(families.guild_boards, subjectOf(key));
      if (fact === null) {
        const asked = `${JSON.stringify(guild)} of the realm ${JSON.stringify(realm)}`;
        return { none: `No record of the guild ${asked} is shared under a grant.`, hint: GRANT_HINT };
      }
      const board = fact as unknown as GuildBoard;
      const awards = await readAwards(snapshot, board.awards);
      const page = {
        guild: board.guild.guildName,
        realm: board.guild.realm,
        ...others,
        ...(board.roster === undefined ? {} : { roster: groupRoster(board.roster) }),
        ...(board.lockouts === undefined ? {} : { lockouts: buildLockoutAnswers(board.lockouts) }),
        ...(board.attendance === undefined ? {} : { attendance: board.attendance.map(buildRaidAnswer) }),
        ...(awards === undefined ? {} : { awards }),
        ...buildGrantField(board.self === true),
      };
      return { page };
    }),
  text: (answer) => renderPage(answer, renderGuild),
};

type BoardEntry<M extends keyof GuildBoard> = NonNullable<GuildBoard[M]> extends readonly (infer R)[] ? R : never;

function buildLockoutAnswers(lockouts: readonly BoardEntry<'lockouts'>[]) {
  return {
    total: lockouts.length,
    list: lockouts
      .slice(0, LIST_MAX.guildBoard.lockouts)
      .map(({ capturedAt, instance, difficulty, bossesKilled, resetAt }) => ({
        capturedAt,
        instance,
        difficulty,
        bossesKilled,
        resetAt,
      })),
  };
}

function buildRaidAnswer({ capturedAt, instance, present }: BoardEntry<'attendance'>) {
  return { capturedAt, instance, present };
}

/** Returns awards with the agreed names of their items. An item gets a link only if it has public data. */
async function readAwards(
  snapshot: PublishedSnapshot,
  awards: readonly BoardEntry<'awards'>[] | undefined,
): Promise<BoardPage['awards']> {
  if (awards === undefined) return undefined;
  const ids = [...new Set(awards.map(({ itemId }) => itemId))];
  const items = await mapInOrder(ids, (id) => readPagedEntity(snapshot, 'item', id));
  const byId = new Map(items.map((item) => [item.id, item] as const));
  return awards.map(({ capturedAt, itemId, itemName, recipient, sourceBoss }) => ({
    capturedAt,
    item: byId.get(itemId)!,
    itemName,
    recipient,
    sourceBoss,
  }));
}

type BoardPage = NonNullable<ToolAnswer<typeof contract>['page']>;
type BoardPart<K extends keyof BoardPage> = NonNullable<BoardPage[K]>;

/** Maximum number of entries that a text shows for each part. */
const SHOWN_BOARD_LINES_MAX = 4;
const SHOWN_NAMES_MAX = 8;

function renderGuild(page: BoardPage): readonly string[] {
  const { guild, realm, roster, lockouts, attendance = [], awards = [], grant } = page;
  return [
    `Guild ${JSON.stringify(guild)} of ${JSON.stringify(realm)}.`,
    ...(roster === undefined ? ['No roster is shared.'] : [renderRoster(roster)]),
    ...(roster?.ranks ?? []).slice(0, SHOWN_BOARD_LINES_MAX).map(formatRank),
    ...renderBoardPart('lockout', lockouts?.total ?? 0, (lockouts?.list ?? []).map(formatLockout)),
    ...renderBoardPart('raid', attendance.length, attendance.map(formatRaid)),
    ...renderBoardPart('award', awards.length, awards.map(formatAward)),
    ...(grant === undefined ? [] : [SELF_GRANT_NOTICE]),
  ];
}

function formatDay(instant: string): string {
  return instant.slice(0, 10);
}

function renderRoster({ capturedAt, faction, members, ranks }: BoardPart<'roster'>): string {
  return `Roster of ${formatDay(capturedAt)}: ${formatQuantity(members, 'member')} in ${formatQuantity(ranks.length, 'rank')}, ${faction}.`;
}

function formatRank({ rank, members }: BoardPart<'roster'>['ranks'][number]): string {
  const names = members.slice(0, SHOWN_NAMES_MAX).map(({ name, level }) => `${JSON.stringify(name)} (${level})`);
  const more = members.length > SHOWN_NAMES_MAX ? ', …' : '';
  return `  ${JSON.stringify(rank)}: ${formatQuantity(members.length, 'member')}: ${names.join(', ')}${more}`;
}

function formatLockout({ instance, difficulty, bossesKilled, resetAt }: BoardPart<'lockouts'>['list'][number]): string {
  return `${JSON.stringify(instance)} ${JSON.stringify(difficulty)}: ${formatQuantity(bossesKilled.length, 'boss', 'bosses')} killed, resets ${resetAt}`;
}

function formatRaid({ capturedAt, instance, present }: BoardPart<'attendance'>[number]): string {
  return `${formatDay(capturedAt)} ${JSON.stringify(instance)}: ${present.length} present`;
}

function formatAward({ capturedAt, item, itemName, recipient, sourceBoss }: BoardPart<'awards'>[number]): string {
  const named = item.name === null ? `${JSON.stringify(itemName)} (item ${item.id})` : toLabel(item);
  return `${formatDay(capturedAt)} ${named} to ${JSON.stringify(recipient)}, from ${JSON.stringify(sourceBoss)}`;
}

/** Renders the first lines of a part under a heading. Returns no lines if the part is not shared. */
function renderBoardPart(one: string, total: number, lines: readonly string[]): readonly string[] {
  return total === 0
    ? []
    : [
        `${formatQuantity(total, one)}${total > SHOWN_BOARD_LINES_MAX ? `, the first ${SHOWN_BOARD_LINES_MAX} of them` : ''}:`,
        ...lines.slice(0, SHOWN_BOARD_LINES_MAX).map((line) => `  ${line}`),
      ];
}

type GuildRoster = NonNullable<GuildBoard['roster']>;
type RosterMember = GuildRoster['members'][number];

/**
 * Groups a roster by rank. Ranks are ordered by name, because records do not contain the order of ranks in the guild.
 */
function groupRoster({ capturedAt, faction, members }: GuildRoster) {
  return {
    capturedAt,
    faction,
    members: members.length,
    ranks: [...groupBy(members, ({ rank }) => rank)]
      .sort(([a], [b]) => compareStrings(a, b))
      .map(([rank, ofRank]) => ({ rank, members: ofRank.toSorted(compareLevels).map(toRosterMember) })),
  };
}

function compareLevels(a: RosterMember, b: RosterMember): number {
  return (
    b.level - a.level ||
    compareStrings(a.name, b.name) ||
    compareStrings(a.class, b.class) ||
    a.lastOnlineDays - b.lastOnlineDays
  );
}

function toRosterMember({ name, level, class: characterClass, lastOnlineDays }: RosterMember) {
  return { name, level, class: characterClass, lastOnlineDays };
}
