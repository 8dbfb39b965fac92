import { DAYS_BACK } from '../../../../schema/limits.ts';
import type { ChangeSubjectKind } from '../../../../schema/vocabulary.ts';
import { families } from '../../../families/mod.ts';
import { type PublishedSnapshot, toLabel } from '../../../reads/entities/snapshot_data.ts';
import { groupBy } from '../../../values/group_by.ts';
import { toRealmKey } from '../../../values/realm_key.ts';
import {
  type DescribedChange,
  describeLines,
  readEntityLines,
  readSubjectLines,
  type SubjectLine,
} from '../../changes/change_reader.ts';
import { formatChange } from '../../changes/change_sentence.ts';
import { type Answerer, addNameNotes, createIntent, explainUnknownName } from './answer.ts';
import { findProfession } from './known_names.ts';
import { findName, parseId } from './names.ts';

const SHOWN_CHANGES_MAX = 8;

/** Number of lines of the change log that are read. Several lines may form one sentence. */
const LINES_READ_MAX = 40;

const KINDS = ['item', 'npc', 'object', 'quest', 'zone', 'recipe'] as const satisfies readonly ChangeSubjectKind[];

/** Answers what changed lately, about one thing or about everything. */
const answerChanges: Answerer = async ({ snapshot }, { thing }) => {
  if (thing === undefined) {
    const lines = await readSubjectLines(snapshot, { sinceMs: 0, kind: null, limit: LINES_READ_MAX });
    return { certainty: 'exact', ...(await toAnswer(snapshot, lines, 'Nothing')), arguments: {} };
  }
  const profession = await findProfession(snapshot, thing);
  if (profession.certainty === 'exact') {
    const lines = await readProfessionLines(snapshot, profession.name!);
    const nothing = `No recipe of ${JSON.stringify(profession.name)}`;
    return { certainty: 'exact', ...(await toAnswer(snapshot, lines, nothing)), arguments: { kind: 'recipe' } };
  }
  const match = await findName(snapshot, thing, KINDS);
  const [hit] = match.hits;
  if (hit === undefined) return explainUnknownName(match);
  const kind = KINDS.find((one) => one === hit.kind)!;
  const lines = await readEntityLines(snapshot, kind, parseId(hit), LINES_READ_MAX);
  const name = toLabel({ kind, id: parseId(hit), name: hit.name, url: null });
  const answer = await toAnswer(snapshot, lines, `Nothing about ${name}`);
  const about = [...new Set([hit.id, ...answer.about])];
  return addNameNotes([match], { lines: answer.lines, about, arguments: { kind } });
};

export const changesIntent = createIntent('changes', 'recent_changes', answerChanges)`
  (changes|news|updates) ~lately; any (changes|news|updates) [~lately]; what ~can ~person (find|discover|report) [~lately]
  [what ~be] [the] ~recent (changes|change|news|updates|facts|discoveries); when ~be [the] {thing} last (updated|changed|seen|reported|confirmed)
  what [~be|has|have] [recently] (changed|changes|new|different|news) [recently|lately] ~on [the] {thing} [~lately]
  [have] (has|did) [the] {thing} (changed|change) [~lately]; [any|~recent] (changes|news|updates) ~on [the] {thing} [~lately]
  {thing} [~recent] (changes|updates|news) [~lately]; (when|how) ~can [the] {thing} change [last]
  what [~be|has|have] [recently] (changed|new|the news|different) [recently] [here|on the site] [since] [~lately]
  (anything|something) (changed|new|different|updated) [~lately]; (recently changed|changelog|change log|news|what happened|what ~can ~i miss) [~lately]
  [what|anything] (has|have|was|were|got) [been] [recently] (added|changed|updated|confirmed|discovered) [~lately]
  [did|has|have] (anything|something) (change|changed|new|different) [~on] [the] {thing} [~lately]
`;

/** Returns the newest lines about recipes of a profession, among the newest lines about recipes. */
async function readProfessionLines(snapshot: PublishedSnapshot, profession: string): Promise<readonly SubjectLine[]> {
  const lines = await readSubjectLines(snapshot, { sinceMs: 0, kind: 'recipe', limit: 5 * LINES_READ_MAX });
  const facts = await snapshot.factsAmong(families.recipes, [...new Set(lines.map(({ line }) => line.subject))]);
  return lines
    .filter(({ line }) => toRealmKey(facts.get(line.subject)?.profession?.value ?? '') === toRealmKey(profession))
    .slice(0, LINES_READ_MAX);
}

/** Describes lines of the change log, newest first. Lines about the same subject at the same time form one sentence. */
async function toAnswer(
  snapshot: PublishedSnapshot,
  lines: readonly SubjectLine[],
  nothing: string,
): Promise<{ readonly lines: readonly string[]; readonly about: readonly string[] }> {
  const sentences = [...groupBy(await describeLines(snapshot, lines), formatSentenceKey).values()];
  const shown = sentences.slice(0, SHOWN_CHANGES_MAX);
  return {
    lines:
      shown.length === 0
        ? [`${nothing} became public or changed within the ${DAYS_BACK.changeLog} days that are kept.`]
        : [...shown.map(formatDatedChanges), ...(sentences.length > shown.length ? ['There are older changes.'] : [])],
    about: shown.flatMap(([change]) =>
      change?.id == null ? [] : [`${ENTRY_KIND_BY_SUBJECT[change.kind] ?? change.kind}:${change.id}`],
    ),
  };
}

/** Kinds of subject that have no entries of their own, with the kind of their entries. */
const ENTRY_KIND_BY_SUBJECT: Readonly<Partial<Record<ChangeSubjectKind, string>>> = {
  vendor: 'npc',
  trainer: 'npc',
  collection: 'item',
};

function formatSentenceKey({ at, description }: DescribedChange): string {
  return `${at} ${formatChange(description, [])}`;
}

/** Renders `2026-11-25: "Linen Cloth" (item 2589): name and quality confirmed.` */
function formatDatedChanges(changes: readonly DescribedChange[]): string {
  const [{ at, description }] = changes as readonly [DescribedChange];
  const fields = changes.flatMap(({ description: { headline, ...text } }) =>
    headline === null && 'field' in text ? [text.field as string] : [],
  );
  return `${at.slice(0, 10)}: ${formatChange(description, [...new Set(fields)])}.`;
}
