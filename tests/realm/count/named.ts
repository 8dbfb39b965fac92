import { type Kept, reach } from '../kept.ts';
import { dayText, type Rec } from '../record.ts';
import { type Facts, realmKeyOf } from './agreed.ts';

const GUILD_KINDS = ['guild_snapshot', 'raid_lockout', 'attendance', 'loot_award'] as const;

/** Counts named records. A record that a grant covers is public even if fewer than three installs reported it. */
export function countNamed(kept: readonly Kept[], facts: Facts): void {
  const guilds = new Map<string, Kept[]>();
  const purses = new Map<string, Kept[]>();
  for (const one of kept) {
    if (one.grants.length === 0) continue;
    const { record } = one;
    if ('guildName' in record) reach(guilds, subjectOf(record.realm, record.guildName), () => []).push(one);
    if (record.kind === 'gold_snapshot' || record.kind === 'money_event') {
      reach(purses, subjectOf(record.realm, record.character), () => []).push(one);
    }
  }
  for (const [subject, list] of guilds) facts.set(`guild_boards ${subject}`, boardOf(list));
  for (const [subject, list] of purses) facts.set(`gold_ledgers ${subject}`, ledgersOf(list));
}

function subjectOf(realm: string, name: string): string {
  return `${realmKeyOf(realm)}\n${realmKeyOf(name)}`;
}

/** Sorts records newest first. No two named records of a rolled realm have the same time. */
function newestFirst(list: readonly Kept[]): Kept[] {
  return [...list].sort((a, b) => b.atMs - a.atMs);
}

function boardOf(list: readonly Kept[]): unknown {
  const shown = (kind: (typeof GUILD_KINDS)[number]) =>
    newestFirst(list)
      .filter(({ record }) => record.kind === kind)
      .map(({ record, atMs }) => {
        const {
          kind: _kind,
          installId: _install,
          eventId: _event,
          guildName: _guild,
          realm: _realm,
          ...fields
        } = record as Rec<'attendance'>;
        return { ...fields, capturedAt: new Date(atMs).toISOString() };
      });
  const rosters = shown('guild_snapshot');
  const lockouts = new Map<string, unknown>();
  for (const one of shown('raid_lockout')) {
    const { instance, difficulty } = one as unknown as Rec<'raid_lockout'>;
    reach(lockouts, `${instance}\n${difficulty}`, () => one);
  }
  const lists = {
    lockouts: [...lockouts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one),
    attendance: shown('attendance').slice(0, 100),
    awards: shown('loot_award').slice(0, 200),
  };
  const { guildName, realm } = newestFirst(list)[0]!.record as Rec<'attendance'>;
  return {
    guild: { guildName, realm },
    ...(rosters[0] === undefined ? {} : { roster: rosters[0] }),
    ...Object.fromEntries(Object.entries(lists).filter(([, rows]) => rows.length > 0)),
  };
}

const MONEY = ['loot', 'quest', 'vendor', 'auction'];
const OTHER = ['mail', 'trade', 'repair', 'training', 'travel', 'other'];

/** Returns one ledger per grant and install, sorted by the time of its first record. */
function ledgersOf(list: readonly Kept[]): unknown {
  const books = new Map<string, Kept[]>();
  for (const one of newestFirst(list).reverse()) {
    reach(books, `${Math.min(...one.grants)} ${one.install}`, () => []).push(one);
  }
  const ledgers = [...books.values()].map((book, i) => {
    const coins = book.flatMap(({ record }) => (record.kind === 'gold_snapshot' ? [record.copper] : []));
    const sum = (source: string): number | null => {
      const events = book.flatMap(({ record }) =>
        record.kind === 'money_event' && record.source === source ? [record.copper] : [],
      );
      return events.length === 0 ? null : events.reduce((total, copper) => total + copper, 0);
    };
    return {
      ledger: i + 1,
      peakCopper: coins.length === 0 ? null : Math.max(...coins),
      money: Object.fromEntries(MONEY.map((source) => [source, sum(source)])),
      other: Object.fromEntries(OTHER.map((source) => [source, sum(source)])),
      firstDay: dayText(book[0]!.atMs),
      lastDay: dayText(book.at(-1)!.atMs),
      self: false,
    };
  });
  const { character, realm } = newestFirst(list)[0]!.record as Rec<'gold_snapshot'>;
  return { character: { character, realm }, ledgers };
}
