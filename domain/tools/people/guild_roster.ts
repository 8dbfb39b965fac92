import { groupBy } from '../../families/counting/group_by.ts';
import { byText } from '../../families/counting/order.ts';
import type { GuildBoard } from '../../families/guild_boards.ts';

type Roster = NonNullable<GuildBoard['roster']>;
type Member = Roster['members'][number];

/**
 * Groups a roster by rank. Ranks are ordered by name, because records do not contain the order of ranks in the guild.
 */
export function rosterOf({ capturedAt, faction, members }: Roster) {
  return {
    capturedAt,
    faction,
    members: members.length,
    ranks: [...groupBy(members, ({ rank }) => rank)]
      .sort(([a], [b]) => byText(a, b))
      .map(([rank, ofRank]) => ({ rank, members: ofRank.toSorted(byLevel).map(memberOf) })),
  };
}

function byLevel(a: Member, b: Member): number {
  return b.level - a.level || byText(a.name, b.name) || byText(a.class, b.class) || a.lastOnlineDays - b.lastOnlineDays;
}

function memberOf({ name, level, class: characterClass, lastOnlineDays }: Member) {
  return {
    name,
    level,
    class: characterClass,
    lastOnlineDays,
  };
}
