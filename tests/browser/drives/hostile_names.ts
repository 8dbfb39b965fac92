const MARKUP = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '"><b>bold</b>',
  "' onmouseover='alert(1)",
  '</title><script>alert(1)</script>',
  '</dd></dl><h1>Mine</h1>',
  '<!-- -->',
  ']]><i>x</i>',
  '&lt;b&gt;',
  '&#x3c;b&#x3e;',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a careless template would evaluate this name.
  '${alert(1)}',
  '{{7*7}}',
  '<a href="javascript:alert(1)">x</a>',
  'javascript:alert(1)',
  '<style>*{display:none}</style>',
  '<base href="https://elsewhere.example/">',
  '<meta http-equiv="refresh" content="0">',
  '<iframe src="/"></iframe>',
  '<form action="/connect"><input name=q>',
  '\\u003cb\\u003e',
  '%3Cscript%3E',
  '`x`',
  '<plaintext>',
  '<textarea>',
];

/** Letters of right-to-left scripts, stacking marks, and wide or rare characters. The intake refuses bidi controls. */
const LETTERS = [
  'שלום עולם',
  'مرحبا بالعالم',
  'abc مرحبا 123 שלום',
  `e${'\u0301'.repeat(60)}`,
  '🐉'.repeat(40),
  '\u{1F468}\u{1F3FD}',
  'ﷺ'.repeat(20),
  '中文名字很长'.repeat(15),
  'ＦＵＬＬＷＩＤＴＨ',
  'ǅ Ǳ ﬀ ß İ',
];

const LONG = ['a'.repeat(120), 'W'.repeat(120), 'a b '.repeat(29).trim(), '-'.repeat(120), '1'.repeat(120)];

/** Forty names of at most 120 characters that a page must show only as text. */
export const HOSTILE_NAMES: readonly string[] = [...MARKUP, ...LETTERS, ...LONG].map((name) =>
  [...name.normalize('NFC')].slice(0, 120).join('').trim(),
);

/** The first name belongs to the item, NPC and quest with this id, and the others to the following ids. */
export const HOSTILE_FROM_ID = 900_000;

/** Returns the records of one install about things with these names. */
export function hostileRecords(installId: string): readonly object[] {
  return HOSTILE_NAMES.flatMap((name, at) => {
    const id = HOSTILE_FROM_ID + at;
    const head = (kind: string) => ({
      kind,
      installId,
      eventId: `${kind}:${at}`,
      capturedAt: new Date(Date.now() - 3_600_000).toISOString(),
    });
    return [
      { ...head('item_seen'), itemId: id, name, quality: 'rare' },
      {
        ...head('npc_sighting'),
        npcId: id,
        name,
        mapId: 12,
        x: at,
        y: 50,
        level: 5,
        reaction: 'neutral',
        positionKind: 'npc',
      },
      { ...head('quest'), questId: id, title: name, level: 5, giverNpcId: id, turnInNpcId: id, rewardItemIds: [id] },
      { ...head('loot'), sourceNpcId: id, sourceEvidence: 'loot-api', items: [{ itemId: id, count: 1 }] },
      { ...head('vendor'), vendorNpcId: id, items: [{ itemId: id, priceCopper: 100 }] },
    ];
  });
}
