import { WITNESSES } from './counting.ts';
import type { Row } from './list_check.ts';

type Votes = readonly (readonly [value: unknown, installs: number])[];

/** A row of the evidence about a field of a subject. */
export type VoteEvidence = Row & {
  readonly subject: { readonly kind: string; readonly id: number | string };
  readonly field: string;
  readonly locale?: string;
  readonly votes: Votes;
};

export interface AgreedValue {
  readonly value: unknown;
  readonly installs: number;
  /** The language of a text, if it is not the instance's. */
  readonly locale?: string;
}

/** Languages in the order in which they are preferred if equally many installs agree on a text. */
const LOCALES = ['enUS', 'deDE', 'esES', 'esMX', 'frFR', 'itIT', 'koKR', 'ptBR', 'ruRU', 'zhCN', 'zhTW'];

/** The votes on all fields of one subject. */
export function createSubjectVotes() {
  const fields = new Map<string, Votes>();
  const votesOn = (field: string, locale?: string): Votes => fields.get(fieldKey(field, locale)) ?? [];
  const oneText = (field: string): AgreedValue | null =>
    agreedOf(votesOn(field)) ??
    LOCALES.reduce((best: AgreedValue | null, locale) => {
      const text = agreedOf(votesOn(field, locale));
      return text !== null && text.installs > (best?.installs ?? 0) ? { ...text, locale } : best;
    }, null);
  return {
    add: ({ field, locale, votes }: VoteEvidence): void => {
      fields.set(fieldKey(field, locale), votes);
    },
    /** Returns the value that most installs report, or null on a tie or below three installs. */
    one: (field: string): AgreedValue | null => agreedOf(votesOn(field)),
    /** Returns the agreed text in the instance's language, or else the one on which most installs agree. */
    text: oneText,
    /** Returns every value that three installs report. */
    every: (field: string): readonly AgreedValue[] => everyOf(votesOn(field)),
    /** Returns agreed prices: those that three installs saw without a discount, or all if there are none. */
    prices: (field: string): readonly AgreedValue[] => {
      const full = everyOf(votesOn('fullPrice'));
      return ascending(full.length > 0 ? full : everyOf(votesOn(field)));
    },
    /** Returns each member of the lists that installs report, if three installs list it. */
    members: (field: string): readonly AgreedValue[] => {
      const counts = [...listersOf(votesOn(field))];
      return ascending(everyOf(counts.map(([member, { most }]) => [member, most])));
    },
    /**
     * Returns whether these can be the agreed members if installs of two address families are not added up: the votes
     * on each list count the larger family, which need not be the same one for all lists.
     */
    allowsMembers: (field: string, agreed: readonly AgreedValue[]): boolean => {
      const listers = listersOf(votesOn(field));
      const isPossible = ({ value, installs }: AgreedValue): boolean => {
        const { least, most } = listers.get(value as number) ?? { least: 0, most: 0 };
        return installs >= Math.max(least, WITNESSES) && installs <= most;
      };
      const members = new Set(agreed.map(({ value }) => value));
      const missing = [...listers].filter(([member, { least }]) => least >= WITNESSES && !members.has(member));
      return agreed.every(isPossible) && missing.length === 0;
    },
  };
}

export type SubjectVotes = ReturnType<typeof createSubjectVotes>;

/** Returns how many installs at least and at most list each member. The latter is the sum of the votes. */
function listersOf(votes: Votes): ReadonlyMap<number, { readonly least: number; readonly most: number }> {
  const listers = new Map<number, { readonly least: number; readonly most: number }>();
  for (const [list, installs] of votes) {
    for (const member of list as readonly number[]) {
      const { least, most } = listers.get(member) ?? { least: 0, most: 0 };
      listers.set(member, { least: Math.max(least, installs), most: most + installs });
    }
  }
  return listers;
}

function fieldKey(field: string, locale = ''): string {
  return `${locale}@${field}`;
}

function agreedOf(votes: Votes): AgreedValue | null {
  const most = Math.max(0, ...votes.map(([, installs]) => installs));
  const winners = votes.filter(([, installs]) => installs === most);
  return winners.length === 1 && most >= WITNESSES ? { value: winners[0]![0], installs: most } : null;
}

function everyOf(votes: Votes): readonly AgreedValue[] {
  return votes.filter(([, installs]) => installs >= WITNESSES).map(([value, installs]) => ({ value, installs }));
}

export function ascending(values: readonly AgreedValue[]): readonly AgreedValue[] {
  return values.toSorted((a, b) => (a.value as number) - (b.value as number));
}
