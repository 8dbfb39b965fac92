import { LIST_MAX } from '../../../schema/limits.ts';
import type { guild_board as contract } from '../../../schema/tools/guild_board.ts';
import { type GuildBoard, guildSubject } from '../../families/guild_boards.ts';
import { families } from '../../families/mod.ts';
import type { Entity, PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { BY_GRANT } from '../shared/empty_hints.ts';
import { answerPage, pageText } from '../shared/page.ts';
import { pagedEntityOf } from '../shared/paged_entity.ts';
import type { RuleOf } from '../tool.ts';
import { guildLines } from './guild_lines.ts';
import { rosterOf } from './guild_roster.ts';
import { selfGranted } from './self_grant.ts';

/** The data that a guild shares under a grant (contract, section 2, Grant). */
export const guild_board: RuleOf<typeof contract> = {
  answer: (context, { guild, realm }) =>
    answerPage(context, async (snapshot) => {
      const fact = await snapshot.fact(families.guild_boards, guildSubject(realm, guild));
      if (fact === null) {
        const asked = `${JSON.stringify(guild)} of the realm ${JSON.stringify(realm)}`;
        return { none: `No record of the guild ${asked} is shared under a grant.`, fills: BY_GRANT };
      }
      const board = fact as unknown as GuildBoard;
      const awards = await awardsOf(snapshot, board.awards);
      const page = {
        guild: board.guild.guildName,
        realm: board.guild.realm,
        ...(board.roster === undefined ? {} : { roster: rosterOf(board.roster) }),
        ...(board.lockouts === undefined ? {} : { lockouts: lockoutsOf(board.lockouts) }),
        ...(board.attendance === undefined ? {} : { attendance: board.attendance.map(raidOf) }),
        ...(awards === undefined ? {} : { awards }),
        ...selfGranted(board.self === true),
      };
      return { page };
    }),
  text: (answer) => pageText(answer, guildLines),
};

type Shown<M extends keyof GuildBoard> = NonNullable<GuildBoard[M]> extends readonly (infer R)[] ? R : never;

function lockoutsOf(lockouts: readonly Shown<'lockouts'>[]) {
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

function raidOf({ capturedAt, instance, present }: Shown<'attendance'>) {
  return { capturedAt, instance, present };
}

interface Award {
  readonly capturedAt: string;
  readonly item: Entity<'item'>;
  readonly itemName: string;
  readonly recipient: string;
  readonly sourceBoss: string;
}

/** Returns awards with the agreed names of their items. An item gets a link only if it has public data. */
async function awardsOf(
  snapshot: PublishedSnapshot,
  awards: readonly Shown<'awards'>[] | undefined,
): Promise<readonly Award[] | undefined> {
  if (awards === undefined) return undefined;
  const ids = [...new Set(awards.map(({ itemId }) => itemId))];
  const items = await mapInOrder(ids, (id) => pagedEntityOf(snapshot, 'item', id));
  const byId = new Map(items.map((item) => [item.id, item] as const));
  return awards.map(({ capturedAt, itemId, itemName, recipient, sourceBoss }) => ({
    capturedAt,
    item: byId.get(itemId)!,
    itemName,
    recipient,
    sourceBoss,
  }));
}
