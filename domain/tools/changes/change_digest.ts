import { capitalise } from '../../cards/words.ts';
import type { Entity, PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { groupBy } from '../../values/group_by.ts';
import { joinWithAnd } from '../../values/phrases.ts';
import { type DescribedChange, describeLines, type SubjectLine } from './change_reader.ts';
import type { ChangeTextPart } from './change_sentence.ts';
import { CHANGE_TOPICS, type ChangeTopic, findTopic } from './change_topics.ts';

/** The changes of one topic in one period, such as a day or a snapshot. */
export interface ChangeGroup {
  readonly periodMs: number;
  readonly atMs: number;
  readonly topic: ChangeTopic;
  readonly statements: readonly ChangeStatement[];
}

/** One change that several subjects share, such as `New locations confirmed` in Westfall for Goretusk and Murloc. */
export interface ChangeStatement {
  readonly text: string;
  /** The zone that all subjects share, or null if the statement is not about a zone. */
  readonly zone: Entity | null;
  readonly subjects: readonly SubjectChange[];
}

export interface SubjectChange {
  readonly parts: readonly ChangeTextPart[];
  /** Number of equal changes, such as several new sources of one item. */
  readonly times: number;
}

/**
 * Describes changes, grouped by period (newest first) and topic. `periodOf` returns the start of the period of a time.
 * Equal statements about several subjects become one, because players read names, not hundreds of sentences.
 */
export async function groupChanges(
  snapshot: PublishedSnapshot,
  lines: readonly SubjectLine[],
  periodOf: (atMs: number) => number,
): Promise<readonly ChangeGroup[]> {
  const described = await describeLines(snapshot, lines);
  const changes = lines.map(({ line }, at): Change => ({ ...described[at]!, atMs: line.atMs, topic: findTopic(line) }));
  const periods = groupBy(changes, ({ atMs }) => periodOf(atMs));
  return [...periods].flatMap(([periodMs, own]) => {
    const topics = groupBy(own, ({ topic }) => topic);
    return CHANGE_TOPICS.flatMap((topic): readonly ChangeGroup[] => {
      const some = topics.get(topic) ?? [];
      const atMs = Math.max(...some.map((change) => change.atMs));
      return some.length === 0 ? [] : [{ periodMs, atMs, topic, statements: buildStatements(some) }];
    });
  });
}

interface Change extends DescribedChange {
  readonly atMs: number;
  readonly topic: ChangeTopic;
}

function buildStatements(changes: readonly Change[]): readonly ChangeStatement[] {
  const newFirst = changes.toSorted((a, b) => rankChange(a) - rankChange(b));
  const statements = [...groupBy(newFirst, formatSentenceKey).values()].map((alike) => mergeAlikeChanges(alike));
  const groups = groupBy(statements, ({ text, zone }) => JSON.stringify([text, zone?.id ?? null]));
  return [...groups.values()].map((group) => ({ ...group[0]!, subjects: mergeSubjects(group) }));
}

const CHANGE_ORDER: readonly Change['change'][] = ['became-public', 'build-imported', 'changed', 'withdrawn'];

function rankChange({ change }: Change): number {
  return CHANGE_ORDER.indexOf(change);
}

/** Changes with the same key form one sentence: those to several fields of one subject, and equal ones. */
function formatSentenceKey({ atMs, description }: Change): string {
  return JSON.stringify([atMs, { ...description, field: '' }]);
}

/** Fields of recipes that players call by one name. */
const DIFFICULTY_FIELDS: readonly string[] = ['skill bounds', 'yellow skill', 'green skill', 'grey skill'];

function simplifyField(field: string): string {
  return DIFFICULTY_FIELDS.includes(field) ? 'skill levels for yellow, green and grey' : field;
}

interface SubjectStatement extends Omit<ChangeStatement, 'subjects'> {
  readonly subject: SubjectChange;
}

function mergeAlikeChanges(alike: readonly Change[]): SubjectStatement {
  const { description } = alike[0]!;
  const { subject } = description;
  if (description.headline === null) {
    // The log is in reverse order, so the fields of one snapshot are reversed as well.
    const fields = new Set(
      alike.flatMap(({ description: one }) => (one.headline === null ? [simplifyField(one.field)] : [])),
    );
    const text = `${capitalise(joinWithAnd([...fields].reverse()))} ${description.outcome}`;
    return { text, zone: null, subject: { parts: subject, times: 1 } };
  }
  const last = subject.at(-1);
  const zone = subject.length > 1 && typeof last === 'object' && 'kind' in last && last.kind === 'zone' ? last : null;
  const parts = zone === null ? subject : subject.slice(0, 1);
  return { text: description.headline, zone, subject: { parts, times: alike.length } };
}

function mergeSubjects(statements: readonly SubjectStatement[]): readonly SubjectChange[] {
  const groups = groupBy(statements, ({ subject }) => JSON.stringify(subject.parts));
  return [...groups.values()].map((group) => ({
    parts: group[0]!.subject.parts,
    times: Math.max(...group.map(({ subject }) => subject.times)),
  }));
}
