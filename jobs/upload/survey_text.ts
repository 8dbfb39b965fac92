import type { SourceSurvey } from '../../domain/saved_variables/send/survey.ts';
import { counted } from '../../domain/values/phrases.ts';
import { quoted, SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';
import { LIMITS } from '../../schema/limits.ts';
import { records } from '../ask.ts';

/** Maximum number of reasons that are listed. Further reasons are only counted. */
const REASONS_MAX = 20;

/** Describes, in lines for a terminal, which records of a file will be sent and which will not. */
export function surveyText(path: string, surveys: readonly SourceSurvey[]): string {
  if (surveys.length === 0)
    return `${path}: no records. A file contains records if one of its variables has a list called records.`;
  const sent = surveys.reduce((sum, one) => sum + one.records, 0);
  const pieces = surveys.reduce((sum, one) => sum + one.pieces, 0);
  const bytes = surveys.reduce((sum, one) => sum + one.bytes, 0);
  const parts = surveys.reduce((sum, one) => sum + one.parts, 0);
  const inParts =
    parts > surveys.length ? `, cut into ${counted(parts, 'part')} of at most ${PART_RECORDS} records` : '';
  const total = `${path}: ${records(sent)} to send in ${counted(pieces, 'upload')} (${sizeText(bytes)})${inParts}.`;
  return [total, ...surveys.flatMap(sourceLines)].join('\n');
}

const PART_RECORDS = LIMITS.recordsPerFileMax.value.toLocaleString('en-GB');

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function sourceLines(survey: SourceSurvey): readonly string[] {
  const { source, head, fault, kinds, leftOut, refused } = survey;
  const name = source.name.slice(0, SHOWN_CHARS_MAX);
  if (head === null) return [`  ${name}: cannot be sent: ${fault}`];
  const install = head.installId === null ? 'unknown: only records that name it themselves can be sent' : 'known';
  return [
    `  ${name}: addon ${quoted(head.envelope.addonVersion)}, install ${install}.`,
    ...[...kinds].map(([kind, count]) => `    ${String(count).padStart(8)} ${kind}`),
    ...[...leftOut].map(([category, count]) => leftOutLine(survey, category, count)),
    ...refused.slice(0, REASONS_MAX).map(refusedLine),
    ...(refused.length > REASONS_MAX ? [`    and ${counted(refused.length - REASONS_MAX, 'other reason')}.`] : []),
  ];
}

function leftOutLine(
  { sharedInFile }: SourceSurvey,
  category: SourceSurvey['sharedInFile'][number],
  count: number,
): string {
  const chosen = sharedInFile.includes(category) ? ', although the addon says to share them' : '';
  return `    ${String(count).padStart(8)} not sent: they name players (--share ${category} sends them)${chosen}`;
}

function refusedLine({ kind, count, reason, line }: SourceSurvey['refused'][number]): string {
  const where = count === 1 ? `in line ${line}` : `first in line ${line}`;
  return `    ${String(count).padStart(8)} refused${kind === null ? '' : ` of kind ${kind}`} (${where}): ${reason}`;
}
