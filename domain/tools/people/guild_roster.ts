import { groupBy } from '../../families/counting/group_by.ts';
import { byText } from '../../families/counting/order.ts';
import type { GuildBoard } from '../../families/guild_boards.ts';

type Roster = NonNullable<GuildBoard['roster']>;
type Member = Roster['members'][number];

/** A roster by rank. Records do not tell the order of a guild's ranks, so they stand by name. */
export const rosterOf = ({ capturedAt, faction, members }: Roster) => ({
  ...{ capturedAt, faction, members: members.length },
  ranks: [...groupBy(members, ({ rank }) => rank)]
    .sort(([a], [b]) => byText(a, b))
    .map(([rank, ofRank]) => ({ rank, members: ofRank.toSorted(byLevel).map(memberOf) })),
});

const byLevel = (a: Member, b: Member): number =>
  b.level - a.level || byText(a.name, b.name) || byText(a.class, b.class) || a.lastOnlineDays - b.lastOnlineDays;

const memberOf = ({ name, level, class: characterClass, lastOnlineDays }: Member) => ({
  ...{ name, level, class: characterClass, lastOnlineDays },
});
