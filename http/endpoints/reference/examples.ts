export interface ExampleRequest {
  readonly url: string;
  /** `lines` means NDJSON, which has one JSON object per line. */
  readonly answer: 'json' | 'lines';
  /** Name of the file whose content is posted, or null for a GET. */
  readonly upload: string | null;
}

const UPLOAD_TYPE = 'application/json';
/** The module that the JavaScript example of an upload imports. */
const READS_FILES = 'node:fs/promises';

/** Returns a command for a POSIX shell. */
export function curlExample({ url, upload }: ExampleRequest): string {
  if (upload === null) return `curl ${quoteForShell(url)}`;
  return `curl -H 'Content-Type: ${UPLOAD_TYPE}' --data-binary @${upload} ${quoteForShell(url)}`;
}

/** Returns a JavaScript module that needs only `fetch`, so that it runs in Node, Deno and Bun. */
export function javascriptExample({ url, answer, upload }: ExampleRequest): string {
  const call =
    upload === null
      ? `const response = await fetch(${quoteForCode(url)});`
      : `import { readFile } from ${quoteForCode(READS_FILES)};

const response = await fetch(${quoteForCode(url)}, {
  method: "POST",
  headers: { "Content-Type": "${UPLOAD_TYPE}" },
  body: await readFile("${upload}"),
});`;
  return `${call}
if (!response.ok) throw new Error(await response.text());
${
  answer === 'json'
    ? 'console.log(await response.json());'
    : `for (const line of (await response.text()).trim().split("\\n")) {
  console.log(JSON.parse(line));
}`
}`;
}

/** Returns a Python 3 program that needs only the standard library. */
export function pythonExample({ url, answer, upload }: ExampleRequest): string {
  const head = `import json
from urllib.request import ${upload === null ? 'urlopen' : 'Request, urlopen'}
`;
  const request =
    upload === null
      ? ''
      : `
with open("${upload}", "rb") as file:
    request = Request(
        ${quoteForCode(url)},
        data=file.read(),
        headers={"Content-Type": "${UPLOAD_TYPE}"},
    )
`;
  const body =
    answer === 'json' ? 'print(json.load(response))' : 'for line in response:\n        print(json.loads(line))';
  return `${head}${request}
with urlopen(${upload === null ? quoteForCode(url) : 'request'}) as response:
    ${body}`;
}

/** A list that an example reads to the end: the URL of its first page, and the field that holds the rows. */
export interface ExampleList {
  readonly url: string;
  readonly field: string;
}

export function javascriptListExample({ url, field }: ExampleList): string {
  return `let url = ${quoteForCode(url)};
while (url !== null) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(await response.text());
  const page = await response.json();
  for (const row of page.${field}) console.log(row);
  url = page.next;
}`;
}

export function pythonListExample({ url, field }: ExampleList): string {
  return `import json
from urllib.request import urlopen

url = ${quoteForCode(url)}
while url is not None:
    with urlopen(url) as response:
        page = json.load(response)
    for row in page["${field}"]:
        print(row)
    url = page["next"]`;
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a URL as JSON. URLs are plain ASCII, so JSON strings mean the same in JavaScript and Python. */
function quoteForCode(text: string): string {
  return JSON.stringify(text);
}
