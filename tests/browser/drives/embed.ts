import process from 'node:process';
import { closeSites } from './embed/ground.ts';
import { hostile, looks, placement } from './embed/looks.ts';
import { changedLinks, lateAnswers, otherWays } from './embed/meanwhile.ts';
import { states, touch } from './embed/readers.ts';
import { forWowhead, manyLinks, requests, strictSite } from './embed/sites.ts';
import { launch } from './pages.ts';

/**
 * Tests hover cards on sites of other origins. `run.ts` starts this with the browser's path, an instance's address, an
 * item that has a card, and optionally the name of the only test to run.
 */

const onlyWork = process.argv[6];

const browser = await launch();
const WORKS = {
  strictSite,
  requests,
  manyLinks,
  forWowhead,
  placement,
  touch,
  states,
  lateAnswers,
  changedLinks,
  otherWays,
  hostile,
  looks,
};
try {
  for (const [name, work] of Object.entries(WORKS)) {
    if (onlyWork !== undefined && onlyWork !== name) continue;
    await work(browser);
    process.stdout.write(`hover cards, ${name}: no faults\n`);
  }
} finally {
  closeSites();
}
