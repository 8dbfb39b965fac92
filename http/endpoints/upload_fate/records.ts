import { countStoredRecords } from '../../../domain/operator/upload_contents.ts';
import type { UploadContents } from '../../../domain/ports/upload_contents.ts';
import type { UploadSummary } from '../../../domain/ports/uploads.ts';
import { formatQuantity, joinWithAnd } from '../../../domain/values/phrases.ts';
import { describeRecordKind } from '../../../domain/values/record_words.ts';
import type { FaultCode } from '../../../schema/fault_codes.ts';
import { html } from '../../pages/html.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { createNumberCell, renderTable } from '../../pages/parts/table.ts';

type RecordCounts = Readonly<Record<string, number>>;

/** Renders the numbers of records by kind, and the reasons for refusals. */
export function renderRecordSections(upload: UploadContents): unknown {
  const { summary } = upload;
  const unknown = html`<p>It is unknown how many of the records were stored before or refused:
this is only recorded if all of them name the same install.</p>
`;
  const sent = html`${explainCutList(upload)}${explainDamage(upload)}${renderKinds(upload)}${summary === null ? unknown : ''}<p><small>Prices, auctions
and records that are never public count as well, but this page does not name them.</small></p>
`;
  return html`${renderSection('records', 'What you sent', sent, 'panel')}${summary === null ? '' : renderRefusals(summary)}`;
}

function explainCutList(upload: UploadContents): unknown {
  const { uploads, uploadsRead } = upload;
  return uploads > uploadsRead
    ? html`<p>The file was sent in ${uploads.toLocaleString('en-GB')} parts. Looking all of them up would keep new uploads waiting, so this
page describes only the first ${uploadsRead === 1 ? 'one' : uploadsRead}, with ${formatQuantity(countStoredRecords(upload), 'record')}. The others count as well.</p>
`
    : '';
}

function explainDamage({ damaged }: UploadContents): unknown {
  return damaged === 0
    ? ''
    : html`<p>${formatQuantity(damaged, 'record')} cannot be read any more, because the
storage was damaged. Damaged records do not count.</p>
`;
}

function renderKinds({ storedByKind, summary }: UploadContents): unknown {
  const stored: RecordCounts = Object.fromEntries(storedByKind.map(({ kind, records }) => [kind, records]));
  const [repeats, refused] = summary === null ? [null, null] : [summary.repeats, countRefusedByKind(summary)];
  const kinds = [...new Set([stored, repeats ?? {}, refused ?? {}].flatMap(Object.keys))];
  const cell = (counts: RecordCounts | null, kind: string): unknown =>
    counts === null ? { shown: 'unknown', value: null } : createNumberCell(counts[kind] ?? 0);
  return renderTable({
    caption: 'Records by kind',
    columns: [
      { head: 'What' },
      { head: 'New', as: 'number' },
      { head: 'Sent before', as: 'number' },
      { head: 'Refused', as: 'number' },
    ],
    rows: kinds
      .map((kind) => ({ kind, words: describeRecordKind(kind) }))
      .sort((a, b) => (stored[b.kind] ?? 0) - (stored[a.kind] ?? 0) || (a.words < b.words ? -1 : 1))
      .map(({ kind, words }) => [words, cell(stored, kind), cell(repeats, kind), cell(refused, kind)]),
  });
}

function countRefusedByKind({ refused }: UploadSummary): RecordCounts {
  const counts: Record<string, number> = {};
  for (const ofCode of Object.values(refused)) {
    for (const [kind, count] of Object.entries(ofCode)) counts[kind] = (counts[kind] ?? 0) + count;
  }
  return counts;
}

/** Renders why the site refused records. Codes with the same words are added up; the receipt lists the records. */
function renderRefusals({ refused }: UploadSummary): unknown {
  const reasons = new Map<string, { count: number; kinds: Set<string> }>();
  for (const [code, kinds] of Object.entries(refused)) {
    const words = (REFUSAL_REASONS as Readonly<Record<string, string>>)[code] ?? NOT_ACCEPTED_REASON;
    const reason = reasons.get(words) ?? { count: 0, kinds: new Set() };
    reasons.set(words, reason);
    for (const [kind, count] of Object.entries(kinds)) {
      reason.count += count;
      reason.kinds.add(describeRecordKind(kind));
    }
  }
  if (reasons.size === 0) return '';
  const rows = [...reasons].sort(([a, { count: x }], [b, { count: y }]) => y - x || (a < b ? -1 : 1));
  return renderSection(
    'refused',
    'Refused',
    renderTable({
      caption: 'Why records were refused',
      columns: [{ head: 'Why' }, { head: 'What' }, { head: 'Records', as: 'number' }],
      rows: rows.map(([words, { count, kinds }]) => [words, joinWithAnd([...kinds].sort()), createNumberCell(count)]),
    }),
    'panel',
  );
}

const NOT_ACCEPTED_REASON = 'They are not in a form that this site accepts. A newer version of the addon may help.';
const WRONG_DATE_REASON = 'Their date cannot be right. Check the clock of your computer.';
const NO_GRANT_REASON = 'They name players, and no valid permission came with them.';

/** Why records were refused, in words for the player who sent them. */
const REFUSAL_REASONS: Readonly<Record<FaultCode, string>> = {
  'wrong-type': NOT_ACCEPTED_REASON,
  'kind-missing': NOT_ACCEPTED_REASON,
  'kind-unknown': NOT_ACCEPTED_REASON,
  'field-missing': NOT_ACCEPTED_REASON,
  'field-unknown': NOT_ACCEPTED_REASON,
  'not-in-list': NOT_ACCEPTED_REASON,
  'out-of-range': 'They contain a number that is too small or too large.',
  'wrong-length': NOT_ACCEPTED_REASON,
  'wrong-form': NOT_ACCEPTED_REASON,
  'bad-date': WRONG_DATE_REASON,
  'bad-text': 'They contain characters that cannot be displayed.',
  'player-guid': 'They contain the game’s internal id of a player, which is never stored here.',
  contradictory: 'They contradict themselves.',
  'install-id-in-text': 'They contain the secret id of your addon in a place where everyone could read it.',
  'too-few': NOT_ACCEPTED_REASON,
  'too-many': NOT_ACCEPTED_REASON,
  'other-game': 'They are of another game than this site collects.',
  'test-client': 'They are of a test version of the game.',
  'before-release': 'They are from before the release of the game.',
  'captured-at-past': WRONG_DATE_REASON,
  'captured-at-future': WRONG_DATE_REASON,
  'realms-too-many': 'They are from more than three auction houses, which is too much for one upload.',
  'sharing-missing': NO_GRANT_REASON,
  'grant-missing': NO_GRANT_REASON,
  'grant-not-covering': NO_GRANT_REASON,
  'no-install': 'They do not say which installation of the addon they are from.',
  'event-reused': 'An earlier report of the same event says something else. The earlier one counts.',
  'day-quota': 'They are more than one player can see in a day.',
  'install-erased': 'Everything from this installation of the addon was erased, and nothing more of it is accepted.',
};

/** Returns the words for a code. Codes of another release have no words of their own. */
