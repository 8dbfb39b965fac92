import { html } from '../html.ts';
import { section } from './section.ts';

/** A part of a page under its heading. */
export interface Part {
  /** Its address within the page. */
  readonly id: string;
  readonly heading: string;
  /** How many rows it has in all, where it is a list. */
  readonly total?: number;
  readonly content: unknown;
}

/** From so many parts on a page begins with links to them. */
const LINKED_MIN = 3;

/** The parts of a page, with links to them where there are several. */
export function partsOf(parts: readonly Part[]): unknown {
  return html`${parts.length < LINKED_MIN ? '' : linksTo(parts)}${parts.map(({ id, heading, content }) => section(id, heading, content))}`;
}

function linksTo(parts: readonly Part[]): unknown {
  return html`<nav class="contents" aria-label="On this page"><ul>${parts.map(({ id, heading, total }) => html`<li><a href="#${id}">${heading}</a>${total === undefined ? '' : html` <small class="quiet">${total}</small>`}</li>`)}</ul></nav>
`;
}
