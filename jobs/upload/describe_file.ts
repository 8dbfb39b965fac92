import type { FileSource } from '../../domain/saved_variables/read_file.ts';
import type { UnroutedSet } from '../../domain/saved_variables/send/route_sets.ts';
import type { SourceSurvey } from '../../domain/saved_variables/send/survey.ts';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { QUOTE_CHARS_MAX, quote } from '../../domain/values/quoted.ts';
import { LIMITS } from '../../schema/limits.ts';
import { formatRecords } from '../ask.ts';
import type { ReadyFile } from './rounds.ts';

/** Maximum number of reasons that are listed. Further reasons are only counted. */
const REASONS_SHOWN_MAX = 20;

/** Describes, in lines for a terminal, which records of a file will be sent and which will not. */
export function describeFile({ path, file, parcels, unrouted }: ReadyFile): string {
  if (file.sources.length === 0)
    return `${path}: no records. A file contains records if one of its variables has a list called records or sets.`;
  const surveys = parcels.flatMap((parcel) => parcel.surveys);
  const sent = surveys.reduce((sum, one) => sum + one.records, 0);
  const pieces = surveys.reduce((sum, one) => sum + one.pieces, 0);
  const bytes = surveys.reduce((sum, one) => sum + one.bytes, 0);
  const parts = surveys.reduce((sum, one) => sum + one.parts, 0);
  const inParts =
    parts > surveys.length
      ? `, cut into ${formatQuantity(parts, 'part')} of at most ${formatQuantity(LIMITS.recordsPerFileMax.value, 'record')}`
      : '';
  const total = `${path}: ${formatRecords(sent)} to send in ${formatQuantity(pieces, 'upload')} (${formatSize(bytes)})${inParts}.`;
  const lines = parcels.flatMap(({ instance, surveys: own }) =>
    own.flatMap((survey) => listSourceLines(survey, parcels.length > 1 ? ` To ${instance.url}.` : '')),
  );
  return [total, ...lines, ...describeUnroutedSets(unrouted)].join('\n');
}

export function describeUnroutedSets(unrouted: readonly UnroutedSet[]): readonly string[] {
  return unrouted.map(({ source, reason }) => {
    return `  ${describeSource(source)}: ${formatRecords(source.records.length)} not sent. ${reason}`;
  });
}

/** Names a source, and what a set says about its game: `MyAddonDB.sets[2], build "1.15.8.67156", region 3`. */
export function describeSource({ name, head }: FileSource): string {
  const fields = name.endsWith(']') ? (['clientBuild', 'season', 'region', 'locale'] as const) : [];
  const said = fields.flatMap((field) => {
    const value = head[field];
    return typeof value === 'string' ? ` ${quote(value)}` : typeof value === 'number' ? ` ${field} ${value}` : [];
  });
  return [name.slice(0, QUOTE_CHARS_MAX), ...said].join(',');
}

function formatSize(bytes: number): string {
  return bytes < 1000000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1000000).toFixed(1)} MB`;
}

function listSourceLines(survey: SourceSurvey, to: string): readonly string[] {
  const { source, head, fault, kinds, leftOut, refused } = survey;
  const name = describeSource(source);
  if (head === null) return [`  ${name}: cannot be sent: ${fault}`];
  const install = head.installId === null ? 'unknown: only records that name it themselves can be sent' : 'known';
  return [
    `  ${name}: addon ${quote(head.envelope.addonVersion)}, install ${install}.${to}`,
    ...[...kinds].map(([kind, count]) => `    ${String(count).padStart(8)} ${kind}`),
    ...[...leftOut].map(([category, count]) => describeOmission(survey, category, count)),
    ...refused.slice(0, REASONS_SHOWN_MAX).map(describeRefusal),
    ...(refused.length > REASONS_SHOWN_MAX
      ? [`    and ${formatQuantity(refused.length - REASONS_SHOWN_MAX, 'other reason')}.`]
      : []),
  ];
}

function describeOmission(
  { sharedInFile }: SourceSurvey,
  category: SourceSurvey['sharedInFile'][number],
  count: number,
): string {
  const chosen = sharedInFile.includes(category) ? ', although the addon says to share them' : '';
  return `    ${String(count).padStart(8)} not sent: they name players (--share ${category} sends them)${chosen}`;
}

function describeRefusal({ kind, count, reason, line }: SourceSurvey['refused'][number]): string {
  const where = count === 1 ? `in line ${line}` : `first in line ${line}`;
  return `    ${String(count).padStart(8)} refused${kind === null ? '' : ` of kind ${kind}`} (${where}): ${reason}`;
}
