import { capitalised } from '../../../domain/cards/words.ts';
import type { ChangeInParts } from '../../../domain/tools/changes/recent_changes.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { allOf, counted } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';
import { entityLink, quotedName } from './entity_link.ts';

const MINUTE_MS = 60_000;

type Change = Pick<ChangeInParts, 'at' | 'parts'>;

/** Renders changes as sentences with links, grouped by the minute of their snapshot, newest first. */
export function changeList(changes: readonly Change[], headed: (atMs: number) => unknown, base: string): unknown {
  return [...groupBy(changes, ({ at }) => Math.floor(Date.parse(at) / MINUTE_MS))].map(
    ([minute, lines]) => html`${headed(minute * MINUTE_MS)}
<ul class="changes">${joined(lines).map((parts) => html`<li>${sentence(parts, base)}</li>\n`)}</ul>
`,
  );
}

/**
 * Merges changes to several fields of one subject into one sentence: `name and edges of Westfall became public`. Equal
 * sentences, such as those for several sources of one item, appear once with a count.
 */
function joined(changes: readonly Change[]): readonly Change['parts'][] {
  const key = ({ parts }: Change): string => JSON.stringify(fieldOf(parts) === null ? parts : parts.slice(1));
  return [...groupBy(changes, key).values()].map((alike) => {
    const [{ parts }] = alike as readonly [Change];
    const fields = new Set(alike.map((one) => fieldOf(one.parts)).filter((field) => field !== null));
    const [first, ...rest] = parts;
    // The log is in reverse order, so the fields of one snapshot are reversed as well.
    const beginning = fields.size === 0 ? first! : `${allOf([...fields].reverse())} of `;
    return fields.size === 0 && alike.length > 1
      ? [...parts, ` (${counted(alike.length, 'time')})`]
      : [beginning, ...rest];
  });
}

/** Returns the field at the beginning of a sentence, or null if the sentence does not begin with a field. */
function fieldOf([first]: Change['parts']): string | null {
  return typeof first === 'string' && first.endsWith(' of ') ? first.slice(0, -' of '.length) : null;
}

function sentence(parts: Change['parts'], base: string): unknown {
  return parts.map((part, i) => {
    if (typeof part === 'string') return i === 0 ? capitalised(part) : part;
    return 'text' in part ? quotedName(part.text, part.locale) : entityLink(part, base);
  });
}
