import type { WitnessRules } from '../../../domain/families/mod.ts';
import type { UploadContents } from '../../../domain/ports/upload_contents.ts';
import type { UploadSummary } from '../../../domain/ports/uploads.ts';
import type { SubjectList, SubjectStatus, UploadFate } from '../../../domain/reads/upload.ts';
import { DAY_MS, instant } from '../../../domain/values/instant.ts';
import { allOf, counted } from '../../../domain/values/phrases.ts';
import { FAULT_CODES } from '../../../schema/fault_codes.ts';
import { html } from '../../pages/html.ts';
import { minuteOf } from '../../pages/layout.ts';
import { coveredList } from '../../pages/parts/coverage.ts';
import { factSheet } from '../../pages/parts/facts.ts';
import { section } from '../../pages/parts/section.ts';
import { table } from '../../pages/parts/table.ts';
import { witnessRulesText } from '../../pages/parts/waiting.ts';

/**
 * Renders the status of an upload. Everyone who has its id can read it, so the page contains no values and nothing
 * about the sender.
 */
export function fateMain(
  uploadId: string,
  upload: UploadContents,
  fate: UploadFate,
  rules: WitnessRules,
  base: string,
): unknown {
  const { summary } = upload;
  return html`<h1>Status of an upload</h1>
<p>Number <code>${uploadId}</code>. Anyone with this address can read this page; it is not listed anywhere.</p>
${factSheet([
  { term: 'Received', value: hourOf(upload.receivedAtMs) },
  { term: 'Records stored', value: numberOf(total(keptBy(upload))) },
  { term: 'Stored before, counted once', value: summary && numberOf(total(summary.repeats)) },
  { term: 'Refused', value: summary && numberOf(total(refusedBy(summary))) },
  { term: 'Processed', value: fate.taken === null ? 'with the next update' : takenIn(fate.taken) },
])}${rulesText(rules)}${damagedText(upload)}${kindsTable(upload)}${summary === null ? html`<p>It is unknown how many of its records were stored before or refused: this is only recorded if all of them name the same install.</p>\n` : refusals(summary)}${
  fate.status === null ? coming() : standings(fate.status, base)
}`;
}

/** Explains this instance's rules. The text is the same for all uploads, however their installs were judged. */
function rulesText(rules: WitnessRules): unknown {
  const text = witnessRulesText(rules);
  return text === '' ? '' : html`<p>${text}</p>\n`;
}

function damagedText({ damaged }: UploadContents): unknown {
  return damaged === 0
    ? ''
    : html`<p>${counted(damaged, 'record')} cannot be read any more, because the storage was damaged. Damaged records
do not count.</p>
`;
}

const HOUR_MS = DAY_MS / 24;

/** Renders a time to the hour and not the minute, because everyone with the URL can read it. */
function hourOf(ms: number): unknown {
  const from = Math.floor(ms / HOUR_MS) * HOUR_MS;
  const [start, end] = [instant(from), instant(from + HOUR_MS)];
  return html`<time datetime="${start.slice(0, 13)}Z">${start.slice(0, 10)}</time>, between ${start.slice(11, 16)} and ${end.slice(11, 16)} UTC`;
}

function takenIn({ n, writtenAtMs }: NonNullable<UploadFate['taken']>): unknown {
  return html`with update ${numberOf(n)}, ${minuteOf(writtenAtMs)}`;
}

function numberOf(count: number): string {
  return count.toLocaleString('en-GB');
}

type Counts = Readonly<Record<string, number>>;

function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function keptBy({ storedByKind: kept }: UploadContents): Counts {
  return Object.fromEntries(kept.map(({ kind, records }) => [kind, records]));
}

function refusedBy({ refused }: UploadSummary): Counts {
  const counts: Record<string, number> = {};
  for (const ofCode of Object.values(refused)) {
    for (const [kind, count] of Object.entries(ofCode)) counts[kind] = (counts[kind] ?? 0) + count;
  }
  return counts;
}

function kindsTable(upload: UploadContents): unknown {
  const kept = keptBy(upload);
  const repeats = upload.summary?.repeats ?? null;
  const refused = upload.summary === null ? null : refusedBy(upload.summary);
  const kinds = [...new Set([kept, repeats ?? {}, refused ?? {}].flatMap(Object.keys))].sort();
  const cell = (counts: Counts | null, kind: string): unknown =>
    counts === null
      ? { shown: 'unknown', value: null }
      : { shown: numberOf(counts[kind] ?? 0), value: counts[kind] ?? 0 };
  return table({
    caption: 'Records by kind',
    columns: [
      { head: 'Kind' },
      { head: 'Stored', as: 'number' },
      { head: 'Stored before', as: 'number' },
      { head: 'Refused', as: 'number' },
    ],
    rows: kinds.map((kind) => [kindText(kind), cell(kept, kind), cell(repeats, kind), cell(refused, kind)]),
  });
}

function kindText(kind: string): unknown {
  return kind === '' ? 'unknown kind' : html`<code>${kind}</code>`;
}

/** Renders the reasons why records were rejected, by code. The receipt lists the individual records. */
function refusals({ refused }: UploadSummary): unknown {
  const codes = Object.entries(refused);
  if (codes.length === 0) return '';
  const rows = codes
    .map(([code, kinds]) => ({ code, kinds: Object.keys(kinds).sort(), count: total(kinds) }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
  return section(
    'refused',
    'Why records were refused',
    html`${table({
      caption: 'Why records were refused',
      columns: [{ head: 'Code' }, { head: 'What it means' }, { head: 'Kinds' }, { head: 'Records', as: 'number' }],
      rows: rows.map(({ code, kinds, count }) => [
        html`<code>${code}</code>`,
        meaningOf(code),
        allOf(kinds.map((kind) => (kind === '' ? 'unknown' : kind))),
        { shown: numberOf(count), value: count },
      ]),
    })}<p>The receipt names the field, the requirement and the sent value for each record.</p>
`,
  );
}

function meaningOf(code: string): string {
  return Object.hasOwn(FAULT_CODES, code)
    ? FAULT_CODES[code as keyof typeof FAULT_CODES]
    : 'A code of a different release.';
}

function coming(): unknown {
  return html`<p>It counts with the next update, which is written about every ten minutes. Results will
appear here.</p>
`;
}

const STANDINGS: readonly { readonly status: SubjectStatus; readonly heading: string; readonly explanation: string }[] =
  [
    {
      status: 'public',
      heading: 'Public now',
      explanation: 'Your upload reported these, and three players confirm their public facts.',
    },
    {
      status: 'one',
      heading: 'Needs one more report',
      explanation: 'If one more player reports one of these, it may become public.',
    },
    {
      status: 'open',
      heading: 'Not public yet',
      explanation: 'Nothing about these is public yet. They need two more reports, or reports that agree.',
    },
  ];

function standings(lists: NonNullable<UploadFate['status']>, base: string): unknown {
  const shown = STANDINGS.filter(({ status }) => lists[status].total > 0);
  return html`${shown.map(({ status, heading, explanation }) =>
    section(status, heading, html`<p>${explanation}</p>\n${subjectsOf(lists[status], status === 'public', base)}`),
  )}<p>Prices, auctions and kinds whose records are never public count in totals and are not listed here.</p>
`;
}

function subjectsOf({ subjects, total }: SubjectList, isPublic: boolean, base: string): unknown {
  return coveredList(
    subjects.map(({ kind, id, name }) => ({ kind, id, name: name ?? null, isPublic: isPublic || name !== undefined })),
    base,
    total,
  );
}

/** Renders the page for an unknown upload id. It does not reveal whether such an upload ever existed. */
export function noUploadMain(base: string): unknown {
  return html`<h1>No such upload</h1>
<p>This instance has no upload with this number. Possible reasons:</p>
<ul>
<li>the number is incomplete, or belongs to another instance;</li>
<li>the upload contained only records that had been sent before or were refused, so nothing was stored;</li>
<li>its records were erased.</li>
</ul>
<p><a href="${base}/coverage">Facts that need one more report</a></p>
`;
}
