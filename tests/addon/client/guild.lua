-- The player's guild. A member of a session is { name, rank, rankIndex, level, class, online }, where online is true or
-- the time since the last login as { years, months, days, hours }. If the window hides offline members, the client
-- counts either all members or only the listed ones.

return function(client, env)
  local world = client.world

  local function guild() return world.player.guild end

  --- Returns the members that the guild window lists.
  local function listed()
    local found = {}
    for _, member in ipairs(guild() and guild().members or {}) do
      if member.online == true or not guild().hidesOffline then table.insert(found, member) end
    end
    return found
  end

  rawset(env, "IsInGuild", function() return guild() ~= nil end)
  rawset(env, "GetGuildInfo", function()
    if guild() ~= nil then return guild().name, "Member", 3 end
  end)
  rawset(env, "GetNumGuildMembers", function()
    if guild() == nil then return 0, 0 end
    return guild().countsListed and #listed() or #guild().members, 1
  end)
  rawset(env, "GetGuildRosterShowOffline", function() return guild() == nil or not guild().hidesOffline end)
  rawset(env, "GetGuildRosterInfo", function(index)
    local one = listed()[index]
    if one == nil then return nil end
    return one.name, one.rank, one.rankIndex or 0, one.level, one.class, "Zone", "note", "officer note", one.online == true, 0,
      "CLASS"
  end)
  rawset(env, "GetGuildRosterLastOnline", function(index)
    local one = listed()[index]
    if one.online ~= true then return unpack(one.online) end
  end)
  rawset(env, "C_GuildInfo", {
    GuildRoster = function()
      client.later(1, function() client.fire("GUILD_ROSTER_UPDATE") end)
    end,
  })
end
