import type { DropExample, LootScore } from '../domain/operator/loot_scores.ts';
import { type Outlier, SUBJECTS_MIN, type VoteScore } from '../domain/operator/outliers.ts';
import type { NamedOutliers } from '../domain/operator/witnesses.ts';
import { counted } from '../domain/values/phrases.ts';

/** Maximum number of installs to list. */
const OUTLIERS_MAX = 200;

/** Lists installs that differ from all others, one per line, the most different first, and says what it means. */
export function outliersText({ compared, outliers }: NamedOutliers): string {
  const basis = `${counted(compared, 'install')} with at least ${SUBJECTS_MIN} drops or values in common with others ${compared === 1 ? 'was' : 'were'} compared`;
  if (outliers.length === 0) return `No install differs from all others on many subjects (${basis}).`;
  const lines = outliers.slice(0, OUTLIERS_MAX).flatMap(linesOf);
  const more =
    outliers.length > OUTLIERS_MAX ? `\n(only the first ${OUTLIERS_MAX} of ${outliers.length} are shown)` : '';
  return `${lines.join('\n')}${more}
(${basis}. Honest reasons to differ: looting in another way, an addon that records twice, or an old version of the game.
\`witnesses KIND ID\` shows who reported a subject, and \`withhold\` excludes an install.)`;
}

function linesOf({ installId, loot, votes }: Outlier & { readonly installId: string }): readonly string[] {
  return [
    ...(loot === null ? [] : [`${installId}\t${lootText(loot)}`]),
    ...(votes === null ? [] : [`${installId}\t${votesText(votes)}`]),
  ];
}

const SIDES = {
  high: 'finds drops too often',
  low: 'finds drops too rarely',
  both: 'finds some drops too often and others too rarely',
} as const;

function lootText({ side, pairs, sources, high, low, example }: LootScore & { side: keyof typeof SIDES }): string {
  const figures = `${high} of ${counted(pairs, 'drop')} far too often and ${low} far too rarely, from ${counted(sources, 'source')}`;
  return `${SIDES[side]}: ${figures}${example === null ? '' : `; for example ${exampleText(example)}`}`;
}

function exampleText({ source, itemId, windows, drops, othersWindows, othersDrops }: DropExample): string {
  return `item ${itemId} from ${source.type} ${source.id}: in ${drops} of ${counted(windows, 'window')}, the others in ${othersDrops} of ${othersWindows}`;
}

function votesText({ subjects, differing, example }: VoteScore): string {
  return `reports other values than nearly everyone else for ${differing} of ${counted(subjects, 'subject')}; for example ${example}`;
}
