import { formatQuantity } from '../../domain/values/phrases.ts';
import type { ExportSet } from './export_index.ts';
import type { RecountResult } from './recount.ts';
import type { SampleReport } from './sample.ts';

export interface VerificationFindings {
  readonly url: string;
  readonly set: ExportSet;
  readonly recount: RecountResult;
  readonly answers: SampleReport;
  readonly seed: number;
}

/** Formats the result for people: a line for each list, the figures that nobody can recount, and the verdict. */
export function formatReport({ url, set, recount, answers, seed }: VerificationFindings): string {
  const lists = [...recount.lists, answers];
  const differing = lists.filter(({ differences }) => differences > 0);
  return [
    `${url}: export of the snapshot of ${set.generatedAt} (data until ${set.dataAsOf ?? 'unknown'}).`,
    ...lists.map(({ list, rows, recounted, differences }) => {
      const result =
        differences === 0
          ? recounted === 0 && rows > 0
            ? 'not recounted'
            : 'ok'
          : `${formatNumber(differences)} differ`;
      return [
        list.padEnd(9),
        formatQuantity(rows, 'row').padStart(16),
        formatNumber(recounted).padStart(11),
        `recounted: ${result}`,
      ].join(' ');
    }),
    '',
    'Not recounted:',
    ...listUnknowns(set, recount, answers).map((line) => `- ${line}`),
    `The answers were chosen with --seed ${seed}.`,
    '',
    ...(differing.length === 0
      ? ['Everything that was recounted agrees.']
      : ['The first difference of each list:', ...differing.map(({ first }) => `- ${first}`)]),
  ]
    .map(sanitizeLine)
    .join('\n');
}

/** Characters that control a terminal, cannot be seen or change the direction of text. */
const UNSEEN_CHARACTERS = /[\p{C}\p{Zl}\p{Zp}]/gu;

const LINE_CHARS_MAX = 2_000;

/** Cuts a line and escapes UNSEEN characters, because the line may quote text of the instance. */
export function sanitizeLine(line: string): string {
  const start = line.slice(0, LINE_CHARS_MAX);
  const shown = start.replace(UNSEEN_CHARACTERS, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
  return start === line ? shown : `${shown}…`;
}

function listUnknowns(set: ExportSet, recount: RecountResult, answers: SampleReport): readonly string[] {
  const { hasEvidence, onQuest, ordered, windowsBeyond, gameFileRows, otherRecords } = recount;
  return [
    ...(hasEvidence
      ? []
      : [
          'Without the evidence (the operator can set TW_EXPORT_EVIDENCE=on): reporters, installs, topShare, estimates, relations, agreed values, prices and market days.',
        ]),
    'The Lua and CSV files and the addon of data, which are not read.',
    ...(otherRecords === 0
      ? []
      : [`${formatQuantity(otherRecords, 'record')} of the feed that are no loot windows, which are only counted.`]),
    'That three installs are three people, and that they say the truth.',
    'That no source, value or witness was left out of the feed and the evidence alike.',
    `Quest logs are private: the field quest, and ${formatQuantity(onQuest, 'estimate')} based on it.`,
    `The order of windows is private: the field changed, and ${formatQuantity(ordered, 'estimate')} of rates that changed or of items that players can have once.`,
    'The mark disagrees, which depends on random numbers.',
    'Pins and the skill thresholds of recipes, because the evidence has neither places nor colours.',
    'Votes on realms and collections, because no list has them.',
    ...(gameFileRows === 0 ? [] : [`${formatQuantity(gameFileRows, 'row')} found in game files.`]),
    ...(windowsBeyond === 0 ? [] : [explainUncheckedWindows(windowsBeyond, set)]),
    ...(answers.changed === 0
      ? []
      : [
          `${formatQuantity(answers.changed, 'answer')} that may differ from the export, because the instance has a newer snapshot.`,
        ]),
    ...(answers.unanswered === 0
      ? []
      : [`${formatQuantity(answers.unanswered, 'answer')} that the instance refused, such as beyond an hourly limit.`]),
  ];
}

function explainUncheckedWindows(windows: number, { witnesses }: ExportSet): string {
  const many = `${formatQuantity(windows, 'loot window')} of the feed in no figure`;
  if (witnesses === null) {
    return `${many}. Its index does not say how many belong to players who do not count yet, because it has no field witnesses (release 0.5.0 and earlier).`;
  }
  return witnesses.waiting === null
    ? `${many}. The instance does not say how many belong to players who do not count yet, because they are only one or two.`
    : `${many}. The instance says that ${formatQuantity(witnesses.waiting.windows, 'window')} belong to players who do not count yet.`;
}

function formatNumber(count: number): string {
  return count.toLocaleString('en-GB');
}
