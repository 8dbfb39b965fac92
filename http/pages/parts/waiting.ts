import type { WitnessRules } from '../../../domain/families/mod.ts';
import { createNetworkRule } from '../../../domain/intake/network_rule.ts';
import type { PendingEvidence } from '../../../domain/ports/evidence.ts';
import { formatQuantity, joinWithAnd } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';

/** Explains when this instance starts to count a player, or returns an empty string if all players count at once. */
export function explainWitnessRules({ installAgeDays, witnessNetworks }: WitnessRules): string {
  const rules = [
    ...(installAgeDays === 0 ? [] : [`${formatQuantity(installAgeDays, 'day')} or more after the first upload`]),
    ...(witnessNetworks === 1
      ? []
      : [
          `if the player is ${NETWORK_WORDS[createNetworkRule(witnessNetworks)!.installsMax]} of a network to start within 30 days`,
        ]),
  ];
  if (rules.length === 0) return '';
  return `Here a player counts as a witness only ${joinWithAnd(rules)}. Until then the player’s reports are only in the raw feed.${witnessNetworks === 1 ? '' : ' Players who upload over IPv4 and over IPv6 are counted separately.'}`;
}

const NETWORK_WORDS: Readonly<Record<number, string>> = { 1: 'the first', 2: 'one of the first two' };

/** Says how much evidence does not count yet, or returns an empty string if nothing waits or if it is unknown. */
export function explainPendingCount(waiting: PendingEvidence | null, rules: WitnessRules): unknown {
  if (waiting === null || waiting.installs === 0) return '';
  return html`<p>The reports of ${formatPendingCount(waiting)} do not count yet. ${explainWitnessRules(rules)}</p>\n`;
}

/** Formats the figures: `4 players who looted 57 times`. */
export function formatPendingCount({ installs, windows }: PendingEvidence): string {
  const players = formatQuantity(installs, 'player');
  return windows === 0 ? players : `${players} who looted ${formatQuantity(windows, 'time')}`;
}
