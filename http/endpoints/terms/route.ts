import { createAttribution } from '../../../domain/values/attribution.ts';
import { ok } from '../../../domain/values/result.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { AppSettings, Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { toBasePath } from '../../pages/layout.ts';
import { createPageRoute } from '../../pages/page_route.ts';
import { CACHED_UNTIL_RESTART } from '../../pipeline/asset_route.ts';
import type { Route } from '../../pipeline/route.ts';

/** Serves the terms page that responses link to: licences, attribution and privacy. */
export function createTermsRoute(context: Context): Route {
  return createPageRoute(context, {
    path: '/terms',
    budget: null,
    cachePolicy: CACHED_UNTIL_RESTART,
    content: async () => {
      const { settings } = context;
      const base = toBasePath(settings.publicUrl);
      const attribution = createAttribution(settings);
      const main = html`<h1>Terms</h1>${explainLicence(attribution)}${explainDropChances()}${explainAddonUse(attribution, base)}${renderGameFileTerms()}${explainPrivacy(base)}${explainEvidence(settings)}${explainProgramLicence(settings)}`;
      const description = 'Licences of the data and the program, and information for people who upload.';
      return ok({ title: 'Terms', description, path: '/terms', main });
    },
  });
}

function explainLicence({ licence, licenceUrl, credit, source }: Attribution) {
  return html`<h2>Observations of players</h2>
<p>Data from uploads are licensed <a rel="license" href="${licenceUrl}">${licence}</a>: you can use, change and share them,
also commercially, if you give credit and share your results under the same licence. Show this credit wherever you show the
data:</p>
<blockquote>${credit}, <a href="${source}">${source}</a>, ${licence}</blockquote>
<p>A public fact was reported by at least three players. On these pages a player means one installation of the addon, called
an install elsewhere. That is not proof: an install is a random number that an addon created, and nobody checks whose it is.
Records of the raw feed may be single reports.</p>
`;
}

function explainDropChances() {
  return html`<h2 id="drop-chances">Drop chances</h2>
<p>A chance such as “about 51%, between 44% and 58%” is an estimate. The true chance lies in that range with a probability
of 96%, as far as players’ reports can tell. It is not simply the number of drops divided by the number of corpses: players
differ in their quests, groups and luck, and a few reports are wrong, so the estimate weighs players and not only corpses.
The pages also show the counts.</p>
<ul>
<li>A chance is per looted corpse. In Classic, a corpse without loot cannot be opened, so it is in no count.</li>
<li>“On the quest”: only corpses count that were looted by players who had the item’s quest in their log.</li>
<li>“For players who can get it”: some players seem unable to get the item, for example because they lack a quest.</li>
<li>“Players’ results differ more than chance explains”: something that the counts do not show matters, such as a quest, a
group, a change of the game, or a wrong report.</li>
<li>“Too uncertain to say”: the range is so wide that a number would mislead.</li>
<li>“Only 3 players so far”: fewer than five players looted the source, so it comes after all others.</li>
</ul>
`;
}

/** Explains what the licence asks of addons that include exported files (docs/reading.md, Files for addons). */
function explainAddonUse({ licence, licenceUrl, credit, source }: Attribution, base: string) {
  return html`<h2 id="addons">If your addon includes this data</h2>
<p>The <a href="${base}/export">exported files</a> for Questie, pfQuest, AtlasLoot and the addon Third Witness Data are data
of players, so the licence asks four things of an addon that includes them:</p>
<ul>
<li><strong>Credit</strong>: show “${credit}, ${source}” where users of your addon see it, for example on its download page. Keep
the header of the file.</li>
<li><strong>Licence</strong>: say that the data files are licensed <a href="${licenceUrl}">${licence}</a>, with a link to the licence.</li>
<li><strong>Changes</strong>: say so if you changed the data, for example rounded it or merged it with other tables.</li>
<li><strong>Share alike</strong>: what you make from the data is under the same licence. This is about the data files: your code
keeps its own licence.</li>
</ul>
<p>You need no permission, also for addons that earn money.</p>
`;
}

function renderGameFileTerms() {
  return html`<h2>Data from the game’s files</h2>
<p>Data read from the game’s public client files belong to the game’s publisher and are not under this licence. They are
labelled as found in game files and unconfirmed, with the build they were read from.</p>
`;
}

function explainPrivacy(base: string) {
  return html`<h2>If you upload</h2>
<ul>
<li>Uploads are anonymous. The random id of your install is stored to count distinct installs; it is never published.</li>
<li>Most records become public one by one, without that id and in an order that does not show which were sent together.
That hides only the order: the time and place in a record can still link the records of one session, and a
session to characters who were seen there.</li>
<li>Records that name a guild or show a character’s gear, gold or collection are accepted only if the player chose to share
them and a grant covers them.</li>
<li>Anyone with the id of an install can <a href="${base}/connect/erase">erase</a> the data that it sent: every figure is then computed again without them. This
does not remove copies of public data that others have made, nor data in earlier backups: removing them from backups is the
operator’s duty. Two copies of the public files, from before and after the erasure, show which rows were yours to anyone who
has both.</li>
</ul>
`;
}

/** Explains the risks of the evidence export (docs/contract.md, section 4, Evidence). */
function explainEvidence({ exportEvidence, publicUrl }: AppSettings) {
  return html`<h2 id="evidence">The evidence</h2>
<p>An operator can add one file to the <a href="${toBasePath(publicUrl)}/export">exports</a> with which anyone can check the
counts behind a fact. This instance ${exportEvidence ? 'writes' : 'does not write'} it. The file lists what each player contributed: for a creature, how many corpses that player looted and how many of them
held each item; for a relation such as “sold by”, the first and last day on which the player saw it; for an auction value, the
prices of the player’s scan. A player is an entry without a name. There are no ids of installs, no times of day, no places and no
quest logs, and entries are sorted by what they say, so the file itself does not show which entries of two creatures are the same
player’s. An entry can still tell something about a player to someone who knows more:</p>
<ul>
<li>Someone who knows that you looted a creature about 2,000 times finds the entry with 2,000 corpses, and reads what else you found
there.</li>
<li>Everyone can find their own entry. If only three players looted a creature, each of them sees the entries of the other two,
and two who know each other see the third.</li>
<li>The raw feed has the time and place of each report. If a single entry has a rare item, the feed gives the time and
place at which the player of that entry found it.</li>
<li>The file and the raw feed together link uploads: in a test with 24 players over eight days, half of all pairs of uploads of one
player could be recognised as that player’s.</li>
<li>Only subjects that three players reported are in the file, but what a single player found there or said about them is, too.</li>
</ul>
<p>If you erase your data, the file is written again without your entries. A copy from before shows which entries are gone.</p>
`;
}

function explainProgramLicence({ sourceUrl }: AppSettings) {
  return html`<h2>The program</h2>
<p>This site runs Third Witness, free software under the GNU Affero General Public License, version 3 only
(AGPL-3.0-only). Anyone who runs a changed version must offer its source to its users. ${
    sourceUrl === null
      ? 'The operator has not published the source code of this instance.'
      : html`Source code of this instance: <a href="${sourceUrl}">${sourceUrl}</a>.`
  }</p>
`;
}
