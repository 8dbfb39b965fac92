-- Closes the saved file at logout. This file is loaded last, so its handler runs after those that still record
-- something.

local _, TW = ...

TW.recorder("logout").always("PLAYER_LOGOUT", TW.store.close)
