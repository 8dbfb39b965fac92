-- Trainers. A lesson of a session is { name, rank, state, cost, level, skill, points, spell }.

return function(client, env)
  local world = client.world
  local lessons = {}

  rawset(env, "GetNumTrainerServices", function() return #lessons end)
  rawset(env, "GetTrainerServiceInfo", function(index)
    local one = lessons[index]
    local state = one.state or "available"
    if client.isForever then return one.name, state, 135274, one.level or 0, one.rank or "" end
    return one.name, one.rank or "", state, true
  end)
  rawset(env, "GetTrainerServiceCost", function(index) return lessons[index].cost, 0, 0 end)
  rawset(env, "GetTrainerServiceLevelReq", function(index) return lessons[index].level or 0 end)
  rawset(env, "GetTrainerServiceSkillReq", function(index)
    local one = lessons[index]
    if one.skill == nil then return "", 0, true end
    return one.skill, one.points, false
  end)

  rawset(env, "C_TooltipInfo", {
    GetTrainerService = function(index) return lessons[index] and { id = lessons[index].spell } end,
  })

  --- Creates a tooltip that can show a lesson.
  function client.makeTooltip(frame)
    local shown
    function frame.SetOwner() end
    function frame.SetTrainerService(_, index) shown = lessons[index] end
    function frame.GetSpell() return shown and shown.name, shown and shown.spell end
    function frame.Hide() shown = nil end
  end

  function client.openTrainer(npc, offered)
    world.units.npc, lessons = npc, offered
    client.fire("TRAINER_SHOW")
  end

  --- Learns a lesson, which then disappears from the list.
  function client.learn(index)
    local one = table.remove(lessons, index)
    client.pay(-one.cost)
    client.fire("TRAINER_UPDATE")
  end

  function client.closeTrainer()
    client.fire("TRAINER_CLOSED")
    world.units.npc, lessons = nil, {}
  end
end
