import { capitalised } from '../../../domain/cards/words.ts';
import { groupBy } from '../../../domain/families/counting/group_by.ts';
import type { ChangeInParts } from '../../../domain/tools/changes/recent_changes.ts';
import { allOf, counted } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';
import { entityLink, quotedName } from './entity_link.ts';

const MINUTE_MS = 60_000;

type Change = Pick<ChangeInParts, 'at' | 'parts'>;

/** Changes by the minute of their snapshot, the newest first and each under its heading, in sentences whose names are links. */
export function changeList(changes: readonly Change[], headed: (atMs: number) => unknown, base: string): unknown {
  return [...groupBy(changes, ({ at }) => Math.floor(Date.parse(at) / MINUTE_MS))].map(
    ([minute, lines]) => html`${headed(minute * MINUTE_MS)}
<ul class="changes">${joined(lines).map((parts) => html`<li>${sentence(parts, base)}</li>\n`)}</ul>
`,
  );
}

/**
 * Several fields of one subject that share a fate make one sentence: `name and edges of Westfall became public`. What
 * reads alike, such as several sources of one item, stands once, with how often.
 */
function joined(changes: readonly Change[]): readonly Change['parts'][] {
  const key = ({ parts }: Change): string => JSON.stringify(fieldOf(parts) === null ? parts : parts.slice(1));
  return [...groupBy(changes, key).values()].map((alike) => {
    const [{ parts }] = alike as readonly [Change];
    const fields = new Set(alike.map((one) => fieldOf(one.parts)).filter((field) => field !== null));
    const [first, ...rest] = parts;
    // The log has the newest line first, and of one snapshot the last field.
    const beginning = fields.size === 0 ? first! : `${allOf([...fields].reverse())} of `;
    return fields.size === 0 && alike.length > 1
      ? [...parts, ` (${counted(alike.length, 'time')})`]
      : [beginning, ...rest];
  });
}

/** The field that a sentence begins with; null: it begins with something else. */
function fieldOf([first]: Change['parts']): string | null {
  return typeof first === 'string' && first.endsWith(' of ') ? first.slice(0, -' of '.length) : null;
}

function sentence(parts: Change['parts'], base: string): unknown {
  return parts.map((part, i) => {
    if (typeof part === 'string') return i === 0 ? capitalised(part) : part;
    return 'text' in part ? quotedName(part.text, part.locale) : entityLink(part, base);
  });
}
