-- Normalizes text for the contract (docs/contract.md, section 2, Text): UTF-8 without the client's markup, control
-- characters, invisible characters and player GUIDs.

local _, TW = ...

local Text = {}
TW.text = Text

-- Invisible characters as ascending ranges of code points, copied from schema/text.ts. A test compares the two files
-- for every code point.
local INVISIBLE = {
  { 0x00ad, 0x00ad }, { 0x034f, 0x034f }, { 0x0600, 0x0605 }, { 0x061c, 0x061c }, { 0x06dd, 0x06dd },
  { 0x070f, 0x070f }, { 0x0890, 0x0891 }, { 0x08e2, 0x08e2 }, { 0x115f, 0x1160 }, { 0x17b4, 0x17b5 },
  { 0x180b, 0x180f }, { 0x200b, 0x200f }, { 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0x2800, 0x2800 },
  { 0x3164, 0x3164 }, { 0xe000, 0xf8ff }, { 0xfdd0, 0xfdef }, { 0xfe00, 0xfe0f }, { 0xfeff, 0xfeff },
  { 0xffa0, 0xffa0 }, { 0xfff0, 0xfffc }, { 0xfffe, 0xffff }, { 0x110bd, 0x110bd }, { 0x110cd, 0x110cd },
  { 0x13430, 0x1343f }, { 0x16fe4, 0x16fe4 }, { 0x1bca0, 0x1bca3 }, { 0x1d159, 0x1d159 }, { 0x1d173, 0x1d17a },
  { 0xe0000, 0xe0fff }, { 0xf0000, 0x10ffff },
}

-- Code points that Unicode has not assigned, as ascending ranges (see unassigned.lua).
local UNASSIGNED = {}
for run in TW.unassigned:gmatch("%S+") do
  local first, last = run:match("^(%x+)%-?(%x*)$")
  table.insert(UNASSIGNED, { tonumber(first, 16), tonumber(last ~= "" and last or first, 16) })
end

--- Spaces other than U+0020. Any run of spaces becomes a single U+0020.
local SPACES = { [0xa0] = true, [0x1680] = true, [0x202f] = true, [0x205f] = true, [0x3000] = true }
for code = 0x2000, 0x200a do SPACES[code] = true end

local DASHES = {}
for _, code in ipairs({
  0x058a, 0x05be, 0x1400, 0x1806, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0x2e17, 0x2e1a, 0x2e3a,
  0x2e3b, 0x2e40, 0x2e5d, 0x301c, 0x3030, 0x30a0, 0xfe31, 0xfe32, 0xfe58, 0xfe63, 0xff0d,
}) do DASHES[code] = true end

local GUID = "player%-%d+%-" .. string.rep("%x", 8)

local function isControl(code)
  return code < 0x20 or (code >= 0x7f and code <= 0x9f)
end

local function isUnassigned(code)
  local low, high = 1, #UNASSIGNED
  while low <= high do
    local middle = math.floor((low + high) / 2)
    local run = UNASSIGNED[middle]
    if code < run[1] then high = middle - 1
    elseif code > run[2] then low = middle + 1
    else return true end
  end
  return false
end

--- Whether texts must not contain this code point.
function Text.isForbidden(code)
  if isControl(code) or (code >= 0xd800 and code <= 0xdfff) then return true end
  -- The last two code points of every plane are noncharacters.
  if code % 0x10000 >= 0xfffe then return true end
  for _, run in ipairs(INVISIBLE) do
    if code < run[1] then break end
    if code <= run[2] then return true end
  end
  return isUnassigned(code)
end

--- Returns the code point at a byte offset and its length in bytes, or nil and 1 if the bytes are not valid UTF-8.
local function readCode(text, at)
  local first = text:byte(at)
  if first < 0x80 then return first, 1 end
  local length, code, least
  if first >= 0xc2 and first <= 0xdf then length, code, least = 2, first - 0xc0, 0x80
  elseif first >= 0xe0 and first <= 0xef then length, code, least = 3, first - 0xe0, 0x800
  elseif first >= 0xf0 and first <= 0xf4 then length, code, least = 4, first - 0xf0, 0x10000
  else return nil, 1 end
  for next = at + 1, at + length - 1 do
    local byte = text:byte(next)
    if byte == nil or byte < 0x80 or byte > 0xbf then return nil, 1 end
    code = code * 0x40 + byte - 0x80
  end
  if code < least or code > 0x10ffff then return nil, 1 end
  return code, length
end

--- Returns one of the forms that a text has for different numbers. `before` is the text in front of them.
local function chooseForm(before, forms)
  local first, others = forms:match("^([^:;]*)[:;]?(.-)$")
  local last = others:match("([^:;]*)$")
  local number = before:match("(%d+)%D*$")
  return (number == "1" or last == "") and first or last
end

--- Resolves the client's marks for grammar, a bar and a digit, which the client replaces only when it shows a text.
local function removeGrammar(text)
  -- Forms for a number (|4hour:hours;), and two forms of a particle (|1A;B;). The first particle is taken.
  text = text:gsub("()|4([^;|]*);", function(at, forms) return chooseForm(text:sub(1, at - 1), forms) end)
  text = text:gsub("|1([^;|]*);[^;|]*;", "%1")
  -- The French "de" before a word, and a Russian word in a case.
  text = text:gsub("|2 ([AEIOUYHaeiouyh\195])", "d'%1"):gsub("|2 ", "de ")
  text = text:gsub("|3%-%d+%(([^)|]*)%)", "%1")
  return (text:gsub("|%d", ""))
end

--- Removes the client's markup for colours, links, icons and grammar. Returns nil if the text contains a |K sequence, which
--- hides a name that only the client may show.
local function removeMarkup(text)
  if not text:find("|", 1, true) then return text end
  if text:find("|K", 1, true) then return nil end
  -- A doubled bar is a bar. It waits as a control character, which no text may contain, until the marks are gone.
  text = text:gsub("\1", ""):gsub("||", "\1"):gsub("|c%x%x%x%x%x%x%x%x", ""):gsub("|cn[^:|]*:", ""):gsub("|r", "")
    :gsub("|H.-|h(.-)|h", "%1"):gsub("|T.-|t", ""):gsub("|A.-|a", ""):gsub("|n", " ")
  return (removeGrammar(text):gsub("\1", "|"))
end

local function isSpace(code) return code == 0x20 or SPACES[code] == true end

--- Splits a text into its allowed characters, as code points and as bytes. A run of spaces becomes a single U+0020.
local function keepAllowed(text)
  local codes, bytes = {}, {}
  local at = 1
  while at <= #text do
    local code, length = readCode(text, at)
    if code ~= nil and isSpace(code) then
      if codes[#codes] ~= 0x20 then
        table.insert(codes, 0x20)
        table.insert(bytes, " ")
      end
    elseif code ~= nil and not Text.isForbidden(code) then
      table.insert(codes, code)
      table.insert(bytes, text:sub(at, at + length - 1))
    end
    at = at + length
  end
  return codes, bytes
end

--- Converts fullwidth letters and all kinds of dashes to ASCII, so that a disguised GUID is also found.
local function foldToAscii(codes, bytes, first, last)
  local plain = {}
  for at = first, last do
    local code = codes[at]
    if DASHES[code] then table.insert(plain, "-")
    elseif code >= 0xff01 and code <= 0xff5e then table.insert(plain, string.char(code - 0xfee0))
    else table.insert(plain, bytes[at]) end
  end
  return table.concat(plain)
end

--- Whether an ASCII text contains a player's GUID.
function Text.containsGuid(text) return text:lower():find(GUID) ~= nil end

--- Normalizes a name and truncates it to `max` characters. Returns nil if fewer than `min` characters remain or if the
--- name contains a GUID.
function Text.name(value, min, max)
  if type(value) ~= "string" then return nil end
  local text = removeMarkup(value)
  if text == nil then return nil end
  local codes, bytes = keepAllowed(text)
  local first, last = 1, #codes
  if codes[first] == 0x20 then first = first + 1 end
  last = math.min(last, first + max - 1)
  if last >= first and codes[last] == 0x20 then last = last - 1 end
  local length = 0
  -- Combining marks are not counted, because normalization may merge a mark with the letter before it.
  for at = first, last do
    if codes[at] < 0x300 or codes[at] > 0x36f then length = length + 1 end
  end
  if length < min or Text.containsGuid(foldToAscii(codes, bytes, first, last)) then return nil end
  return table.concat(bytes, "", first, last)
end
