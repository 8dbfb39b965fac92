import { html } from '../html.ts';

/** Renders a section with a heading and an id that links can target. `look` is a class, such as `panel`. */
export function renderSection(id: string, heading: unknown, content: unknown, look: 'panel' | null = null): unknown {
  return html`<section id="${id}"${look === null ? '' : html` class="${look}"`}>
<h2>${heading}</h2>
${content}</section>
`;
}

/** A section of a page. */
export interface Section {
  /** The section's URL fragment. */
  readonly id: string;
  readonly heading: string;
  /** Total number of rows, if the section is a list. */
  readonly total?: number;
  readonly content: unknown;
}

/** Minimum number of sections for a table of contents. */
const LINKED_SECTIONS_MIN = 3;

/** Renders sections, with a table of contents if there are at least three. */
export function renderSections(parts: readonly Section[]): unknown {
  return html`${parts.length < LINKED_SECTIONS_MIN ? '' : linkSections(parts)}${parts.map(({ id, heading, content }) => renderSection(id, heading, content))}`;
}

function linkSections(parts: readonly Section[]): unknown {
  return html`<nav class="contents" aria-label="On this page"><ul>${parts.map(({ id, heading, total }) => html`<li><a href="#${id}">${heading}</a>${total === undefined ? '' : html` <small class="quiet">${total}</small>`}</li>`)}</ul></nav>
`;
}
