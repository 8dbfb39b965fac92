-- Loaded last, so that what the others record as the player leaves is in the file before it is made ready.

local _, TW = ...

TW.recorder("closing").always("PLAYER_LOGOUT", TW.store.close)
