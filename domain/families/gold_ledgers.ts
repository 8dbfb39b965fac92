import { OTHER_SOURCES, PLAY_SOURCES } from '../../schema/vocabulary.ts';
import { groupBy } from '../values/group_by.ts';
import { formatDayNumber, toUtcDay } from '../values/instant.ts';
import { toRealmKey } from '../values/realm_key.ts';
import { defineGrantedFamily, type GrantedReading, type GrantedRecord, toGrantSubject } from './counting/granted.ts';
import { compareStrings } from './counting/order.ts';

const GOLD_KINDS = ['gold_snapshot', 'money_event'] as const;

type GoldRecord = GrantedRecord<(typeof GOLD_KINDS)[number]>;

type MoneySource = (typeof PLAY_SOURCES)[number] | (typeof OTHER_SOURCES)[number];

/** Money that one install reported under one grant, in copper. Zero is a value, while null means not recorded. */
export interface GoldLedger {
  /** Sequence number, starting at 1 for the ledger with the earliest record. */
  readonly ledger: number;
  /** The character's highest balance in any record. */
  readonly peakCopper: number | null;
  /** Income minus spending, by source. `money` has the sources from playing, and `other` has the rest. */
  readonly money: Readonly<Record<(typeof PLAY_SOURCES)[number], number | null>>;
  readonly other: Readonly<Record<(typeof OTHER_SOURCES)[number], number | null>>;
  /** UTC day of the ledger's first record, YYYY-MM-DD. `lastDay` is the day of its last record. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** True if at least one record is covered only by grants issued by the holder of the install id. */
  readonly self: boolean;
}

/** The facts about one character. Name and realm are spelt as in the character's newest record. */
export interface GoldLedgers {
  readonly character: { readonly character: string; readonly realm: string };
  readonly ledgers: readonly GoldLedger[];
}

export function toGoldSubject(realm: string, character: string): string {
  return toGrantSubject(toRealmKey(realm), toRealmKey(character));
}

/**
 * A character's money, from records covered by a grant (contract, section 2, Grant). Ledgers of different grants and
 * installs are never merged, because two installs may have seen the same copper. The subject is built by
 * `toGoldSubject`.
 */
export const gold_ledgers = defineGrantedFamily({
  name: 'gold_ledgers',
  version: 3,
  kinds: GOLD_KINDS,
  subjectOf: ({ realm, character }) => toGoldSubject(realm, character),
  facts: (records): GoldLedgers => {
    const { character, realm } = records[0].record;
    const books = groupBy(records, ({ grant, installN }) => `${grant}:${installN}`);
    const ledgers = [...books.values()].map(createLedgerDraft).sort(compareLedgerStarts);
    return { character: { character, realm }, ledgers: ledgers.map(({ shown }, i) => ({ ledger: i + 1, ...shown })) };
  },
});

/** Records of one grant and install, newest first, at least one. */
type GoldEvidence = readonly GrantedReading<GoldRecord>[];

interface GoldLedgerDraft {
  readonly book: GoldEvidence;
  readonly shown: Omit<GoldLedger, 'ledger'>;
  readonly shownText: string;
}

function createLedgerDraft(book: GoldEvidence): GoldLedgerDraft {
  const shown = buildGoldLedger(book);
  return { book, shown, shownText: JSON.stringify(shown) };
}

/** Orders ledgers by their first record, then by content, so that upload order does not matter. */
function compareLedgerStarts(a: GoldLedgerDraft, b: GoldLedgerDraft): number {
  return (
    findFirstRecordTime(a.book) - findFirstRecordTime(b.book) ||
    compareStrings(formatGoldRecords(a.book), formatGoldRecords(b.book)) ||
    compareStrings(a.shownText, b.shownText)
  );
}

function formatGoldRecords(book: GoldEvidence): string {
  return book.map(({ text }) => text).join('\n');
}

function findFirstRecordTime(book: GoldEvidence): number {
  return book.at(-1)!.atMs;
}

function buildGoldLedger(book: GoldEvidence): Omit<GoldLedger, 'ledger'> {
  let peakCopper: number | null = null;
  // Sums can exceed 2^53, in which case floating-point results would depend on the order of the additions.
  const sums = new Map<MoneySource, bigint>();
  for (const { record } of book) {
    if (record.kind === 'gold_snapshot') peakCopper = Math.max(peakCopper ?? 0, record.copper);
    else sums.set(record.source, (sums.get(record.source) ?? 0n) + BigInt(record.copper));
  }
  const line = <S extends MoneySource>(sources: readonly S[]): Readonly<Record<S, number | null>> =>
    Object.fromEntries(sources.map((source) => [source, sums.has(source) ? Number(sums.get(source)) : null])) as Record<
      S,
      number | null
    >;
  return {
    peakCopper,
    money: line(PLAY_SOURCES),
    other: line(OTHER_SOURCES),
    firstDay: formatDayNumber(toUtcDay(findFirstRecordTime(book))),
    lastDay: formatDayNumber(toUtcDay(book[0]!.atMs)),
    self: book.some(({ self }) => self),
  };
}
