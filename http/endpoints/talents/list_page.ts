import { gameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { NO_BUILD } from '../../../domain/tools/shared/empty_hints.ts';
import { NO_TALENTS, slugsWithTalents } from '../../../domain/tools/talents/class_talents.ts';
import { classWord } from '../../../domain/tools/talents/talent_words.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createSee } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { FILES_MARK } from '../../pages/parts/facts.ts';
import { nothingYet } from '../../pages/parts/none.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

const PATH = '/talents';
const TITLE = 'Talents';

/** Creates the list of classes that have talent trees in the imported build. */
export async function talentsPage(context: Context): Promise<Result<PageContent, Refusal>> {
  const seen = await createSee(context)((data) =>
    data.view.game === null ? Promise.resolve(null) : slugsWithTalents(data),
  );
  if (seen === null) return ok(nothingYet(TITLE, PATH));
  const { view, value: slugs } = seen;
  const base = basePath(context.settings.publicUrl);
  const none = slugs === null ? NO_BUILD : slugs.length === 0 ? NO_TALENTS : null;
  return ok({
    title: TITLE,
    path: PATH,
    description: 'The talent trees of each class, drawn, with how many characters take each talent.',
    gameData: view.game === null ? null : gameDataNotice(view.game),
    main: html`<h1>${TITLE}</h1>
${
  none !== null
    ? html`<p>${none}</p>`
    : html`<p>The talent trees of each class ${FILES_MARK}, and how many characters take each talent.</p>
<ul class="plain columns">
${(slugs ?? []).map((slug) => html`<li><a href="${base}${PATH}/${encodeURIComponent(slug)}">${classWord(slug)}</a></li>\n`)}</ul>`
}`,
  });
}
