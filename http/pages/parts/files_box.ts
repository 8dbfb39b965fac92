import type { GameDataNotice } from '../../../schema/responses/gameDataNotice.ts';
import { html } from '../html.ts';

/** What the game's files say, apart from what players saw: with its build, and that nobody confirmed it. */
export function filesBox({ label, build }: GameDataNotice, content: unknown): unknown {
  return html`<div class="filed">
<p class="quiet"><small>From the game itself: ${label}, build ${build}</small></p>
${content}</div>
`;
}
