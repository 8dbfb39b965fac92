-- Saved variables as the client writes them: assignments of Lua literals, with table entries in arbitrary order. Older
-- builds indent, and number the entries of lists. Newer builds do neither.

local Saved = {}

local function quoted(text)
  if not text:find('[\\"\n\r%z]') then return '"' .. text .. '"' end
  return '"' .. text:gsub("\\", "\\\\"):gsub('"', '\\"'):gsub("\n", "\\n"):gsub("\r", "\\r"):gsub("%z", "\\0") .. '"'
end

local function literal(value)
  if type(value) == "string" then return quoted(value) end
  if type(value) == "number" then return ("%.15g"):format(value) end
  return tostring(value)
end

local INDENTS = setmetatable({}, {
  __index = function(indents, depth)
    indents[depth] = ("\t"):rep(depth)
    return indents[depth]
  end,
})

local function write(lines, value, before, after, depth, layout)
  local indent = layout.indents and INDENTS[depth] or ""
  if type(value) ~= "table" then
    lines[#lines + 1] = indent .. before .. literal(value) .. after
    return
  end
  lines[#lines + 1] = indent .. before .. "{"
  local length = #value
  for at = 1, length do
    write(lines, value[at], "", layout.numbers and ", -- [" .. at .. "]" or ",", depth + 1, layout)
  end
  for key, inner in pairs(value) do
    local isListed = type(key) == "number" and key >= 1 and key <= length and key == math.floor(key)
    local isWritten = type(inner) ~= "function" and type(inner) ~= "userdata"
    if not isListed and isWritten then write(lines, inner, "[" .. literal(key) .. "] = ", ",", depth + 1, layout) end
  end
  lines[#lines + 1] = indent .. "}" .. after
end

local LAYOUTS = {
  older = { indents = true, numbers = true, lineEnd = "\r\n" },
  newer = { indents = false, numbers = false, lineEnd = "\n" },
}

--- Writes the globals with these names to a file.
function Saved.write(path, names, env, layoutName)
  local layout = LAYOUTS[layoutName]
  local lines = { "" }
  for _, name in ipairs(names) do
    local value = rawget(env, name)
    if value ~= nil then write(lines, value, name .. " = ", "", 0, layout) end
  end
  table.insert(lines, "")
  local file = assert(io.open(path, "wb"))
  file:write(table.concat(lines, layout.lineEnd))
  file:close()
end

--- Reads such a file into an environment as the client does, by running it as a Lua function.
function Saved.read(path, env)
  local file = io.open(path, "rb")
  if file == nil then return end
  file:close()
  local chunk = assert(loadfile(path))
  setfenv(chunk, env)
  chunk()
end

return Saved
