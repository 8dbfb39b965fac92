-- Maps and the player's position. A map of a session is { name, type, parent, continent, left, right, top, bottom }.

return function(client, env)
  local world = client.world

  --- Whether the player is in an instance, where positions are unknown.
  function client.isInInstance() return world.place ~= nil and world.place.x == nil end

  world.maps = world.maps or {}

  local Vector = {}
  Vector.__index = Vector
  function Vector:GetXY() return self.x, self.y end
  local function vector(x, y) return setmetatable({ x = x, y = y }, Vector) end

  rawset(env, "CreateVector2D", vector)
  rawset(env, "C_Map", {
    GetBestMapForUnit = function() return world.place and world.place.map end,
    GetMapInfo = function(id)
      local map = world.maps[id]
      if map == nil then return nil end
      return client.facts.structure("C_Map.UiMapDetails", {
        mapID = id, name = map.name, mapType = map.type, parentMapID = map.parent,
      })
    end,
    GetPlayerMapPosition = function()
      local place = world.place
      -- The client returns positions in single precision.
      return place.x and vector(place.x / 100 + 1e-9, place.y / 100 + 1e-9) or nil
    end,
    GetWorldPosFromMapPos = function(id, at)
      local map = world.maps[id]
      if map == nil or map.left == nil then return nil, nil end
      local north = map.top + (map.bottom - map.top) * at.y
      local west = map.left + (map.right - map.left) * at.x
      return map.continent, vector(north, west)
    end,
  })

  --- Moves the player. Without a position in percent, the player is in an instance.
  function client.goTo(map, x, y)
    local isNew = world.place == nil or world.place.map ~= map
    world.place = { map = map, x = x, y = y }
    if isNew then client.fire("ZONE_CHANGED_NEW_AREA") end
  end
end
