-- Writes the content of a saved file as JSON, so that tests can validate it against the contract.

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\" }

local function text(value)
  return '"' .. value:gsub('["\\]', ESCAPES):gsub("[%c\127]", function(char)
    return ("\\u%04x"):format(char:byte())
  end) .. '"'
end

local json

local function object(value)
  local parts = {}
  for key, inner in pairs(value) do table.insert(parts, text(tostring(key)) .. ":" .. json(inner)) end
  table.sort(parts)
  return "{" .. table.concat(parts, ",") .. "}"
end

--- An empty table is a list, because no record has an object that may be empty.
function json(value)
  if type(value) == "string" then return text(value) end
  if type(value) == "number" then return ("%.17g"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
  if next(value) ~= nil and #value == 0 then return object(value) end
  local parts = {}
  for at = 1, #value do parts[at] = json(value[at]) end
  return "[" .. table.concat(parts, ",") .. "]"
end

return json
