import { COVERAGE_KINDS } from '../../../domain/ports/coverage.ts';
import type { SubjectList, SubjectStatus, UploadFate } from '../../../domain/reads/upload.ts';
import { COVERAGE_WORDS } from '../../../domain/tools/shared/coverage_words.ts';
import { html } from '../../pages/html.ts';
import { coveredList } from '../../pages/parts/coverage.ts';
import { section } from '../../pages/parts/section.ts';

const STANDINGS: readonly { readonly status: SubjectStatus; readonly heading: string; readonly explanation: string }[] =
  [
    {
      status: 'one',
      heading: 'Needs one more player',
      explanation: 'If one more player reports one of these, it may become public. Tell a friend what would help:',
    },
    {
      status: 'open',
      heading: 'Waits for others',
      explanation: 'Nothing about these is public yet. They need two more players, or players who agree.',
    },
    {
      status: 'public',
      heading: 'Already known',
      explanation: 'Three players had confirmed these before. Reports like yours keep them up to date.',
    },
  ];

/** Renders the entities that an upload reported, by their state in the newest snapshot. */
export function standings(lists: NonNullable<UploadFate['status']>, base: string): unknown {
  const shown = STANDINGS.filter(({ status }) => lists[status].total > 0);
  return html`${shown.map(({ status, heading, explanation }) =>
    section(
      status,
      `${heading} (${lists[status].total.toLocaleString('en-GB')})`,
      html`<p>${explanation}</p>
${status === 'one' ? byKind(lists.one, base) : subjectsOf(lists[status], status === 'public', base)}`,
      'panel',
    ),
  )}`;
}

/** Renders the subjects grouped by kind, each group with what a player has to do to report one. */
function byKind({ subjects, total }: SubjectList, base: string): unknown {
  const groups = COVERAGE_KINDS.map((kind) => ({ kind, own: subjects.filter((one) => one.kind === kind) }));
  return html`${groups
    .filter(({ own }) => own.length > 0)
    .map(
      ({ kind, own }) => html`<h3>${COVERAGE_WORDS[kind].many}: ${COVERAGE_WORDS[kind].seenBy}</h3>
${subjectsOf({ subjects: own, total: own.length }, false, base)}`,
    )}${total > subjects.length ? html`<p class="cut">The first ${subjects.length} of ${total.toLocaleString('en-GB')}.</p>\n` : ''}`;
}

function subjectsOf({ subjects, total }: SubjectList, isPublic: boolean, base: string): unknown {
  return coveredList(
    subjects.map(({ kind, id, name }) => ({ kind, id, name: name ?? null, isPublic: isPublic || name !== undefined })),
    base,
    total,
  );
}
