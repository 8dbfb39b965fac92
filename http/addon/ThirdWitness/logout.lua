-- Closes the saved file at logout. This file is loaded last, so that its handler runs after the handlers that still
-- record something.

local _, TW = ...

TW.recorder("logout").always("PLAYER_LOGOUT", TW.store.close)
