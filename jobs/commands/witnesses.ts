import { WITNESSED_KINDS, type WitnessedKind } from '../../domain/families/counting/family.ts';
import type { DropExample, LootScore } from '../../domain/operator/loot_scores.ts';
import { type Outlier, VOTED_SUBJECTS_MIN, type VoteScore } from '../../domain/operator/outliers.ts';
import type { NamedOutliers, PendingInstalls, WitnessRow } from '../../domain/operator/witnesses.ts';
import { formatQuantity, joinWithAnd } from '../../domain/values/phrases.ts';
import { QUOTE_CHARS_MAX } from '../../domain/values/quoted.ts';
import { err, ok } from '../../domain/values/result.ts';
import type { RunnableJob } from '../job.ts';

const KINDS: readonly string[] = WITNESSED_KINDS;

const WITNESS_ROWS_MAX = 5_000;

/**
 * `npm run job -- witnesses KIND ID` and `npm run job -- witnesses --outliers`. Three fake installs can make a false fact public, so operators must be able to
 * see who reported it.
 */
export const witnessesJob: RunnableJob = {
  name: 'witnesses',
  summary: 'list which installs reported the facts of an entity, or which differ from all others',
  help: `Prints every statement about an entity with the id of the install that made it, tab-separated: subject, field, value,
install, time of the last report, and IPv6 if TW_WITNESS_NETWORKS counts the install in that address family.
KIND is one of ${KINDS.join(', ')}; ID is the game's id.
With --outliers and without KIND and ID, it lists the installs that differ from all others on many subjects: whose drops
are far more or less frequent, and who report other values than nearly everyone else. Honest players may be among them.
Do not publish the output: install ids are private. Use \`withhold\` to exclude an install.`,
  words: ['[KIND]', '[ID]'],
  options: { outliers: { value: null, text: 'lists installs that differ from all others on many subjects' } },
  run: async ({ builder }, { words, flag }) => {
    if (flag('outliers')) {
      if (words.length > 0) return err('witnesses takes either KIND and ID or --outliers, not both.');
      const report = await builder.witnesses.outliers();
      const pending = await builder.witnesses.waiting();
      return ok(describeOutliers(report) + describePendingInstalls(pending));
    }
    const [kind, id] = words;
    if (kind === undefined || id === undefined) {
      return err(`witnesses takes KIND and ID, or --outliers; got ${words.length === 0 ? 'nothing' : '1 word'}.`);
    }
    if (!isWitnessedKind(kind))
      return err(`KIND must be one of ${KINDS.join(', ')}; got ${JSON.stringify(kind.slice(0, QUOTE_CHARS_MAX))}.`);
    const number = Number(id);
    if (!/^[0-9]{1,16}$/.test(id) || number < 1 || !Number.isSafeInteger(number)) {
      return err(`ID must be a whole number of at least 1; got ${JSON.stringify(id.slice(0, QUOTE_CHARS_MAX))}.`);
    }
    const rows = await builder.witnesses.of(kind, number, WITNESS_ROWS_MAX);
    const waiting = await builder.witnesses.waiting();
    const note = describePendingInstalls(waiting);
    if (rows.length === 0) return ok(`No install had reported it by the newest snapshot.${note}`);
    const more = rows.length === WITNESS_ROWS_MAX ? `\n(only the first ${WITNESS_ROWS_MAX} are shown)` : '';
    return ok(rows.map(formatRow).join('\n') + more + describeFamilies(rows) + note);
  },
};

/** Describes the installs that are missing from the list because they do not count yet, or returns an empty string. */
function describePendingInstalls({ young, unplaced }: PendingInstalls): string {
  const why = [
    ...(young === 0 ? [] : [`${formatQuantity(young, 'install')} that started too recently`]),
    ...(unplaced === 0 ? [] : [`${formatQuantity(unplaced, 'install')} without a place in their network`]),
  ];
  return why.length === 0 ? '' : `\n(not counted yet and not listed here: ${joinWithAnd(why)})`;
}

function isWitnessedKind(text: string): text is WitnessedKind {
  return KINDS.includes(text);
}

function formatRow({ subject, field, value, installId, family, atMs }: WitnessRow): string {
  const columns = [subject, field, value, installId, atMs === null ? '' : new Date(atMs).toISOString()];
  return [...columns, ...(family === 'IPv6' ? [family] : [])].join('\t');
}

/** Explains why a statement reported by three installs may still not be public. */
function describeFamilies(rows: readonly WitnessRow[]): string {
  return rows.some(({ family }) => family === 'IPv6')
    ? '\n(installs over IPv4 and IPv6 are not added up: a fact needs three over one of them)'
    : '';
}

const OUTLIERS_MAX = 200;

/** Lists installs that differ from all others, one per line, the most different first, and says what it means. */
export function describeOutliers({ compared, outliers }: NamedOutliers): string {
  const basis = `${formatQuantity(compared, 'install')} with at least ${VOTED_SUBJECTS_MIN} drops or values in common with others ${compared === 1 ? 'was' : 'were'} compared`;
  if (outliers.length === 0) return `No install differs from all others on many subjects (${basis}).`;
  const lines = outliers.slice(0, OUTLIERS_MAX).flatMap(describeOutlier);
  const more =
    outliers.length > OUTLIERS_MAX ? `\n(only the first ${OUTLIERS_MAX} of ${outliers.length} are shown)` : '';
  return `${lines.join('\n')}${more}
(${basis}. Honest reasons to differ: looting in another way, an addon that records twice, or an old version of the game.
\`witnesses KIND ID\` shows who reported a subject, and \`withhold\` excludes an install.)`;
}

function describeOutlier({ installId, loot, votes }: Outlier & { readonly installId: string }): readonly string[] {
  return [
    ...(loot === null ? [] : [`${installId}\t${describeLoot(loot)}`]),
    ...(votes === null ? [] : [`${installId}\t${describeVotes(votes)}`]),
  ];
}

const SIDES = {
  high: 'finds drops too often',
  low: 'finds drops too rarely',
  both: 'finds some drops too often and others too rarely',
} as const;

function describeLoot({ side, pairs, sources, high, low, example }: LootScore & { side: keyof typeof SIDES }): string {
  const figures = `${high} of ${formatQuantity(pairs, 'drop')} far too often and ${low} far too rarely, from ${formatQuantity(sources, 'source')}`;
  return `${SIDES[side]}: ${figures}${example === null ? '' : `; for example ${describeExample(example)}`}`;
}

function describeExample({ source, itemId, windows, drops, othersWindows, othersDrops }: DropExample): string {
  return `item ${itemId} from ${source.type} ${source.id}: in ${drops} of ${formatQuantity(windows, 'window')}, the others in ${othersDrops} of ${othersWindows}`;
}

function describeVotes({ subjects, differing, example }: VoteScore): string {
  return `reports other values than nearly everyone else for ${differing} of ${formatQuantity(subjects, 'subject')}; for example ${example}`;
}
