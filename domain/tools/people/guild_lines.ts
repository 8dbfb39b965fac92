import type { guild_board as contract } from '../../../schema/tools/guild_board.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { called } from '../../reads/entities/snapshot_data.ts';
import { counted } from '../../values/phrases.ts';
import { SELF_GRANT } from './self_grant.ts';

type Page = NonNullable<AnswerOf<typeof contract>['page']>;
type Part<K extends keyof Page> = NonNullable<Page[K]>;

/** Maximum number of entries that a text shows for each part. */
const LINES_TOLD = 4;
const NAMES_SHOWN = 8;

/** Renders a guild's board as text. */
export function guildLines(page: Page): readonly string[] {
  const { guild, realm, roster, lockouts, attendance = [], awards = [], grant } = page;
  return [
    `Guild ${JSON.stringify(guild)} of ${JSON.stringify(realm)}.`,
    ...(roster === undefined ? ['No roster is shared.'] : [rosterLine(roster)]),
    ...(roster?.ranks ?? []).slice(0, LINES_TOLD).map(rankLine),
    ...listLines('lockout', lockouts?.total ?? 0, (lockouts?.list ?? []).map(lockoutLine)),
    ...listLines('raid', attendance.length, attendance.map(raidLine)),
    ...listLines('award', awards.length, awards.map(awardLine)),
    ...(grant === undefined ? [] : [SELF_GRANT]),
  ];
}

function dayOfText(instant: string): string {
  return instant.slice(0, 10);
}

function rosterLine({ capturedAt, faction, members, ranks }: Part<'roster'>): string {
  return `Roster of ${dayOfText(capturedAt)}: ${counted(members, 'member')} in ${counted(ranks.length, 'rank')}, ${faction}.`;
}

function rankLine({ rank, members }: Part<'roster'>['ranks'][number]): string {
  const names = members.slice(0, NAMES_SHOWN).map(({ name, level }) => `${JSON.stringify(name)} (${level})`);
  const more = members.length > NAMES_SHOWN ? ', …' : '';
  return `  ${JSON.stringify(rank)}: ${counted(members.length, 'member')}: ${names.join(', ')}${more}`;
}

function lockoutLine({ instance, difficulty, bossesKilled, resetAt }: Part<'lockouts'>['list'][number]): string {
  return `${JSON.stringify(instance)} ${JSON.stringify(difficulty)}: ${counted(bossesKilled.length, 'boss', 'bosses')} killed, resets ${resetAt}`;
}

function raidLine({ capturedAt, instance, present }: Part<'attendance'>[number]): string {
  return `${dayOfText(capturedAt)} ${JSON.stringify(instance)}: ${present.length} present`;
}

function awardLine({ capturedAt, item, itemName, recipient, sourceBoss }: Part<'awards'>[number]): string {
  const named = item.name === null ? `${JSON.stringify(itemName)} (item ${item.id})` : called(item);
  return `${dayOfText(capturedAt)} ${named} to ${JSON.stringify(recipient)}, from ${JSON.stringify(sourceBoss)}`;
}

/** Renders the first lines of a part under a heading. Returns no lines if the part is not shared. */
function listLines(one: string, total: number, lines: readonly string[]): readonly string[] {
  return total === 0
    ? []
    : [
        `${counted(total, one)}${total > LINES_TOLD ? `, the first ${LINES_TOLD} of them` : ''}:`,
        ...lines.slice(0, LINES_TOLD).map((line) => `  ${line}`),
      ];
}
