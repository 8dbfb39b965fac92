-- The player, NPCs and functions about units. A unit of a session is { guid, name, level, reaction, isPlayer,
-- isControlled, faction, isFar, isSecret }.

return function(client, env)
  local world = client.world
  world.units = {}

  local function unit(token)
    if token == "player" then
      local player = world.player
      return {
        guid = player.guid, name = player.name, level = player.level, isPlayer = true, faction = player.faction,
        class = player.class, race = player.race,
      }
    end
    return world.units[token]
  end

  local function of(field)
    return function(token)
      local one = unit(token)
      return one and one[field]
    end
  end

  -- The name of a unit until the client knows it, in the client's language.
  rawset(env, "UNKNOWNOBJECT", "Unknown")
  -- In Forever, GUIDs are secret in instances, and so is a target's name in combat.
  rawset(env, "UnitGUID", function(token) return client.hide(client.isInInstance(), of("guid")(token)) end)
  rawset(env, "UnitName", function(token)
    local isSecret = (unit(token) or {}).isSecret or (token == "target" and world.inCombat)
    return client.hide(isSecret, of("name")(token))
  end)
  rawset(env, "UnitLevel", of("level"))
  rawset(env, "UnitReaction", of("reaction"))
  rawset(env, "UnitFactionGroup", of("faction"))
  rawset(env, "UnitIsPlayer", function(token) return of("isPlayer")(token) == true end)
  rawset(env, "UnitPlayerControlled", function(token)
    return of("isPlayer")(token) == true or of("isControlled")(token) == true
  end)
  rawset(env, "UnitExists", function(token) return unit(token) ~= nil end)
  rawset(env, "UnitClass", function(token) return "Localised", of("class")(token) end)
  rawset(env, "UnitRace", function(token) return "Localised", of("race")(token) end)
  rawset(env, "CheckInteractDistance", function(token)
    if world.inCombat then error("CheckInteractDistance was asked in combat") end
    return not of("isFar")(token)
  end)
  rawset(env, "InCombatLockdown", function() return world.inCombat == true end)
  rawset(env, "GetRealmName", function() return world.player.realm end)
  rawset(env, "GetMoney", function() return world.player.money or 0 end)
  rawset(env, "GetInventoryItemID", function(_, slot) return world.player.worn and world.player.worn[slot] end)

  function client.mouseover(one)
    world.units.mouseover = one
    client.fire("UPDATE_MOUSEOVER_UNIT")
  end

  function client.target(one)
    world.units.target = one
    client.fire("PLAYER_TARGET_CHANGED")
  end

  function client.fight(work)
    world.inCombat = true
    client.fire("PLAYER_REGEN_DISABLED")
    work()
    world.inCombat = false
    client.fire("PLAYER_REGEN_ENABLED")
  end

  --- Adds or removes money.
  function client.pay(copper)
    world.player.money = (world.player.money or 0) + copper
    client.fire("PLAYER_MONEY")
  end
end
