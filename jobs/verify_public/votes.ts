import { QUORUM } from './counting.ts';
import type { JsonRow } from './list_check.ts';

type Votes = readonly (readonly [value: unknown, installs: number])[];

/** The votes on a field, and the installs that report it if the instance says so. */
interface FieldVotes {
  readonly votes: Votes;
  readonly reporters: number;
}

const NO_VOTES: FieldVotes = { votes: [], reporters: 0 };

/** A row of the evidence about a field of a subject. */
export type VoteEvidence = JsonRow & {
  readonly subject: { readonly kind: string; readonly id: number | string };
  readonly field: string;
  readonly locale?: string;
  readonly votes: Votes;
  /** The installs that report the field. Absent if an install may report several values that are not counted. */
  readonly reporters?: number;
};

export interface AgreedValue {
  readonly value: unknown;
  readonly installs: number;
  /** The language of a text, if it is not the instance's. */
  readonly locale?: string;
}

/** Languages in the order in which they are preferred if equally many installs agree on a text. */
const LOCALES_BY_PREFERENCE = ['enUS', 'deDE', 'esES', 'esMX', 'frFR', 'itIT', 'koKR', 'ptBR', 'ruRU', 'zhCN', 'zhTW'];

/** The votes on all fields of one subject. */
export function createSubjectVotes() {
  const fields = new Map<string, FieldVotes>();
  const fieldVotes = (field: string): FieldVotes => fields.get(toFieldKey(field)) ?? NO_VOTES;
  const votesOn = (field: string, locale?: string): Votes => fields.get(toFieldKey(field, locale))?.votes ?? [];
  const oneText = (field: string): AgreedValue | null => {
    const own = findAgreedValue(votesOn(field));
    const best = LOCALES_BY_PREFERENCE.reduce((most: AgreedValue | null, locale) => {
      const text = findAgreedValue(votesOn(field, locale));
      return text !== null && text.installs > (most?.installs ?? 0) ? { ...text, locale } : most;
    }, null);
    return own !== null && 3 * own.installs >= (best?.installs ?? 0) ? own : best;
  };
  return {
    add: ({ field, locale, votes, reporters = 0 }: VoteEvidence): void => {
      fields.set(toFieldKey(field, locale), { votes, reporters });
    },
    /** Returns the value that most installs report, or null on a tie or below three installs. */
    one: (field: string): AgreedValue | null => findAgreedValue(votesOn(field)),
    /** Returns the agreed text in the instance's language, unless three times as many agree on one in another. */
    text: oneText,
    /** Returns every value that three installs, and a tenth of those that report the field, report. */
    every: (field: string): readonly AgreedValue[] => listAllValues(fieldVotes(field)),
    /** Returns the agreed prices, the leading one first, and those that the full price replaces. */
    prices: (): { readonly prices: readonly AgreedValue[]; readonly withReputation: readonly AgreedValue[] } =>
      listPrices(listAllValues(fieldVotes('price')), findAgreedValue(votesOn('fullPrice'))),
    /** Returns each member of the lists that installs report, if three installs and a tenth of them list it. */
    members: (field: string): readonly AgreedValue[] => {
      const counts = [...countItemListers(votesOn(field))].map(([member, { most }]) => [member, most] as const);
      return sortAscending(listAllValues({ votes: counts, reporters: fieldVotes(field).reporters }));
    },
    /**
     * Returns whether these can be the agreed members if installs of two address families are not added up: the votes
     * on each list count the larger family, which need not be the same one for all lists.
     */
    allowsMembers: (field: string, agreed: readonly AgreedValue[]): boolean => {
      const listers = countItemListers(votesOn(field));
      const needed = Math.max(QUORUM, fieldVotes(field).reporters / 10);
      const isPossible = ({ value, installs }: AgreedValue): boolean => {
        const { least, most } = listers.get(value as number) ?? { least: 0, most: 0 };
        return installs >= Math.max(least, needed) && installs <= most;
      };
      const members = new Set(agreed.map(({ value }) => value));
      const missing = [...listers].filter(([member, { least }]) => least >= needed && !members.has(member));
      return agreed.every(isPossible) && missing.length === 0;
    },
  };
}

export type SubjectVotes = ReturnType<typeof createSubjectVotes>;

/** Returns how many installs at least and at most list each member. The latter is the sum of the votes. */
function countItemListers(votes: Votes): ReadonlyMap<number, { readonly least: number; readonly most: number }> {
  const listers = new Map<number, { readonly least: number; readonly most: number }>();
  for (const [list, installs] of votes) {
    for (const member of list as readonly number[]) {
      const { least, most } = listers.get(member) ?? { least: 0, most: 0 };
      listers.set(member, { least: Math.max(least, installs), most: most + installs });
    }
  }
  return listers;
}

function toFieldKey(field: string, locale = ''): string {
  return `${locale}@${field}`;
}

function findAgreedValue(votes: Votes): AgreedValue | null {
  const most = Math.max(0, ...votes.map(([, installs]) => installs));
  const winners = votes.filter(([, installs]) => installs === most);
  return winners.length === 1 && most >= QUORUM ? { value: winners[0]![0], installs: most } : null;
}

function listAllValues({ votes, reporters }: FieldVotes): readonly AgreedValue[] {
  return votes
    .filter(([, installs]) => installs >= QUORUM && 10 * installs >= reporters)
    .map(([value, installs]) => ({ value, installs }));
}

function listPrices(reported: readonly AgreedValue[], full: AgreedValue | null) {
  const amount = ({ value }: AgreedValue): number => value as number;
  const byLead = (a: AgreedValue, b: AgreedValue): number => b.installs - a.installs || amount(b) - amount(a);
  if (full === null) return { prices: reported.toSorted(byLead), withReputation: [] };
  const others = reported.filter(({ value }) => value !== full.value);
  const same = reported.find(({ value }) => value === full.value);
  const best = { ...full, installs: Math.max(full.installs, same?.installs ?? 0) };
  const isReplaced = (price: AgreedValue): boolean =>
    amount(price) >= Math.floor(amount(full) * 0.75) && amount(price) < amount(full) && price.installs <= best.installs;
  const withReputation = others.filter(isReplaced).toSorted(byLead);
  const left = others.filter((price) => !isReplaced(price));
  const isShown = same !== undefined || withReputation.length > 0 || others.length === 0;
  return { prices: (isShown ? [best, ...left] : left).toSorted(byLead), withReputation };
}

export function sortAscending(values: readonly AgreedValue[]): readonly AgreedValue[] {
  return values.toSorted((a, b) => (a.value as number) - (b.value as number));
}
