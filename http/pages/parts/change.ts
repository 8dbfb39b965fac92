import type { DescribedChange } from '../../../domain/tools/changes/change_reader.ts';
import { type ChangePart, changeSentenceParts } from '../../../domain/tools/changes/change_sentence.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';
import { entityLink, quotedName } from './entity_link.ts';

const MINUTE_MS = 60_000;

type Change = Pick<DescribedChange, 'at' | 'description'>;

/** Renders changes as sentences with links, grouped by the minute of their snapshot, newest first. */
export function changeList(changes: readonly Change[], headed: (atMs: number) => unknown, base: string): unknown {
  return [...groupBy(changes, ({ at }) => Math.floor(Date.parse(at) / MINUTE_MS))].map(
    ([minute, lines]) => html`${headed(minute * MINUTE_MS)}
<ul class="changes">${joined(lines).map((parts) => html`<li>${sentence(parts, base)}</li>\n`)}</ul>
`,
  );
}

/**
 * Merges changes to several fields of one subject into one sentence: `Westfall: name and map bounds confirmed`. Equal
 * sentences, such as those for several sources of one item, appear once with a count.
 */
function joined(changes: readonly Change[]): readonly (readonly ChangePart[])[] {
  const groups = groupBy(changes, ({ description }) => JSON.stringify({ ...description, field: '' }));
  return [...groups.values()].map((alike) => {
    const [{ description }] = alike as readonly [Change];
    const fields = new Set(alike.flatMap(({ description: one }) => (one.headline === null ? [one.field] : [])));
    // The log is in reverse order, so the fields of one snapshot are reversed as well.
    const parts = changeSentenceParts(description, [...fields].reverse());
    return description.headline !== null && alike.length > 1
      ? [...parts, ` (${counted(alike.length, 'time')})`]
      : parts;
  });
}

function sentence(parts: readonly ChangePart[], base: string): unknown {
  return parts.map((part) => {
    if (typeof part === 'string') return part;
    return 'text' in part ? quotedName(part.text, part.locale) : entityLink(part, base);
  });
}
