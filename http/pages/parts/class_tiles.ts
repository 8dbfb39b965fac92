import { classWord } from '../../../domain/tools/talents/class_talents.ts';
import type { Context } from '../../context.ts';
import { html } from '../html.ts';
import { findPictures } from '../render_page.ts';
import { tile } from './tile.ts';

/** Renders player classes as a grid of links to their talents, with the client's icons if the operator has them. */
export async function classTiles(
  context: Pick<Context, 'icons' | 'settings'>,
  slugs: readonly string[],
  base: string,
): Promise<unknown> {
  const pictures = await findPictures(context, new Set(slugs.map(classIcon)));
  return html`<ul class="tiles class-list">
${slugs.map((slug) => {
  const icon = tile({ picture: pictures.get(classIcon(slug)) ?? null, name: classWord(slug), size: 'large' });
  return html`<li class="class-${slug}"><a href="${base}/talents/${encodeURIComponent(slug)}">${icon}${classWord(slug)}</a></li>\n`;
})}</ul>
`;
}

/** Returns the client's name of a class's icon. */
function classIcon(slug: string): string {
  return `classicon_${slug}`;
}
