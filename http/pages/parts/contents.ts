import { html } from '../html.ts';
import { section } from './section.ts';

/** A section of a page. */
export interface Part {
  /** The section's URL fragment. */
  readonly id: string;
  readonly heading: string;
  /** Total number of rows, if the section is a list. */
  readonly total?: number;
  readonly content: unknown;
}

/** Minimum number of sections for a table of contents. */
const LINKED_MIN = 3;

/** Renders sections, with a table of contents if there are at least three. */
export function partsOf(parts: readonly Part[]): unknown {
  return html`${parts.length < LINKED_MIN ? '' : linksTo(parts)}${parts.map(({ id, heading, content }) => section(id, heading, content))}`;
}

function linksTo(parts: readonly Part[]): unknown {
  return html`<nav class="contents" aria-label="On this page"><ul>${parts.map(({ id, heading, total }) => html`<li><a href="#${id}">${heading}</a>${total === undefined ? '' : html` <small class="quiet">${total}</small>`}</li>`)}</ul></nav>
`;
}
