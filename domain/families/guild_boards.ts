import { LIST_MAX } from '../../schema/limits.ts';
import { toRealmKey } from '../values/realm_key.ts';
import { defineGrantedFamily, type GrantedReading, type GrantedRecord, toGrantSubject } from './counting/granted.ts';
import { compareStrings } from './counting/order.ts';

const GUILD_KINDS = ['guild_snapshot', 'raid_lockout', 'attendance', 'loot_award'] as const;

type GuildKind = (typeof GUILD_KINDS)[number];
type GuildRecord = GrantedRecord<GuildKind>;

/** Fields of a record shown on the board, and the time when the record was captured. */
type GuildBoardRecord<K extends GuildKind> = Omit<Extract<GuildRecord, { kind: K }>, 'kind' | 'guildName' | 'realm'> & {
  readonly capturedAt: string;
};

/** The facts about one guild. A section is absent if no record covered by a grant belongs to it. */
export interface GuildBoard {
  /** Spelt as in the newest record about the guild. */
  readonly guild: { readonly guildName: string; readonly realm: string };
  readonly roster?: GuildBoardRecord<'guild_snapshot'>;
  /** The newest lockout for each instance and difficulty, ordered by the names of both. */
  readonly lockouts?: readonly GuildBoardRecord<'raid_lockout'>[];
  /** The newest 100 attendance records and the newest 200 awards, newest first. */
  readonly attendance?: readonly GuildBoardRecord<'attendance'>[];
  readonly awards?: readonly GuildBoardRecord<'loot_award'>[];
  /** Present if at least one of the records shown is covered only by grants issued by the holder of the install id. */
  readonly self?: true;
}

export function toGuildSubject(realm: string, guildName: string): string {
  return toGrantSubject(toRealmKey(realm), toRealmKey(guildName));
}

/**
 * A guild's roster, lockouts, attendance and awarded loot, from records covered by a grant (contract, section 2,
 * Grant). A record reported by several installs is shown once. The subject is built by `toGuildSubject`.
 */
export const guild_boards = defineGrantedFamily({
  name: 'guild_boards',
  version: 2,
  kinds: GUILD_KINDS,
  subjectOf: ({ realm, guildName }) => toGuildSubject(realm, guildName),
  facts: (all): GuildBoard => {
    const records = omitRepeatedRecords(all);
    const roster = selectRecordsOfKind(records, 'guild_snapshot').slice(0, 1);
    const lockouts = pickNewest(selectRecordsOfKind(records, 'raid_lockout'));
    const attendance = selectRecordsOfKind(records, 'attendance').slice(0, LIST_MAX.guildBoard.attendance);
    const awards = selectRecordsOfKind(records, 'loot_award').slice(0, LIST_MAX.guildBoard.awards);
    const { guildName, realm } = all[0].record;
    return {
      guild: { guildName, realm },
      ...(roster[0] === undefined ? {} : { roster: toBoardRecord(roster[0]) }),
      ...(lockouts.length === 0 ? {} : { lockouts: lockouts.map(toBoardRecord) }),
      ...(attendance.length === 0 ? {} : { attendance: attendance.map(toBoardRecord) }),
      ...(awards.length === 0 ? {} : { awards: awards.map(toBoardRecord) }),
      ...([...roster, ...lockouts, ...attendance, ...awards].some(({ self }) => self) ? { self: true } : {}),
    };
  },
});

/** Removes duplicates. Of equal records, the first is kept, and records granted by the operator come first. */
function omitRepeatedRecords<R>(records: readonly GrantedReading<R>[]): readonly GrantedReading<R>[] {
  return records.filter(({ atMs, text }, i) => records[i - 1]?.atMs !== atMs || records[i - 1]?.text !== text);
}

type GuildEvidence<K extends GuildKind> = GrantedReading<Extract<GuildRecord, { kind: K }>>;

function selectRecordsOfKind<K extends GuildKind>(
  records: readonly GrantedReading<GuildRecord>[],
  kind: K,
): readonly GuildEvidence<K>[] {
  return records.filter((granted): granted is GuildEvidence<K> => granted.record.kind === kind);
}

function pickNewest(records: readonly GuildEvidence<'raid_lockout'>[]): readonly GuildEvidence<'raid_lockout'>[] {
  const newest = new Map<string, GuildEvidence<'raid_lockout'>>();
  for (const granted of records) {
    const key = `${granted.record.instance}\n${granted.record.difficulty}`;
    if (!newest.has(key)) newest.set(key, granted);
  }
  return [...newest].sort(([a], [b]) => compareStrings(a, b)).map(([, granted]) => granted);
}

function toBoardRecord<K extends GuildKind>({ atMs, record }: GuildEvidence<K>): GuildBoardRecord<K> {
  const { kind: _kind, guildName: _guild, realm: _realm, ...fields } = record;
  return { capturedAt: new Date(atMs).toISOString(), ...fields } as GuildBoardRecord<K>;
}
