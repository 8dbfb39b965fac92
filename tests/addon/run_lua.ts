import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTempDir } from '../support/instance.ts';
import { LUA } from './support.ts';

/** Runs a file in an environment that has only `pfDB`, and prints the values of expressions, one per line. */
const RUN = `
local env = { pfDB = { items = {} } }
local chunk = assert(loadfile(arg[1]))
setfenv(chunk, env)
env.result = chunk()
for i = 2, #arg do
  local read = assert(loadstring("return " .. arg[i]))
  setfenv(read, setmetatable({ next = next, type = type, pairs = pairs }, { __index = env }))
  local value = read()
  io.write((tostring(value):gsub("[\\\\\\n]", { ["\\\\"] = "\\\\\\\\", ["\\n"] = "\\\\n" })), "\\n")
end
local globals = {}
for name in pairs(env) do if name ~= "pfDB" and name ~= "result" then globals[#globals + 1] = name end end
io.write("globals: ", table.concat(globals, " "))
`;

/** Runs a Lua text with Lua 5.1 and returns the values of these expressions, and the names of the globals it made. */
export function runLua(
  text: string,
  expressions: readonly string[],
): Promise<{ values: readonly string[]; globals: string }> {
  return inTempDir(async (folder) => {
    writeFileSync(join(folder, 'run.lua'), RUN);
    writeFileSync(join(folder, 'file.lua'), text);
    const said = execFileSync(LUA, [join(folder, 'run.lua'), join(folder, 'file.lua'), ...expressions], {
      encoding: 'utf8',
    });
    const lines = said.split('\n');
    const values = lines.slice(0, -1).map((line) => line.replaceAll('\\n', '\n').replaceAll('\\\\', '\\'));
    return { values, globals: lines.at(-1)!.replace('globals: ', '') };
  });
}

/** Runs a Lua text with Lua 5.1 and all of its functions, and returns the values of these expressions. */
export function printLua(text: string, expressions: readonly string[]): readonly string[] {
  const prints = expressions.map((expression) => `print(${expression})`).join('\n');
  return execFileSync(LUA, ['-'], { input: `${text}\n${prints}\n`, encoding: 'utf8' })
    .split('\n')
    .slice(0, -1);
}
