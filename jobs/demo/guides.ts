interface Guide {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Path of the page that the guide is about. */
  readonly about: string;
}

function guide(id: string, name: string, about: string, text: string): Guide {
  return { id, name, text, about };
}

/** Returns the demo's guides, which were written for the demo, as documents that an operator could import. */
export function guidesOf(url: string) {
  return GUIDES.map(({ id, name, text, about }) => ({
    id: `guide:${id}`,
    kind: 'guide',
    name,
    text,
    url: `${url}${about}`,
    source: 'The demo of Third Witness',
    licence: 'CC BY-SA 4.0',
    date: '2026-11-01',
  }));
}

const GUIDES: readonly Guide[] = [
  guide(
    'first-evening',
    'Your first evening in Elwynn',
    '/zone/1429',
    'Start in Northshire with Deputy Willem and Marshal McBride. Wolves and kobolds around the abbey give the first levels; keep their linen cloth, it becomes bandages and your first bolts. In Goldshire, learn First Aid from Michelle Belle and Cooking from Tomas.',
  ),
  guide(
    'linen',
    'Where linen cloth comes from',
    '/item/2589',
    'Linen cloth drops from people and kobolds, not from beasts. Around level five the camps of the Defias south of Goldshire are the quickest; the mines give a little less, but candles and gems besides. Two pieces make a bolt, one makes a bandage.',
  ),
  guide(
    'westfall-cooking',
    'Cooking your way through Westfall',
    '/profession/cooking',
    'Salma Saldean asks for livers, snouts, eyes and stringy meat, and teaches what to make of them. Collect them while you do the quests of the Killing Fields, so that you walk each field once.',
  ),
];
