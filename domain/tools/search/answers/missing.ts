import { formatRange } from '../../../cards/words.ts';
import { type CoverageFact, findEntityKind } from '../../../families/coverage.ts';
import { families } from '../../../families/mod.ts';
import type { CoverageKind, InstallsMissing } from '../../../ports/coverage.ts';
import { type CoverageList, type CoveragePage, readCoverage } from '../../../reads/coverage.ts';
import { renderOneLine } from '../../../reads/entities/first_of.ts';
import { buildZone, formatPins, formatZone } from '../../../reads/entities/places.ts';
import { addDetails, type PublishedSnapshot, toLabel } from '../../../reads/entities/snapshot_data.ts';
import { readLocaleField } from '../../../values/language.ts';
import { formatQuantity } from '../../../values/phrases.ts';
import { type BoardZone, readQuestBoard } from '../../coverage/quest_board.ts';
import { describeAction, type HelpTask, hasTaskName } from '../../coverage/tasks.ts';
import { COVERAGE_WORDS } from '../../shared/coverage_words.ts';
import { renderTitledList } from '../../shared/page.ts';
import { type Answerer, addNameNotes, createIntent, type DirectAnswer, type QuestionContext } from './answer.ts';
import { findName, parseId } from './names.ts';

const SHOWN_SUBJECTS_MAX = 8;
const SHOWN_ZONES_MAX = 4;
const SHOWN_TASKS_MAX = 5;

/** Answers what needs one or two more reports, in a zone or anywhere. */
const answerMissing: Answerer = async ({ tools, snapshot }, { zone: asked, level }) => {
  if (asked === undefined && level !== undefined) return answerBoard({ tools, snapshot }, Number(level));
  const match = asked === undefined ? null : await findName(snapshot, asked, ['zone']);
  const [hit] = match?.hits ?? [];
  if (match !== null && hit === undefined) return answerMissingEntity(snapshot, asked!);
  const zone = hit === undefined ? null : parseId(hit);
  const page = await readCoverage(snapshot, { kind: null, zone, need: null, after: null });
  const names = await readSubjectNames(snapshot, page.lists);
  const subjects = page.lists.flatMap((list) => list.subjects.map((subject) => ({ kind: list.kind, ...subject })));
  const isNamed = ({ kind, id, name }: PendingSubject) => name !== null || names.has(`${findEntityKind(kind)}:${id}`);
  const nearest = subjects
    .toSorted((a, b) => a.missing - b.missing || Number(isNamed(b)) - Number(isNamed(a)))
    .slice(0, SHOWN_SUBJECTS_MAX);
  const where = hit === undefined ? '' : ` in ${JSON.stringify(hit.name)}`;
  return addNameNotes([match], {
    lines: [
      describeCounts(page, where),
      ...nearest.map((subject) => `- ${formatSubject(subject, names)}`),
      ...renderOneLine(
        'Zones with most of them:',
        { total: page.zones.length, rows: page.zones },
        ({ zone, one, two, name, nameInFiles }) =>
          `${formatZone(buildZone(zone, name ?? undefined, nameInFiles))} ${one + two}`,
      ),
      ...(level === undefined || nearest.length === 0
        ? []
        : [`The list is not limited to level ${level}, because levels that few players saw are not public.`]),
    ],
    about: hit === undefined ? [] : [hit.id],
    arguments: hit === undefined ? {} : { query: hit.name },
    fromFiles: page.zoneNameInFiles !== null || page.zones.some(({ nameInFiles }) => nameInFiles !== null),
  });
};

export const missingIntent = createIntent('missing', 'search', answerMissing)`
  [~who|is there|is] [~mob|~facts] [that] [~be|~need] [still] (~lacking|[more] reports|one more report) [~mob|~facts] (in|from|for|around|about|at) {zone} ~atlevel
  (help wanted|quest board|[what|which] [missing] reports|tasks|what to ~contribute|what ~can ~i need to ~contribute) ~level
  level {level} (help wanted|quest board|missing reports|reports|tasks); [what] (helps|would help|help) [most] [at|with] [level] {level}; [i am] level {level} what [~can] [~i] [go|still] ~contribute [or|and] [~contribute] [to help]
  what [~can] [~i] [go|still] ~contribute [or|and] ~contribute [to help] ~atlevel; what ~can you [still] need [help with] ~atlevel
  [what] [still] [~need] [only|just] [~a] [one|two|1|2] more (reports|report|witness|witnesses|players|sightings) [(in|from) {zone}] ~atlevel
  (what|which) [~facts|task|tasks] [~can] [~i] [do] ~atlevel [that|which|with] [~need] [only|just] (one|two|1|2) more (report|reports); [i am] level {level} what ~need [one|two] more (report|reports)
  what [still] ~need [~a] [one|two|1|2] (reports|report|data|witness|witnesses|players|sightings) [[in|from|at] {zone} ~atlevel]
  what [else] ~can (~i [still|help] ~contribute|~be ~contributed) [(in|at|around|for) {zone}] ~atlevel
  what ~can ~i still need (in|from|for) {zone} ~atlevel; what ~can ~i need help with ~inzone
  (where|how) ~can ~i (help|contribute) [[in|at] {zone}] ~atlevel; ~who [~mob|~facts] ~be [still] ~lacking
  what [~can] [~i] ~contribute ~level ~inzone [to help]; what [~can] [~i] ~contribute ~inzone ~level [to help]
  {zone} (missing|coverage|missing data|missing facts|incomplete); coverage (of|in|for) {zone}
`;

/** Answers which tasks and zones for a level need reports, as the quest board does. */
async function answerBoard({ tools, snapshot }: QuestionContext, level: number): Promise<DirectAnswer> {
  const { cards, others, unknownLevel } = await readQuestBoard(snapshot, { level, need: null });
  const near = [...cards, ...others];
  const tasks = cards.flatMap((card) => card.tasks.filter((task) => task.missing === 1 && hasTaskName(task)));
  const shown = tasks.slice(0, SHOWN_TASKS_MAX).map(formatBoardTask);
  const list = (label: string, zones: readonly BoardZone[]): readonly string[] =>
    renderOneLine(label, { total: zones.length, rows: zones }, ({ zone, levels, one, two }) => {
      const range = levels === null ? '' : ` (level ${formatRange(levels.min, levels.max)})`;
      return `${formatZone(zone)}${range}: ${one} need one more report, ${two} two`;
    });
  return {
    certainty: 'exact',
    lines: [
      ...(near.length === 0 ? [`No zone near level ${level} is known to need reports.`] : []),
      ...renderTitledList(`Tasks near level ${level}`, shown, SHOWN_TASKS_MAX),
      ...list(`Zones near level ${level} with the number of facts that need reports:`, near),
      ...list('Zones of unknown level:', unknownLevel),
      `See them as tasks on the quest board: ${tools.publisher.publicUrl}/coverage?level=${level}`,
    ],
    about: near.slice(0, SHOWN_ZONES_MAX).map(({ zone }) => `zone:${zone.mapId}`),
    arguments: {},
    fromFiles: [...near, ...unknownLevel].some(({ zone }) => zone.mapInFiles !== null),
  };
}

/** Answers what needs more reports about one entity. Returns null if the name is unknown. */
async function answerMissingEntity(snapshot: PublishedSnapshot, asked: string): Promise<DirectAnswer | null> {
  const match = await findName(snapshot, asked, ['npc', 'object', 'item', 'quest', 'recipe']);
  const [hit] = match.hits;
  if (hit === undefined) return null;
  const fact = (await snapshot.fact(families.coverage, hit.id)) as CoverageFact | null;
  const missing = Object.entries(fact?.missing ?? {}) as [CoverageKind, InstallsMissing][];
  const names = new Map([[hit.id, hit.name]]);
  const name = toLabel({ kind: hit.kind, id: parseId(hit), name: hit.name, url: null });
  return addNameNotes([match], {
    lines: [
      ...missing.map(
        ([kind, more]) => `- ${formatSubject({ kind, id: parseId(hit), missing: more, name: null }, names)}`,
      ),
      ...(missing.length === 0
        ? [`Nothing about ${name} is waiting for one or two more reports. What nobody has reported yet is not listed.`]
        : []),
    ],
    about: [hit.id],
    arguments: { query: hit.name },
  });
}

function describeCounts({ counts }: CoveragePage, where: string): string {
  const [one, two] = (['one', 'two'] as const).map((more) => counts.reduce((sum, count) => sum + count[more], 0));
  if (one! + two! === 0) {
    return `Nothing${where} is waiting for one or two more reports. What nobody has reported yet is not listed.`;
  }
  const kinds = counts.map((count) => `${COVERAGE_WORDS[count.kind].many}: ${count.one + count.two}`).join(', ');
  const needs = [
    ...(one! > 0 ? [`${formatQuantity(one!, 'subject needs', 'subjects need')} one more report`] : []),
    ...(two! > 0 ? [`${formatQuantity(two!, 'subject needs', 'subjects need')} two more reports`] : []),
  ];
  return `${needs.join(' and ')}${where} to become public (${kinds}).`;
}

type PendingSubject = CoverageList['subjects'][number] & Pick<CoverageList, 'kind'>;

/** Returns the names that the knowledge base has for subjects without an agreed name, keyed by entry. */
async function readSubjectNames(
  snapshot: PublishedSnapshot,
  lists: readonly CoverageList[],
): Promise<ReadonlyMap<string, string>> {
  const ids = lists.flatMap(({ kind, subjects }) =>
    subjects.filter(({ name }) => name === null).map(({ id }) => `${findEntityKind(kind)}:${id}`),
  );
  const entries = ids.length === 0 ? [] : await snapshot.knowledge.excerpts([...new Set(ids)]);
  return new Map(entries.map(({ id, name }) => [id, name]));
}

function formatSubject({ kind, id, missing, name }: PendingSubject, names: ReadonlyMap<string, string>): string {
  const entity = findEntityKind(kind);
  const known = name?.value ?? names.get(`${entity}:${id}`) ?? null;
  const shown = toLabel({ kind: entity, id, name: known, ...readLocaleField(name ?? undefined), url: null });
  return formatTask({ kind, missing }, `${shown}${known === null ? ' (its name is not public yet)' : ''}`);
}

/** Renders a task of the quest board, such as `Loot "Hogger" (npc 448, level 11) in "Elwynn" at 27.5, 86: 1 more report.` */
function formatBoardTask({ entity, nameInFiles, levels, zone, pin, ...task }: HelpTask): string {
  const details = levels === null ? [] : [`level ${formatRange(levels.min, levels.max)}`];
  const subject = addDetails({ ...entity, name: entity.name ?? nameInFiles }, details);
  const isPlace = zone === null || task.kind === 'zone';
  return formatTask(task, subject, isPlace ? '' : ` in ${formatZone(zone)}${formatPins(pin === null ? [] : [pin], 1)}`);
}

function formatTask(task: Pick<HelpTask, 'kind' | 'missing'>, subject: string, where = ''): string {
  const [before, after] = describeAction(task);
  return `${before}${subject}${after}${where}: ${formatQuantity(task.missing, 'more report')}.`;
}
