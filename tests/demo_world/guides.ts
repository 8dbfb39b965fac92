import type { DemoRecording } from '../../adapters/demo_stage.ts';

/** The demo's own guides, each with the path of the page that it is about. */
export const GUIDES: DemoRecording['guides'] = [
  {
    id: 'first-evening',
    name: 'Your first evening in Elwynn',
    path: '/zone/1429',
    text: 'Start in Northshire with Deputy Willem and Marshal McBride. Wolves and kobolds around the abbey give the first levels; keep their linen cloth, it becomes bandages and your first bolts. In Goldshire, learn First Aid from Michelle Belle and Cooking from Tomas.',
  },
  {
    id: 'linen',
    name: 'Where linen cloth comes from',
    path: '/item/2589',
    text: 'Linen cloth drops from people and kobolds, not from beasts. Around level five the camps of the Defias south of Goldshire are the quickest; the mines give a little less, but candles and gems besides. Two pieces make a bolt, one makes a bandage.',
  },
  {
    id: 'westfall-cooking',
    name: 'Cooking your way through Westfall',
    path: '/profession/cooking',
    text: 'Salma Saldean asks for livers, snouts, eyes and stringy meat, and teaches what to make of them. Collect them while you do the quests of the Killing Fields, so that you walk each field once.',
  },
];

/** Pages that the demo names when it is ready. */
export const TOUR: DemoRecording['tour'] = [
  ['/item/2589', 'linen cloth: drops, uses and prices'],
  ['/npc/257', 'a kobold: drops, drop rates and locations'],
  ['/zone/1429', 'Elwynn Forest'],
  ['/market/Whitemane', 'the auctions of a realm'],
  ['/coverage', 'facts that need one more report'],
  ['/search?q=linen', 'names and guides'],
  ['/docs', 'the API'],
];
