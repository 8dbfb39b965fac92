import { LIST_MAX } from '../../../schema/limits.ts';
import type { gold_ledger as contract } from '../../../schema/tools/people.ts';
import { formatMoney } from '../../cards/words.ts';
import { type GoldLedger, type GoldLedgers, toGoldSubject } from '../../families/gold_ledgers.ts';
import { families } from '../../families/mod.ts';
import { findRealm } from '../../reads/realms.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { GRANT_HINT } from '../shared/empty_hints.ts';
import { answerPage, renderPage } from '../shared/page.ts';
import { formatSpan } from '../shared/span_text.ts';
import type { ContractRule } from '../tool.ts';
import { buildGrantField, SELF_GRANT_NOTICE } from './self_grant.ts';

const SHOWN_LEDGERS_MAX = 6;

/** A character's money, from the records that a grant covers (contract, section 2, Grant). */
export const gold_ledger: ContractRule<typeof contract> = {
  answer: (context, asked) =>
    answerPage(context, async (snapshot) => {
      const subjectOf = (key: string): string => toGoldSubject(key, asked.character);
      const { key, ...others } = await findRealm(snapshot, asked.realm, families.gold_ledgers, subjectOf);
      const fact = await snapshot.fact(families.gold_ledgers, subjectOf(key));
      if (fact === null) {
        const character = `${JSON.stringify(asked.character)} of the realm ${JSON.stringify(asked.realm)}`;
        return { none: `No record of the gold of ${character} is shared under a grant.`, hint: GRANT_HINT };
      }
      const { character, ledgers } = fact as unknown as GoldLedgers;
      const page = {
        character: character.character,
        realm: character.realm,
        ...others,
        total: ledgers.length,
        ledgers: ledgers.slice(0, LIST_MAX.ledgers).map(buildShownLedger),
        ...buildGrantField(ledgers.some(({ self }) => self)),
      };
      return { page };
    }),
  text: (answer) =>
    renderPage(answer, ({ character, realm, total, ledgers, grant }) => [
      `${JSON.stringify(character)} of ${JSON.stringify(realm)}: ${formatQuantity(total, 'ledger')}, one per grant and install.`,
      ...ledgers.slice(0, SHOWN_LEDGERS_MAX).flatMap(renderLedger),
      ...(total > SHOWN_LEDGERS_MAX ? [`And ${formatQuantity(total - SHOWN_LEDGERS_MAX, 'further ledger')}.`] : []),
      ...(grant === undefined ? [] : [SELF_GRANT_NOTICE]),
    ]),
};

function buildShownLedger({ ledger, peakCopper, money, other, firstDay, lastDay, self }: GoldLedger) {
  return {
    ledger,
    peakCopper: peakCopper === null ? null : clampCopper(peakCopper),
    money: sumCopperBySource(money),
    other: sumCopperBySource(other),
    firstDay,
    lastDay,
    ...buildGrantField(self),
  };
}

/** Returns the sources of a line and their exact sum. The sum is null if nothing was recorded, which is not 0. */
function sumCopperBySource<S extends string>(line: Readonly<Record<S, number | null>>) {
  const sources = Object.entries(line) as [S, number | null][];
  const known = sources.flatMap(([, copper]) => (copper === null ? [] : [BigInt(copper)]));
  const total = known.length === 0 ? null : clampCopper(Number(known.reduce((sum, copper) => sum + copper, 0n)));
  const shown = Object.fromEntries(
    sources.map(([source, copper]) => [source, copper === null ? null : clampCopper(copper)]),
  );
  return { total, ...(shown as Record<S, number | null>) };
}

/**
 * Limits an amount to the integers that JSON numbers represent exactly, because fabricated amounts may add up to more.
 */
function clampCopper(copper: number): number {
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, copper));
}

type ShownLedger = ReturnType<typeof buildShownLedger>;

function renderLedger({ ledger, peakCopper, money, other, firstDay, lastDay }: ShownLedger): readonly string[] {
  return [
    `Ledger ${ledger}, ${formatSpan(firstDay, lastDay)}: peak gold ${peakCopper === null ? 'unknown' : formatMoney(peakCopper)}.`,
    `  Money: ${formatCopperAmounts(money)}. Other: ${formatCopperAmounts(other)}.`,
  ];
}

function formatCopperAmounts(line: Readonly<Record<string, number | null>>): string {
  const { total, ...sources } = line;
  if (total == null) return 'nothing recorded';
  const parts = Object.entries(sources).flatMap(([source, copper]) =>
    copper === null ? [] : [`${source} ${formatSignedCopper(copper)}`],
  );
  return `${formatSignedCopper(total)} (${parts.join(', ')})`;
}

function formatSignedCopper(copper: number): string {
  return `${copper < 0 ? '−' : '+'}${formatMoney(Math.abs(copper))}`;
}
