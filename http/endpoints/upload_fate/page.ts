import type { WitnessRules } from '../../../domain/families/mod.ts';
import { countStoredRecords } from '../../../domain/operator/upload_contents.ts';
import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import { REPORTED_FACTS_MAX, type UploadContents } from '../../../domain/ports/upload_contents.ts';
import { formatSnapshotPin } from '../../../domain/reads/pinned_snapshot.ts';
import { UPLOAD_SUBJECTS_MAX, type UploadFate } from '../../../domain/reads/upload.ts';
import type { DescribedChange } from '../../../domain/tools/changes/change_reader.ts';
import type { ChangeTextPart } from '../../../domain/tools/changes/change_sentence.ts';
import type { HelpTask } from '../../../domain/tools/coverage/tasks.ts';
import { GAME_NAMES } from '../../../domain/values/game.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { DAY_MS, formatInstant } from '../../../domain/values/instant.ts';
import { formatQuantity, joinWithAnd } from '../../../domain/values/phrases.ts';
import type { ChangeSubjectKind, Game } from '../../../schema/vocabulary.ts';
import { html } from '../../pages/html.ts';
import { renderMinute } from '../../pages/layout.ts';
import { linkEntity } from '../../pages/parts/entity_link.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { explainWitnessRules } from '../../pages/parts/waiting.ts';
import { renderRecordSections } from './records.ts';
import { renderStandings } from './standings.ts';

/** Maximum number of facts that are listed. */
export const SUBJECTS_SHOWN_MAX = UPLOAD_SUBJECTS_MAX;

export interface UploadPageData {
  readonly upload: UploadContents;
  readonly fate: UploadFate;
  /** The first SUBJECTS_SHOWN_MAX of the facts that became public. */
  readonly confirmed: readonly DescribedChange[];
  /** The subjects that need one more player, each with how to report it. */
  readonly tasks: readonly HelpTask[];
  readonly rules: WitnessRules;
  /** The game of the instance, or null if it is not settled. */
  readonly game: Game | null;
  readonly base: string;
  /** The snapshot that the page describes, or null before the first one. */
  readonly view: SnapshotView | null;
}

/**
 * Renders what became of an upload or of the uploads of a session. Everyone who has the address can read it, so the
 * page contains no values and nothing about the sender. While `waits` is set, the script looks for the next snapshot.
 */
export function renderFate(contribution: UploadPageData): unknown {
  const { upload, fate, tasks, rules, view, base } = contribution;
  const pin = view === null ? '' : formatSnapshotPin({ epoch: view.epoch, n: view.row.n });
  return html`<h1>Your contribution</h1>
<div id="contribution" data-snapshot="${pin}" data-health="${base}/api/health"${fate.status === null && upload.uncounted < upload.uploadsRead ? html` data-waits` : ''}>
${renderHeadline(contribution)}${explainOtherGames(contribution)}${upload.uncounted === upload.uploadsRead ? '' : renderSteps(contribution)}${explainWaitRules(rules)}${
  fate.status === null ? '' : renderConfirmed(contribution)
}${fate.status === null ? '' : renderStandings(fate.status, tasks, base)}${renderRecordSections(upload)}</div>
<p class="quiet">Only people who have the address of this page can read it. Bookmark it: it is listed nowhere.</p>
<section id="held-back" class="panel" hidden></section>
`;
}

function renderHeadline({ upload, fate }: UploadPageData): unknown {
  const atLeast = upload.uploads > upload.uploadsRead ? 'At least ' : '';
  const stored = `${atLeast}${formatQuantity(countStoredRecords(upload), 'record')}`;
  if (upload.uncounted === upload.uploadsRead)
    return html`<p class="headline"><strong>${stored}</strong> stored.</p>\n`;
  if (fate.status === null) {
    return html`<p class="headline"><strong>${stored}</strong> stored.</p>
<p id="follow" role="status">They count with the next update, which is written about every ten minutes. The results appear
here.</p>
<noscript><p>Reload this page in ten minutes.</p></noscript>
`;
  }
  const facts = fate.confirmed.length;
  if (facts > 0) {
    const isCut = atLeast !== '' || upload.reportedFacts.length === REPORTED_FACTS_MAX;
    return html`<p class="headline">${isCut ? 'At least ' : ''}<strong>${formatQuantity(facts, 'fact')}</strong> you reported became public.</p>
<p>${facts === 1 ? 'It was not public before your upload. Now three players confirm it.' : 'They were not public before your upload. Now three players confirm each of them.'}</p>
`;
  }
  const one = fate.status.one.total;
  return one > 0
    ? html`<p class="headline"><strong>${formatNumber(one)}</strong> of your discoveries ${one === 1 ? 'needs' : 'need'} just one more player.</p>
`
    : html`<p class="headline"><strong>${stored}</strong> stored and counted.</p>
`;
}

/** Says which uploads count for nothing, if any do. */
function explainOtherGames({ upload: { uncounted, uploadsRead }, game }: UploadPageData): unknown {
  if (game === null || uncounted === 0) return '';
  const which = uncounted === uploadsRead ? 'The records' : `The records of ${formatQuantity(uncounted, 'upload')}`;
  return html`<p>${which} are of another game than ${GAME_NAMES[game]}, the game of this site, so they count for nothing. Upload
such files to a site for their game.</p>
`;
}

function renderSteps({ upload, fate }: UploadPageData): unknown {
  const { taken, status, confirmed } = fate;
  const step = (isDone: boolean, name: string, detail: unknown) =>
    html`<li${isDone ? html` class="done"` : ''}><strong>${name}</strong> <span>${detail}</span></li>
`;
  return html`<ol class="steps" aria-label="Progress">
${step(true, 'Stored', formatHour(upload.receivedAtMs))}${step(
  taken !== null,
  'Processed',
  taken === null
    ? 'with the next update'
    : html`with update ${formatNumber(taken.n)}, ${renderMinute(taken.writtenAtMs)}`,
)}${step(
  confirmed.length > 0,
  'Public',
  confirmed.length > 0
    ? formatQuantity(confirmed.length, 'fact')
    : status === null
      ? 'after that'
      : 'once three players agree',
)}</ol>
`;
}

const HOUR_MS = DAY_MS / 24;

/** Renders a time to the hour and not the minute, because everyone with the URL can read it. */
function formatHour(ms: number): unknown {
  const from = Math.floor(ms / HOUR_MS) * HOUR_MS;
  const [start, end] = [formatInstant(from), formatInstant(from + HOUR_MS)];
  return html`<time datetime="${start.slice(0, 13)}Z">${start.slice(0, 10)}</time>, between ${start.slice(11, 16)} and ${end.slice(11, 16)} UTC`;
}

/** Explains this instance's rules. The text is the same for all uploads, however their installs were judged. */
function explainWaitRules(rules: WitnessRules): unknown {
  const text = explainWitnessRules(rules);
  return text === '' ? '' : html`<p>${text}</p>\n`;
}

function renderConfirmed({ fate, confirmed, base }: UploadPageData): unknown {
  if (confirmed.length === 0) return '';
  const total = fate.confirmed.length;
  return renderSection(
    'confirmed',
    'Public since your upload',
    html`<p>Other players may have reported them at the same time, so nobody can say who was the third.</p>
${renderConfirmedList(confirmed, base)}${total > confirmed.length ? html`<p class="cut">The first ${formatNumber(confirmed.length)} of ${formatQuantity(total, 'fact')}.</p>\n` : ''}`,
    'panel',
  );
}

function formatNumber(count: number): string {
  return count.toLocaleString('en-GB');
}

/** Renders the page for an unknown upload or session. It does not reveal whether such an upload ever existed. */
export function renderNoUpload(base: string): unknown {
  return html`<h1>No such upload</h1>
<p>This site has no upload with this address. Possible reasons:</p>
<ul>
<li>the address is incomplete, or belongs to another site;</li>
<li>the upload contained only records that had been sent before or were refused, so nothing was stored;</li>
<li>its records were erased.</li>
</ul>
<p><a href="${base}/coverage">Facts that need one more report</a></p>
`;
}

/** Kinds of subject that are an aspect of an NPC, with what a tile calls one of their lines. */
const NPC_ASPECTS: Partial<Readonly<Record<ChangeSubjectKind, string>>> = { vendor: 'goods', trainer: 'lessons' };

/** Renders a tile for each entity, with the names of its facts: `name, levels and drop rates`. */
function renderConfirmedList(changes: readonly DescribedChange[], base: string): unknown {
  const groups = groupBy(changes, ({ kind, id, subject }) =>
    JSON.stringify([kind in NPC_ASPECTS ? 'npc' : kind, id ?? subject]),
  );
  return html`<ul class="tiles wide">
${[...groups.values()].map((own) => html`<li>${renderEntityName(own, base)}<small>${formatAspects(own)}${renderPinZones(own, base)}</small></li>\n`)}</ul>
`;
}

function renderEntityName([first]: readonly DescribedChange[], base: string): unknown {
  const { kind, id, name, locale, url, subject } = first!;
  return id === null ? subject : linkEntity({ kind: kind in NPC_ASPECTS ? 'npc' : kind, id, name, locale, url }, base);
}

/** Returns the names of the facts, in the order in which the log has them. Goods and lessons are only counted. */
function formatAspects(own: readonly DescribedChange[]): string {
  const fields = own.flatMap(({ kind, field, description }) => {
    if (kind in NPC_ASPECTS || field === PIN_FAMILIES) return [];
    return description.headline === null ? [description.field] : [field];
  });
  const counted = (['vendor', 'trainer'] as const).flatMap((kind) => {
    const subjects = new Set(own.filter((one) => one.kind === kind).map(({ subject }) => subject));
    return subjects.size === 0 ? [] : [`${subjects.size.toLocaleString('en-GB')} ${NPC_ASPECTS[kind]}`];
  });
  return joinWithAnd([...new Set(fields), ...counted]);
}

/** The field of lines about locations. */
const PIN_FAMILIES = 'pins';

/** Renders the maps on which locations were confirmed. The last part of such a line is the map. */
function renderPinZones(own: readonly DescribedChange[], base: string): unknown {
  const zones = own.filter(({ field }) => field === PIN_FAMILIES).map(({ description }) => description.subject.at(-1));
  if (zones.length === 0) return '';
  const before = zones.length === own.length ? 'Locations in ' : '; locations in ';
  return html`${before}${zones.map((zone, at) => html`${at === 0 ? '' : ', '}${linkPlace(zone, base)}`)}`;
}

function linkPlace(zone: ChangeTextPart | undefined, base: string): unknown {
  return typeof zone === 'object' && 'kind' in zone ? linkEntity(zone, base) : '';
}
