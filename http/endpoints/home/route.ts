import { buildGameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { type HomeContent, readHomeContent } from '../../../domain/tools/service/doorway.ts';
import { ok } from '../../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import type { GameDataNotice } from '../../../schema/responses/gameDataNotice.ts';
import type { AppSettings, Context } from '../../context.ts';
import { createReader, type SnapshotValue } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { toBasePath } from '../../pages/layout.ts';
import { describeObserved } from '../../pages/observed.ts';
import { createPageRoute } from '../../pages/page_route.ts';
import { renderSearchForm, toSearchPath } from '../../pages/parts/search_form.ts';
import { isNamedByFiles } from '../../pages/parts/zone_link.ts';
import { renderLevelField } from '../../pages/parts/zone_lists.ts';
import type { Route } from '../../pipeline/route.ts';
import { renderHomeContent } from './doorway.ts';

/** Serves the home page: a search box, and ways to zones, professions, classes, new facts and the quest board. */
export function createHomeRoute(context: Context): Route {
  const see = createReader(context);
  return createPageRoute(context, {
    path: '/',
    budget: null,
    content: async () => {
      const { settings } = context;
      const read = await catchFault(see(readHomeContent));
      const seen = read instanceof StorageFault ? null : read;
      return ok({
        title: 'Home',
        path: '/',
        description: HOME_DESCRIPTION,
        searches: true,
        data: '/api/tools/everloot_plan',
        ...(seen === null || seen.view.row.dataAsOfMs === null
          ? {}
          : { observed: describeObserved(seen.view, settings) }),
        gameData: seen === null ? null : createNotice(seen),
        main: renderHome(settings, read),
        uncacheable: seen === null,
      });
    },
  });
}

const HOME_DESCRIPTION =
  'Drops, prices, locations and more, recorded by players. A fact is public once three players have reported it.';

/** Returns the notice about the game's files if the page shows names from them. */
function createNotice({ view, value }: NonNullable<SnapshotValue<HomeContent>>): GameDataNotice | null {
  const { zones, tasks } = value;
  const isFiled =
    [...zones, ...tasks].some(({ zone }) => zone !== null && isNamedByFiles(zone)) ||
    tasks.some(({ entity, nameInFiles }) => entity.name === null && nameInFiles !== null);
  return isFiled && view.game !== null ? buildGameDataNotice(view.game) : null;
}

function renderHome(settings: AppSettings, read: SnapshotValue<HomeContent> | StorageFault): unknown {
  const base = toBasePath(settings.publicUrl);
  const item = read === null || read instanceof StorageFault ? undefined : read.value.drops[0]?.item;
  return html`<div class="hero">
<h1>What drops it, where, and how sure is that?</h1>
${renderSearchForm(base)}<p>${item === undefined ? '' : html`Try <a href="${base}${toSearchPath(`what drops ${item.name}`)}">what drops <bdi>${item.name}</bdi></a>, or an item and “at level 18”. `}Drops, prices and locations that at least three players have seen. <a href="${base}/about">How it works</a></p>
<form class="choose" method="get" action="${base}/zones">
${renderLevelField(null)}<button type="submit">Where to farm</button> <button type="submit" class="secondary" formaction="${base}/coverage">What to report</button>
</form>
<p><a href="${base}/upload">Report what you found</a></p>
</div>
${renderBody(settings, read, base)}`;
}

function renderBody(settings: AppSettings, read: SnapshotValue<HomeContent> | StorageFault, base: string): unknown {
  if (read instanceof StorageFault) {
    return html`<p>The data cannot be read right now: they are unknown, not zero.
See <a href="${base}/api/health">health</a>.</p>
`;
  }
  const isEmpty = read === null || read.value.counts.uploads === null;
  const ways = read === null ? '' : renderHomeContent(read.value, read.view.row, base);
  return html`${isEmpty ? renderFirstSteps(settings, base) : ''}${ways}`;
}

/** Greets the players and the operator of an instance without uploads. */
function renderFirstSteps({ publicUrl }: AppSettings, base: string): unknown {
  return html`<div class="tiles wide">
<section class="panel" id="players">
<h2>No reports yet. Yours could be the first.</h2>
<p><a href="${base}/addon.zip">Get the addon</a> and play. It writes down what you loot, whom you meet and what vendors
charge. Then <a href="${base}/upload">upload the file that it saved</a>, without an account. When three players have seen the
same thing, everybody can read it here.</p>
</section>
<section class="panel" id="operators">
<h2>If you run this instance</h2>
<ol>
<li>Import the game’s tables, to have the data of items and the names of zones from the start:
<code>npm run job -- import-game-files --dir FOLDER --build BUILD</code></li>
<li>Share the link to the addon: <code>${publicUrl}/addon.zip</code></li>
<li>Check that this is the address under which players reach the instance: <code>${publicUrl}</code>. Change it with
<code>TW_PUBLIC_URL</code>. The <a href="${base}/api/health">health</a> page reports other problems.</li>
</ol>
<p><code>npm run demo</code> shows an instance with data.</p>
</section>
</div>
`;
}
