-- The player's group and instance. `world.group` is party, raid or nil, `world.lootMethod` a name of older clients, and
-- `world.instance` { kind, difficulty }.

return function(client, env)
  local world = client.world
  local NUMBERS = { freeforall = 0, roundrobin = 1, master = 2, group = 3, needbeforegreed = 4, personalloot = 5 }

  rawset(env, "IsInGroup", function() return world.group ~= nil end)
  rawset(env, "IsInRaid", function() return world.group == "raid" end)
  rawset(env, "C_PartyInfo", { GetLootMethod = function() return NUMBERS[world.lootMethod], 0 end })
  rawset(env, "GetInstanceInfo", function()
    local instance = world.instance or { kind = "none", difficulty = 0 }
    return "Somewhere", instance.kind, instance.difficulty, "Normal", 5, 0, false, 36
  end)

  --- Fights a boss and kills it.
  function client.fightBoss(id, name, boss)
    world.units.boss1 = boss
    client.fire("ENCOUNTER_START", id, name, 1, 5)
    client.fire("ENCOUNTER_END", id, name, 1, 5, 1)
    world.units.boss1 = nil
  end
end
