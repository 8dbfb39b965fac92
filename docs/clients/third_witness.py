"""Client for Third Witness, in one file for Python 3.9 and newer, without other packages.

    from third_witness import Client

    client = Client()
    for page in client.list_relations_pages(rel="dropped_by"):
        for edge in page["edges"]:
            print(edge["fromId"], edge["toId"])

Observed data are licensed CC BY-SA 4.0: show the credit of `attribution` wherever you show them.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import http.client
import io
import json
import os
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from email.message import Message
from typing import Any, Dict, IO, Iterator, List, Literal, Mapping, Optional, TypedDict, Union, cast

INSTANCE = "https://witness.example"
"""The instance that served this file."""


class ThirdWitnessError(Exception):
    """Any failure of a request except for network errors, which are OSError."""


class UnreachableError(ThirdWitnessError):
    """The instance cannot read its storage. What it holds is unknown, which is not the same as none."""


class DigestError(ThirdWitnessError):
    """A downloaded file differs from the digest in the index of exports. It was deleted."""


class ApiError(ThirdWitnessError):
    """A refused request. Its text is the sentence of the answer."""

    def __init__(self, status: int, url: str, headers: Message, text: str) -> None:
        try:
            body = json.loads(text)
        except ValueError:
            body = None
        fields: Dict[str, Any] = body if isinstance(body, dict) else {}
        sentence = fields.get("error")
        super().__init__(sentence if isinstance(sentence, str) else f"The status is {status}.")
        self.status = status
        self.url = url
        first = str(self).split(" ")[0]
        self.field: Optional[str] = first if status == 400 and first in PARAMETERS else None
        """The parameter that is wrong, or None if the request was refused for another reason."""
        self.retry_after: Optional[int] = _read_retry_after(headers)
        """Seconds after which the instance accepts the request again, or None if it did not say."""
        self.get_a_key: Optional[str] = fields.get("getAKey")
        """Address for creating a free key, or None if a key would not help."""
        self.body: Any = body


class BaseClient:
    """Sends requests. `Client` below has a method for each operation."""

    def __init__(
        self,
        url: str = INSTANCE,
        *,
        key: Optional[str] = None,
        max_wait: float = 60,
        timeout: float = 60,
    ) -> None:
        """`max_wait` is the longest total time, in seconds, for which one request waits if the instance asks it to
        (Retry-After). `timeout` is the longest time without any answer."""
        self._base = url.rstrip("/")
        self._key = key
        self._max_wait = max_wait
        self._timeout = timeout

    def upload(self, body: IntakeRequest) -> IntakeReceipt:
        """Uploads records. Sending an upload again is harmless."""
        data = json.dumps(body).encode()
        with self._send(f"{self._base}/api/intake", data) as response:
            return cast("IntakeReceipt", json.load(_unpack(response)))

    def download(self, name: str, path: Union[str, os.PathLike[str]]) -> None:
        """Downloads a file that the index of exports lists, such as `edges.ndjson` or `lists/names.csv`.

        Raises DigestError if its SHA-256 differs from that in the index, and then leaves no file."""
        index = cast(Any, self._json("/export/index.json", {}, {}))
        digests = {file["name"]: file["sha256"] for file in index["files"] + index.get("more", [])}
        if name not in digests:
            raise ValueError(f"the index of exports has no file {name}")
        part = f"{os.fspath(path)}.part"
        digest = hashlib.sha256()
        try:
            with self._send(f"{self._base}/export/{urllib.parse.quote(name)}") as response, open(part, "wb") as file:
                body = _unpack(response)
                for chunk in iter(lambda: body.read(1 << 16), b""):
                    digest.update(chunk)
                    file.write(chunk)
            if digest.hexdigest() != digests[name]:
                raise DigestError(f"{name} differs from its digest; download it again")
            os.replace(part, path)
        finally:
            if os.path.exists(part):
                os.remove(part)

    def _send(self, url: str, data: Optional[bytes] = None) -> http.client.HTTPResponse:
        request = urllib.request.Request(url, data, {"Accept-Encoding": "gzip"})
        if data is not None:
            request.add_header("Content-Type", "application/json")
        if self._key is not None:
            # A redirect to another server must not carry the key.
            request.add_unredirected_header("Authorization", f"Bearer {self._key}")
        left = self._max_wait
        while True:
            try:
                return cast(http.client.HTTPResponse, urllib.request.urlopen(request, timeout=self._timeout))
            except urllib.error.HTTPError as error:
                with error:
                    seconds = _read_retry_after(error.headers)
                    if error.code not in (429, 503) or seconds is None or seconds > left:
                        text = _unpack(error).read().decode("utf-8", "replace")
                        raise ApiError(error.code, url, error.headers, text) from None
            # Retry-After: 0 must not become a loop without pauses.
            left -= max(seconds, 1)
            time.sleep(max(seconds, 1))

    def _url(self, path: str, parts: Mapping[str, Any], query: Mapping[str, Any]) -> str:
        filled = re.sub(r"\{(\w+)\}", lambda match: urllib.parse.quote(_format(parts[match[1]]), safe=""), path)
        given = {name: _format(value) for name, value in query.items() if value is not None}
        return f"{self._base}{filled}{'?' if given else ''}{urllib.parse.urlencode(given)}"

    def _json(self, path: str, parts: Mapping[str, Any], query: Mapping[str, Any]) -> Any:
        with self._send(self._url(path, parts, query)) as response:
            return _read_json(response)

    def _pages(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        url: Optional[str] = self._url(path, {}, query)
        while url is not None:
            with self._send(url) as response:
                page = _read_json(response)
            yield page
            url = self._next_url(path, page["next"])

    def _csv(self, path: str, query: Mapping[str, Any]) -> Iterator[Dict[str, str]]:
        url: Optional[str] = self._url(path, {}, {**query, "format": "csv"})
        while url is not None:
            with self._send(url) as response:
                link = re.search('<([^>]*)>; rel="next"', response.headers.get("Link", ""))
                lines = io.TextIOWrapper(_unpack(response), encoding="utf-8-sig", newline="")
                yield from csv.DictReader(lines)
                _check_end(response)
            url = self._next_url(path, link and link[1])

    def _next_url(self, path: str, next_url: Optional[str]) -> Optional[str]:
        """The next page has the same address except for its query."""
        return next_url and f"{self._base}{path}?{urllib.parse.urlsplit(next_url).query}"

    def _lines(self, path: str, parts: Mapping[str, Any], query: Mapping[str, Any]) -> Iterator[str]:
        with self._send(self._url(path, parts, query)) as response:
            for line in _unpack(response):
                yield line.decode("utf-8").rstrip("\r\n")
            _check_end(response)


def _format(value: Any) -> str:
    return ("false", "true")[value] if isinstance(value, bool) else str(value)


def _unpack(response: Any) -> IO[bytes]:
    """Returns the uncompressed body. A compressed body that ends too early raises EOFError."""
    packed = response.headers.get("Content-Encoding") == "gzip"
    return cast(IO[bytes], gzip.GzipFile(fileobj=response)) if packed else cast(IO[bytes], response)


def _check_end(response: http.client.HTTPResponse) -> None:
    """The lines of a body that ends too early look like those of a shorter body."""
    if response.length:
        raise EOFError("the connection was closed before the end of the body")


def _read_json(response: http.client.HTTPResponse) -> Any:
    body = json.load(_unpack(response))
    if isinstance(body, dict) and body.get("unreachable") is True:
        raise UnreachableError("The instance cannot read its storage right now.")
    return body


def _read_retry_after(headers: Message) -> Optional[int]:
    text = headers.get("Retry-After") or ""
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else None


# The rest of this file is generated from the OpenAPI document.

PARAMETERS = frozenset(["after","area","character","class","collection","epoch","evidence","faction","from","from_id","from_kind","guild","house","id","ids","item","itemId","kind","kinds","lastEventId","level","limit","map","mapId","name","need","npc","npcId","object","objectId","offset","owned","points","profession","q","quality","query","quest","questId","question","radius","realm","recipe","rel","role","since","slot","snapshot","sourceItem","subclass","to","to_id","to_kind","tool","tree","type","vendorNpcId","version","x","y","zone"])
"""Names of all parameters."""


class _CorpusPublicResponse(TypedDict):
    # The request was served.
    ok: Literal[True]
    # Uploads that were the first to contain at least one record that is in the feed or counted in legacyRecords.
    uploads: int
    # The records, without install ids.
    records: List[Union[FeedAttendance, FeedAuctionScan, FeedCollectionCatalog, FeedCollectionOwned, FeedGearSnapshot, FeedGoldSnapshot, FeedGuildSnapshot, FeedItemSeen, FeedLoot, FeedLootAward, FeedMapBounds, FeedMoneyEvent, FeedNpcSighting, FeedPriceSeen, FeedQuest, FeedRaidLockout, FeedRecipeObserved, FeedRecipeSeen, FeedTrainerSeen, FeedVendor]]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution
    # The first row of this page.
    offset: int
    # Rows asked for, capped at the caller’s page size.
    limit: int
    # Rows of the whole list at the snapshot that the walk is pinned to.
    total: int
    # The address of the next page, or null on the last page.
    next: Union[str, None]


class CorpusPublicResponse(_CorpusPublicResponse, total=False):
    """A page of the raw feed: the anonymous public records, in the order they became public. The feed contains single reports; a consumer that publishes numbers should ask for three installs, as this service does."""
    # Receipt time of the newest upload in the answer, or null if unknown.
    dataAsOf: Union[str, None]
    # The kinds the request asked for.
    kinds: List[Literal["attendance", "auction_scan", "collection_catalog", "collection_owned", "gear_snapshot", "gold_snapshot", "guild_snapshot", "item_seen", "loot", "loot_award", "map_bounds", "money_event", "npc_sighting", "price_seen", "quest", "raid_lockout", "recipe_observed", "recipe_seen", "trainer_seen", "vendor"]]
    # Loot records without evidence of their source, which are kept but not in the feed.
    legacyRecords: int
    # The snapshot whose rows are listed, pinned by next. Kept and sent as since (corpus), it asks for what became public after it.
    snapshot: str


class _FeedAttendance(TypedDict):
    # The kind of the record.
    kind: Literal["attendance"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The guild’s name.
    guildName: str
    # The realm’s name.
    realm: str
    # The instance’s name.
    instance: str
    # The characters present.
    present: List[str]


class FeedAttendance(_FeedAttendance, total=False):
    """Who was present at a guild’s raid. It needs the sharing choice guild and a grant that covers it. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The region that the upload named.
    region: int
    # Present if the record is covered by a grant that its install issued itself.
    grant: Literal["self"]


class _FeedAuctionScan(TypedDict):
    # The kind of the record.
    kind: Literal["auction_scan"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The realm whose auctions were seen. Realms are one when they are equal after trimming, NFC and case folding.
    realm: str
    # A digest of the scan id that was sent: the same in all records of one scan of one install.
    scanId: str
    # Auctions of equal item and price, added up.
    items: List[FeedAuctionScanItems]


class FeedAuctionScan(_FeedAuctionScan, total=False):
    """A part of a full auction scan that a player started. All records of one scan have the same scanId; the scan is complete when every one of them says so. Auctions without a buyout are left out. One upload may name at most 3 auction realms. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The auction house that was seen; absent where the addon did not know it.
    house: Literal["Alliance", "Horde", "Neutral"]
    # Whether the scan ran to its end.
    complete: bool
    # The region that the upload named.
    region: int


class FeedAuctionScanItems(TypedDict):
    pass
    # The item. An item id of the game.
    itemId: int
    # The buyout per unit, rounded up. In copper.
    unitPriceCopper: int
    # How many units are offered at it.
    quantity: int


class _FeedCollectionCatalog(TypedDict):
    # The kind of the record.
    kind: Literal["collection_catalog"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The collection’s name, such as mounts.
    collection: str
    # Where the item comes from.
    source: str
    # The item. An item id of the game.
    itemId: int


class FeedCollectionCatalog(_FeedCollectionCatalog, total=False):
    """An item of a collection, and its source. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str


class _FeedCollectionOwned(TypedDict):
    # The kind of the record.
    kind: Literal["collection_owned"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The collection’s name, such as mounts.
    collection: str
    # The item. An item id of the game.
    itemId: int


class FeedCollectionOwned(_FeedCollectionOwned, total=False):
    """An item of a collection that the player owns. It needs the sharing choice collection and a grant that covers it. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # Present if the record is covered by a grant that its install issued itself.
    grant: Literal["self"]


class _FeedGearSnapshot(TypedDict):
    # The kind of the record.
    kind: Literal["gear_snapshot"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The character’s name.
    character: str
    # The realm’s name.
    realm: str
    # What is worn.
    equipped: List[FeedGearSnapshotEquipped]


class FeedGearSnapshot(_FeedGearSnapshot, total=False):
    """What a character wears. It needs the sharing choice gear and a grant that covers it. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The region that the upload named.
    region: int
    # Present if the record is covered by a grant that its install issued itself.
    grant: Literal["self"]


class FeedGearSnapshotEquipped(TypedDict):
    pass
    # The slot’s name.
    slot: str
    # The item. An item id of the game.
    itemId: int
    # The item’s level.
    itemLevel: int


class _FeedGoldSnapshot(TypedDict):
    # The kind of the record.
    kind: Literal["gold_snapshot"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The character’s name.
    character: str
    # The realm’s name.
    realm: str
    # The money it has. In copper.
    copper: int


class FeedGoldSnapshot(_FeedGoldSnapshot, total=False):
    """How much money a character has. It needs the sharing choice gold and a grant that covers it. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The region that the upload named.
    region: int
    # Present if the record is covered by a grant that its install issued itself.
    grant: Literal["self"]


class _FeedGuildSnapshot(TypedDict):
    # The kind of the record.
    kind: Literal["guild_snapshot"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The guild’s name.
    guildName: str
    # The realm’s name.
    realm: str
    # The faction.
    faction: Literal["alliance", "horde"]
    # The members.
    members: List[FeedGuildSnapshotMembers]


class FeedGuildSnapshot(_FeedGuildSnapshot, total=False):
    """A guild’s roster. It names players, so it needs the sharing choice guild and a grant that covers it. claimToken is checked and then dropped: it is never stored, never published, and no proof of anything. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The region that the upload named.
    region: int
    # Present if the record is covered by a grant that its install issued itself.
    grant: Literal["self"]


_FeedGuildSnapshotMembers = TypedDict("_FeedGuildSnapshotMembers", {
    # The character’s name.
    "name": "str",
    # The rank’s name in the guild.
    "rank": "str",
    # The character’s level.
    "level": "int",
    # The character’s class.
    "class": "str",
    # Days since the character was online; 0 while it is.
    "lastOnlineDays": "float",
})
_FeedGuildSnapshotMembersOptional = TypedDict("_FeedGuildSnapshotMembersOptional", {
}, total=False)


class FeedGuildSnapshotMembers(_FeedGuildSnapshotMembers, _FeedGuildSnapshotMembersOptional):
    pass


class _FeedItemSeen(TypedDict):
    # The kind of the record.
    kind: Literal["item_seen"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The item. An item id of the game.
    itemId: int
    # The item’s name.
    name: str
    # The item’s quality.
    quality: Literal["poor", "common", "uncommon", "rare", "epic", "legendary", "artifact", "heirloom"]


class FeedItemSeen(_FeedItemSeen, total=False):
    """An item that a player saw, as the client names it. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The item’s level.
    itemLevel: int


class _FeedLoot(TypedDict):
    # The kind of the record.
    kind: Literal["loot"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # What lay in the window.
    items: List[FeedLootItems]


class FeedLoot(_FeedLoot, total=False):
    """One loot window that a player opened, with all it held; an empty window is a report too. It counts for drop rates when it has sourceEvidence, either sourceNpcId or sourceObjectId and no other source, and no method but corpse or object. With another method it counts for the rates of gathering, if the method can have its source; a window of fishing has a mapId and no source. Other records are kept and count for none. Records without sourceEvidence are guesses of older addons: they are kept, withheld from the feed, and count for nothing. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The NPC that was looted. An NPC id of the game.
    sourceNpcId: int
    # The object that was looted. An object id of the game.
    sourceObjectId: int
    # The item that was opened, disenchanted, prospected or milled, with these methods. An item id of the game.
    sourceItemId: int
    # How the items were got. Absent if unknown.
    method: Literal["corpse", "object", "skinning", "herbalism", "mining", "fishing", "pickpocketing", "disenchanting", "prospecting", "milling", "container"]
    # How the source is known: the client’s loot interface named it.
    sourceEvidence: Literal["loot-api"]
    # The name of the looted creature or object, as the client shows it.
    sourceName: str
    # The player’s group when the window opened.
    group: Literal["solo", "party", "raid"]
    # How the group shares its loot.
    lootMethod: Literal["freeforall", "roundrobin", "master", "group", "needbeforegreed", "personal"]
    # The zone map it happened on, by the client’s map id; 0 if unknown.
    mapId: int
    # The player’s position, measured from the map’s left edge, in percent.
    x: float
    # The player’s position, measured from the map’s top edge, in percent.
    y: float
    # The difficulty of the instance, by the client’s id.
    difficultyId: int
    # The boss fight, by the client’s id.
    encounterId: int


class _FeedLootItems(TypedDict):
    # The item. An item id of the game.
    itemId: int
    # How many of it.
    count: int


class FeedLootItems(_FeedLootItems, total=False):
    pass
    # Whether the client marks the item as a quest item.
    questItem: bool
    # The quest that the client names for the item. A quest id of the game.
    questId: int


class _FeedLootAward(TypedDict):
    # The kind of the record.
    kind: Literal["loot_award"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The guild’s name.
    guildName: str
    # The realm’s name.
    realm: str
    # The item. An item id of the game.
    itemId: int
    # The item’s name.
    itemName: str
    # Who received it.
    recipient: str
    # The boss that dropped it.
    sourceBoss: str


class FeedLootAward(_FeedLootAward, total=False):
    """An item that a guild awarded to a character. It needs the sharing choice guild and a grant that covers it. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The region that the upload named.
    region: int
    # Present if the record is covered by a grant that its install issued itself.
    grant: Literal["self"]


class _FeedMapBounds(TypedDict):
    # The kind of the record.
    kind: Literal["map_bounds"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The zone map, by the client’s map id.
    mapId: int
    # The continent, by the client’s id.
    continentId: int
    # The map’s left edge, in yards.
    left: float
    # The map’s right edge, in yards.
    right: float
    # The map’s top edge, in yards.
    top: float
    # The map’s bottom edge, in yards.
    bottom: float


class FeedMapBounds(_FeedMapBounds, total=False):
    """Where a zone map lies on its continent, in yards of the world’s coordinates. right must be another edge than left, by a tenth of a yard at least. bottom must be another edge than top, by a tenth of a yard at least. parentMapId must be another map than mapId, unless both are 0. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The zone’s name.
    name: str
    # The map above it, by the client’s map id.
    parentMapId: int


class _FeedMoneyEvent(TypedDict):
    # The kind of the record.
    kind: Literal["money_event"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The character’s name.
    character: str
    # The realm’s name.
    realm: str
    # What it was earned by or spent on.
    source: Literal["loot", "quest", "vendor", "auction", "mail", "trade", "repair", "training", "travel", "other"]
    # How much in copper: above 0 earned, below 0 spent.
    copper: int


class FeedMoneyEvent(_FeedMoneyEvent, total=False):
    """Money that a character earned or spent. It needs the sharing choice gold and a grant that covers it. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The region that the upload named.
    region: int
    # Present if the record is covered by a grant that its install issued itself.
    grant: Literal["self"]


class _FeedNpcSighting(TypedDict):
    # The kind of the record.
    kind: Literal["npc_sighting"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The NPC. An NPC id of the game.
    npcId: int
    # The NPC’s name, as the client shows it.
    name: str
    # The zone map it happened on, by the client’s map id; 0 if unknown.
    mapId: int
    # Position from the map’s left edge, in percent.
    x: float
    # Position from the map’s top edge, in percent.
    y: float
    # The NPC’s level.
    level: int
    # How the NPC is disposed towards the player.
    reaction: Literal["friendly", "neutral", "hostile"]


class FeedNpcSighting(_FeedNpcSighting, total=False):
    """An NPC that a player saw. Only sightings with a positionKind become spawn pins: without one it is unknown whose coordinates were measured. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # Whose coordinates were measured.
    positionKind: Literal["player", "npc"]


class _FeedPriceSeen(TypedDict):
    # The kind of the record.
    kind: Literal["price_seen"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The item. An item id of the game.
    itemId: int
    # The price of one unit. In copper.
    priceCopper: int
    # Where it was seen.
    source: Literal["vendor", "auction"]


class FeedPriceSeen(_FeedPriceSeen, total=False):
    """A price that a player saw. The realm of an auction price counts among the at most 3 auction realms of an upload. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The realm’s name.
    realm: str
    # How many units were offered at it.
    quantity: int
    # The region that the upload named.
    region: int


class _FeedQuest(TypedDict):
    # The kind of the record.
    kind: Literal["quest"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The quest. A quest id of the game.
    questId: int
    # The quest’s title.
    title: str
    # The quest’s level.
    level: int


class FeedQuest(_FeedQuest, total=False):
    """A quest that a player encountered, with its giver, turn-in NPC and rewards as far as known. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # Who gives it. An NPC id of the game.
    giverNpcId: int
    # Who takes it. An NPC id of the game.
    turnInNpcId: int
    # The items it gives or lets choose from; empty if absent.
    rewardItemIds: List[int]


class _FeedRaidLockout(TypedDict):
    # The kind of the record.
    kind: Literal["raid_lockout"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The guild’s name.
    guildName: str
    # The realm’s name.
    realm: str
    # The instance’s name.
    instance: str
    # The difficulty’s name.
    difficulty: str
    # The bosses killed so far.
    bossesKilled: List[str]
    # When the instance resets.
    resetAt: str


class FeedRaidLockout(_FeedRaidLockout, total=False):
    """How far a guild has come in an instance until its reset. It needs the sharing choice guild and a grant that covers it. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The region that the upload named.
    region: int
    # Present if the record is covered by a grant that its install issued itself.
    grant: Literal["self"]


class _FeedRecipeObserved(TypedDict):
    # The kind of the record.
    kind: Literal["recipe_observed"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The profession’s name.
    profession: str
    # The recipe, by its spell’s id.
    recipeId: int
    # The recipe’s name.
    name: str
    # The character’s skill at that moment.
    skill: int
    # The difficulty it had at that skill.
    difficulty: Literal["optimal", "medium", "easy", "trivial"]
    # What it uses up.
    reagents: List[FeedRecipeObservedReagents]


class FeedRecipeObserved(_FeedRecipeObserved, total=False):
    """A recipe as a character’s profession window showed it: at which skill it had which difficulty, what it makes and of what. The difficulties optimal, medium, easy and trivial bound the skills at which it turns yellow, green and grey. makesItemId must be the same item as itemId, if both are given. makesMax must be no less than makesMin. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The item it makes: an older name of makesItemId. An item id of the game.
    itemId: int
    # The item it makes. An item id of the game.
    makesItemId: int
    # The fewest it makes at once.
    makesMin: int
    # The most it makes at once.
    makesMax: int


class FeedRecipeObservedReagents(TypedDict):
    pass
    # The item. An item id of the game.
    itemId: int
    # How many of it.
    count: int


class _FeedRecipeSeen(TypedDict):
    # The kind of the record.
    kind: Literal["recipe_seen"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The profession’s name.
    profession: str
    # The recipe, by its spell’s id.
    recipeId: int
    # The recipe’s name.
    name: str


class FeedRecipeSeen(_FeedRecipeSeen, total=False):
    """A recipe that a player met, learned or not. taughtByItemId must be the same item as itemId, if both are given. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # Whether the character knows it.
    learned: bool
    # The item that teaches it: an older name of taughtByItemId. An item id of the game.
    itemId: int
    # The item that teaches it. An item id of the game.
    taughtByItemId: int


class _FeedTrainerSeen(TypedDict):
    # The kind of the record.
    kind: Literal["trainer_seen"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The trainer. An NPC id of the game.
    trainerNpcId: int
    # What is taught.
    services: List[FeedTrainerSeenServices]


class FeedTrainerSeen(_FeedTrainerSeen, total=False):
    """What a trainer teaches, and for how much. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The player’s reputation with the NPC’s faction, from 4 (neutral) to 8 (exalted). Discounts depend on it.
    standing: int


class _FeedTrainerSeenServices(TypedDict):
    # The lesson’s name.
    name: str
    # Its price. In copper.
    costCopper: int


class FeedTrainerSeenServices(_FeedTrainerSeenServices, total=False):
    pass
    # The spell it teaches. A spell id of the game.
    spellId: int
    # The level it needs.
    requiredLevel: int
    # The profession’s name.
    profession: str
    # The skill in the profession it needs.
    requiredSkill: int


class _FeedVendor(TypedDict):
    # The kind of the record.
    kind: Literal["vendor"]
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The vendor. An NPC id of the game.
    vendorNpcId: int
    # The goods.
    items: List[FeedVendorItems]


class FeedVendor(_FeedVendor, total=False):
    """The goods of a vendor that a player visited. As shown in the public feed."""
    # A digest of the event id that was sent; absent if none was sent.
    eventId: str
    # The player’s reputation with the NPC’s faction, from 4 (neutral) to 8 (exalted). Discounts depend on it.
    standing: int


class _FeedVendorItems(TypedDict):
    # The item. An item id of the game.
    itemId: int
    # The price of one. In copper.
    priceCopper: int


class FeedVendorItems(_FeedVendorItems, total=False):
    pass
    # How many the vendor had, where the stock is limited.
    limitedStock: int
    # Whether the stock is limited, also when it is sold out; false if the client says that it is not.
    limited: bool


class Attribution(TypedDict):
    """The credit line of observed data. It must be shown wherever the data are shown."""
    # The licence of the data.
    licence: str
    # The address of the licence.
    licenceUrl: str
    # The line of credit to show.
    credit: str
    # The source of the data.
    source: str
    # The terms of the service.
    terms: str


class _DropsResponse(TypedDict):
    # When the snapshot that is served was written.
    generatedAt: str
    # Receipt time of the newest upload in the answer, or null if unknown.
    dataAsOf: Union[str, None]
    # The amount of data behind the rates; if unreachable, 0 means unknown.
    stats: DropsResponseStats
    # True if the storage could not be read. Lists are then empty, which means unknown, not none.
    unreachable: bool
    # The rates on this page.
    rates: List[DropsResponseRates]
    # The measured zeros on this page.
    measuredZeros: List[DropsResponseMeasuredZeros]
    # Rates and zeros that wait for their third install; null when unreachable.
    queued: Union[int, None]
    # Rates in the whole list.
    totalRates: int
    # Measured zeros in the whole list.
    totalMeasuredZeros: int
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution
    # The first row of this page.
    offset: int
    # Rows asked for, capped at the caller’s page size.
    limit: int
    # Rows of the whole list at the snapshot that the walk is pinned to.
    total: int
    # The address of the next page, or null on the last page.
    next: Union[str, None]


class DropsResponse(_DropsResponse, total=False):
    """A page of the corroborated drop rates: rates first, then measured zeros. A source is public once three installs looted it."""
    # The snapshot whose rows are listed, pinned by next. Kept and sent as since (corpus), it asks for what became public after it.
    snapshot: str


class DropsResponseStats(TypedDict):
    """The amount of data behind the rates; if unreachable, 0 means unknown."""
    # Uploads that first brought a loot record.
    uploads: int
    # Loot windows that count.
    lootWindows: int
    # Loot records, those without evidence of their source included.
    records: int
    # Reports of installs that do not count yet, because they are too young or their network has enough that count. Null if there are one or two such installs, or if unknown.
    waiting: Union[CoverageResponseWaiting, None]
    # True when the storage could not be read.
    unreachable: bool
    # Receipt time of the newest upload in the answer, or null if unknown.
    dataAsOf: Union[str, None]


class _DropsResponseRates(TypedDict):
    # The item.
    itemId: int
    # Loot windows that players opened on the source; not kills counted by the game.
    kills: int
    # Windows that held the item.
    drops: int
    # drops / kills, unrounded.
    rate: float
    # Lower end of the 95% Wilson interval of the rate, to six decimals.
    low: float
    # Upper end of the 95% Wilson interval of the rate, to six decimals.
    high: float
    # Distinct installs that looted the source.
    reporters: int
    # Distinct installs that saw this very item drop there. Under 3 it is what one or two players saw, not yet a fact of the item.
    installs: int
    # The greatest share of the source’s loot windows that one install opened. A value near 1 means that one player determines the counts.
    topShare: float
    # The estimated rate: the truth is as likely above as below it. To six decimals.
    estimate: float
    # Lower end of the range that holds the true rate with 96% probability, to six decimals.
    estimateLow: float
    # Upper end of that range, to six decimals.
    estimateHigh: float
    # Independent windows that would tell as much, to one decimal.
    effectiveWindows: float
    # The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all.
    basis: Literal["all", "solo", "quest"]
    # Three installs looted the source.
    public: Literal[True]


class DropsResponseRates(_DropsResponseRates, total=False):
    """How often an item lay in the loot windows of a source."""
    # The NPC that was looted.
    sourceNpcId: int
    # The object that was looted.
    sourceObjectId: int
    # Present if the rate is most likely exactly 1; estimateLow says how low it may be.
    always: Literal[True]
    # some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count.
    obtainable: Literal["some", "once"]
    # Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it.
    disagrees: Literal[True]
    # Windows of players who had the quest for which the client marks the item. Absent for other items.
    quest: DropsResponseRatesQuest
    # Present if the rate changed. The estimate then uses the windows since.
    changed: DropsResponseRatesChanged


class DropsResponseRatesQuest(TypedDict):
    pass
    # The quest.
    questId: int
    # Their loot windows on the source.
    kills: int
    # Those that held the item.
    drops: int
    # drops / kills, unrounded.
    rate: float
    # Distinct installs that saw the item in them.
    installs: int
    # Distinct installs that opened them.
    reporters: int


class DropsResponseRatesChanged(TypedDict):
    pass
    # First UTC day of the windows that the estimate uses.
    since: str
    # The estimate from the windows before that day, to six decimals.
    before: float
    # The estimate from the windows since, to six decimals.
    after: float


class _DropsResponseMeasuredZeros(TypedDict):
    # Loot windows that players opened on the source; not kills counted by the game.
    kills: int
    # Upper end of the 95% Wilson interval of the rate of anything it might still drop, to six decimals.
    high: float
    # Distinct installs that looted the source.
    reporters: int
    # The greatest share of the source’s loot windows that one install opened. A value near 1 means that one player determines the counts.
    topShare: float
    # Three installs looted the source.
    public: Literal[True]


class DropsResponseMeasuredZeros(_DropsResponseMeasuredZeros, total=False):
    """A source whose loot windows were all empty."""
    # The NPC that was looted.
    sourceNpcId: int
    # The object that was looted.
    sourceObjectId: int


class _GatheringResponse(TypedDict):
    # When the snapshot that is served was written.
    generatedAt: str
    # Receipt time of the newest upload in the answer, or null if unknown.
    dataAsOf: Union[str, None]
    # True if the storage could not be read. Lists are then empty, which means unknown, not none.
    unreachable: bool
    # The rates on this page.
    rates: List[GatheringResponseRates]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution
    # The first row of this page.
    offset: int
    # Rows asked for, capped at the caller’s page size.
    limit: int
    # Rows of the whole list at the snapshot that the walk is pinned to.
    total: int
    # The address of the next page, or null on the last page.
    next: Union[str, None]


class GatheringResponse(_GatheringResponse, total=False):
    """A page of the corroborated rates of gathering. A source is public once three installs used it."""
    # The snapshot whose rows are listed, pinned by next. Kept and sent as since (corpus), it asks for what became public after it.
    snapshot: str


class _GatheringResponseRates(TypedDict):
    # How the items were gathered.
    method: Literal["skinning", "herbalism", "mining", "fishing", "pickpocketing", "disenchanting", "prospecting", "milling", "container"]
    # The item.
    itemId: int
    # Loot windows that players opened on the source; not kills counted by the game.
    kills: int
    # Windows that held the item.
    drops: int
    # drops / kills, unrounded.
    rate: float
    # Lower end of the 95% Wilson interval of the rate, to six decimals.
    low: float
    # Upper end of the 95% Wilson interval of the rate, to six decimals.
    high: float
    # Distinct installs that looted the source.
    reporters: int
    # Distinct installs that saw this very item drop there. Under 3 it is what one or two players saw, not yet a fact of the item.
    installs: int
    # The greatest share of the source’s loot windows that one install opened. A value near 1 means that one player determines the counts.
    topShare: float
    # The estimated rate: the truth is as likely above as below it. To six decimals.
    estimate: float
    # Lower end of the range that holds the true rate with 96% probability, to six decimals.
    estimateLow: float
    # Upper end of that range, to six decimals.
    estimateHigh: float
    # Independent windows that would tell as much, to one decimal.
    effectiveWindows: float
    # The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all.
    basis: Literal["all", "solo", "quest"]
    # Three installs looted the source.
    public: Literal[True]


class GatheringResponseRates(_GatheringResponseRates, total=False):
    """How often an item was in the windows that players opened on a source by one method of gathering. It has one of sourceNpcId, sourceObjectId, sourceItemId and mapId."""
    # The NPC that was skinned, robbed or gathered from.
    sourceNpcId: int
    # The object that was gathered from.
    sourceObjectId: int
    # The item that was opened, disenchanted, prospected or milled.
    sourceItemId: int
    # The map of the zone that was fished in.
    mapId: int
    # Present if the rate is most likely exactly 1; estimateLow says how low it may be.
    always: Literal[True]
    # some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count.
    obtainable: Literal["some", "once"]
    # Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it.
    disagrees: Literal[True]
    # Windows of players who had the quest for which the client marks the item. Absent for other items.
    quest: DropsResponseRatesQuest
    # Present if the rate changed. The estimate then uses the windows since.
    changed: DropsResponseRatesChanged


class _EdgesResponse(TypedDict):
    # When the snapshot that is served was written.
    generatedAt: str
    # Receipt time of the newest upload in the answer, or null if unknown.
    dataAsOf: Union[str, None]
    # True if the storage could not be read. Lists are then empty, which means unknown, not none.
    unreachable: bool
    # The edges on this page.
    edges: List[EdgesResponseEdges]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]
    # The first row of this page.
    offset: int
    # Rows asked for, capped at the caller’s page size.
    limit: int
    # Rows of the whole list at the snapshot that the walk is pinned to.
    total: int
    # The address of the next page, or null on the last page.
    next: Union[str, None]


class EdgesResponse(_EdgesResponse, total=False):
    """A page of typed relations: observed ones first, then relations from the game’s files."""
    # The snapshot whose rows are listed, pinned by next. Kept and sent as since (corpus), it asks for what became public after it.
    snapshot: str


class EdgesResponseEdges(TypedDict):
    """A relation between two entities of the game."""
    # The start of the edge.
    fromKind: Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"]
    # Its id in the game.
    fromId: int
    # The relation.
    rel: Literal["dropped_by", "sold_by", "reward_from", "located_in", "created_by", "reagent_for", "part_of_set", "same_icon", "in_skill_line"]
    # The end of the edge.
    toKind: Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"]
    # Its id in the game.
    toId: int
    # observed: players reported it; client: read from the game’s files.
    evidence: Literal["observed", "client"]
    # The game build of a client edge; null for an observed one.
    build: Union[str, None]
    # Distinct installs behind an observed edge; null for a client one.
    installs: Union[int, None]
    # The earliest UTC day that three installs support; null for a client edge.
    firstSeen: Union[str, None]
    # The latest UTC day that three installs support; null for a client edge.
    lastSeen: Union[str, None]


class _GameDataNotice(TypedDict):
    # A notice that these data are from game files and unconfirmed.
    label: str
    # The game build the rows were read from.
    build: str


class GameDataNotice(_GameDataNotice, total=False):
    """The notice on data that were read from the game’s files; they belong to its publisher."""
    # When they were read, or null if unknown.
    extractedAt: Union[str, None]
    # Whom to credit for them.
    credit: str


class _MarketRealmsResponse(TypedDict):
    # The request was served.
    ok: Literal[True]
    # Receipt time of the newest upload in the answer, or null if unknown.
    dataAsOf: Union[str, None]
    # The realms.
    realms: List[str]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class MarketRealmsResponse(_MarketRealmsResponse, total=False):
    """The realms that have public market values."""
    # Per realm, the auction houses that have public values of their own, from scans that named their house.
    houses: Dict[str, List[Literal["Alliance", "Horde", "Neutral"]]]


class _MarketPricesResponse(TypedDict):
    # The request was served.
    ok: Literal[True]
    # Receipt time of the newest upload in the answer, or null if unknown.
    dataAsOf: Union[str, None]
    # How a day becomes public and how the values are computed.
    rule: str
    # The value at each position of an item’s tuple.
    fields: List[Union[Literal["itemId"], Literal["market"], Literal["min"], Literal["historical"], Literal["quantity"], Literal["day"], Literal["reporters"]]]
    # The realm asked for.
    realm: Union[str, None]
    # The items, each as a tuple in the order of fields.
    items: List[List[Union[int, str]]]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class MarketPricesResponse(_MarketPricesResponse, total=False):
    """Market values of the items of one realm, those with most units first."""
    # Other realms of this name.
    otherRealms: List[str]
    # The auction house asked for; the values come only from scans that named it.
    house: Literal["Alliance", "Horde", "Neutral"]


class _TooltipResponse(TypedDict):
    # The request was served.
    ok: Literal[True]
    # The entity of the card.
    type: Literal["item", "npc", "quest", "object"]
    # Its id in the game.
    id: int
    # The agreed name; a placeholder such as "Item 5" when no name has three installs behind it.
    title: str
    # The title’s colour, from the item’s quality.
    color: Union[str, None]
    # The icon’s file name, in lower case and without ending.
    icon: Union[str, None]
    # The lines, in order; [?] is a value that the game’s files do not give.
    lines: List[str]
    # True when a line holds a [?].
    partial: bool
    # The page the card is for.
    url: str
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class TooltipResponse(_TooltipResponse, total=False):
    """A hover card for one entity."""
    # The language of the title, where installs agree on none in the language of this instance; else absent.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class TooltipsResponse(TypedDict):
    """Hover cards for several entities of one type."""
    # The request was served.
    ok: Literal[True]
    # The cards, in the order in which they were asked for.
    cards: List[TooltipResponse]
    # Entities that have no public data yet.
    missing: List[int]


class SuggestResponse(TypedDict):
    """Suggestions for a name that is being typed."""
    # The request was served.
    ok: Literal[True]
    # The text that was sent.
    q: str
    # The suggestions, best first. Empty if nothing fits, or before the first snapshot.
    rows: List[SuggestResponseRows]
    # The newest upload in the data, or null if there is none.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class _SuggestResponseRows(TypedDict):
    # What it is, such as item, npc, quest, zone, recipe or question.
    kind: str
    # Names the entry. The tools fetch and get_entity accept it.
    id: str
    # Its name.
    name: str
    # The quality of an item, or null if it is unknown or this is no item.
    quality: Union[Literal["poor", "common", "uncommon", "rare", "epic", "legendary", "artifact", "heirloom"], None]
    # The icon’s file name, in lower case and without ending, or null if it is unknown.
    icon: Union[str, None]
    # What players most likely want to know about it, in a few words. May be empty.
    line: str
    # The address of its page, or null if it has none.
    url: Union[str, None]


class SuggestResponseRows(_SuggestResponseRows, total=False):
    """A suggestion."""
    # The language of the name, if this instance has another.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class CoverageResponse(TypedDict):
    """What needs one or two more installs to become public, without values."""
    # When the snapshot that is served was written.
    generatedAt: str
    # The newest upload in the data, or null if there is none.
    dataAsOf: Union[str, None]
    # Number of subjects by kind. Kinds without subjects are left out.
    counts: List[CoverageResponseCounts]
    # The first subjects of each kind, those that need one more install first.
    lists: List[CoverageResponseLists]
    # Zones with most subjects. Empty if a zone is asked for.
    zones: List[CoverageResponseZones]
    # The agreed name of the zone that is asked for, or null if there is none.
    zoneName: Union[CoverageResponseZoneName, None]
    # The name in the game’s files, if no name is agreed.
    zoneNameInFiles: Union[str, None]
    # The progress of the zone that is asked for, or null if none is.
    progress: Union[CoverageResponseProgress, None]
    # Reports of installs that do not count yet, because they are too young or their network has enough that count. Null if there are one or two such installs, or if unknown.
    waiting: Union[CoverageResponseWaiting, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class CoverageResponseCounts(TypedDict):
    """The subjects of one kind."""
    # The kind of subject. npc_loot, vendor and trainer are the loot, goods and lessons of an NPC.
    kind: Literal["npc", "npc_loot", "vendor", "trainer", "object", "item", "quest", "recipe", "zone"]
    # Subjects that need one more install.
    one: int
    # Subjects that need two more installs.
    two: int


class CoverageResponseLists(TypedDict):
    """The subjects of one kind."""
    # The kind of subject. npc_loot, vendor and trainer are the loot, goods and lessons of an NPC.
    kind: Literal["npc", "npc_loot", "vendor", "trainer", "object", "item", "quest", "recipe", "zone"]
    # The subjects.
    subjects: List[CoverageResponseListsSubjects]
    # The last subject of the list if there are more, or null. The parameter after takes <missing>.<id>.
    next: Union[CoverageResponseListsNext, None]


class CoverageResponseListsSubjects(TypedDict):
    """A subject that needs more installs."""
    # Its id in the game.
    id: int
    # Number of installs that still have to report it.
    missing: int
    # The agreed name of the subject, or null if there is none.
    name: Union[CoverageResponseZoneName, None]


class CoverageResponseListsNext(TypedDict):
    pass
    # Its id in the game.
    id: int
    # Number of installs that still have to report it.
    missing: int


class CoverageResponseZones(TypedDict):
    """A zone with subjects that need more installs."""
    # The zone’s map id.
    zone: int
    # Subjects in it that need one more install.
    one: int
    # Subjects in it that need two more installs.
    two: int
    # The agreed name of the zone, or null if there is none.
    name: Union[CoverageResponseZoneName, None]
    # The name in the game’s files, if no name is agreed.
    nameInFiles: Union[str, None]
    # Levels of most creatures in the zone that players can fight, or null if unknown.
    levels: Union[CoverageResponseZonesLevels, None]
    # Creatures and objects that three installs saw in the zone.
    confirmed: int
    # The same with those that only one or two installs reported.
    reported: int


class CoverageResponseZonesLevels(TypedDict):
    pass
    # The lowest.
    min: int
    # The highest.
    max: int


class _CoverageResponseZoneName(TypedDict):
    # The name.
    value: str
    # Number of installs that report the name.
    installs: int


class CoverageResponseZoneName(_CoverageResponseZoneName, total=False):
    pass
    # The language of the name, if this instance has another.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class CoverageResponseProgress(TypedDict):
    pass
    # Levels of most creatures in the zone that players can fight, or null if unknown.
    levels: Union[CoverageResponseZonesLevels, None]
    # Creatures and objects that three installs saw in the zone.
    confirmed: int
    # The same with those that only one or two installs reported.
    reported: int


class CoverageResponseWaiting(TypedDict):
    pass
    # Installs that have sent public records but do not count yet.
    installs: int
    # Their loot windows, which are in the corpus and in no rate.
    windows: int


class ClientLayer(TypedDict):
    """All relations from the game’s files."""
    # The request was served.
    ok: Literal[True]
    # The version of the contract that the file follows.
    protocol: str
    # The game build, or unrecorded if none was imported.
    build: str
    # When the files were read from the client.
    extractedAt: Union[str, None]
    # The names of the elements of an edge.
    fields: List[Union[Literal["fromKind"], Literal["fromId"], Literal["rel"], Literal["toKind"], Literal["toId"]]]
    # The relations, each as a tuple in the order of fields.
    edges: List[List[Union[Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"], int, Literal["dropped_by", "sold_by", "reward_from", "located_in", "created_by", "reagent_for", "part_of_set", "same_icon", "in_skill_line"]]]]
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: GameDataNotice


class _ItemsResponse(TypedDict):
    # When the build was imported.
    generatedAt: str
    # The items on this page.
    items: List[ItemsResponseItems]
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: GameDataNotice
    # The first row of this page.
    offset: int
    # Rows asked for, capped at the caller’s page size.
    limit: int
    # Rows of the whole list at the snapshot that the walk is pinned to.
    total: int
    # The address of the next page, or null on the last page.
    next: Union[str, None]


class ItemsResponse(_ItemsResponse, total=False):
    """A page of the items of the current build, from the game’s files. Ids only; names come from uploads."""
    # The snapshot whose rows are listed, pinned by next. Kept and sent as since (corpus), it asks for what became public after it.
    snapshot: str


_ItemsResponseItems = TypedDict("_ItemsResponseItems", {
    # The item.
    "itemId": "int",
    # The slug of its class.
    "class": "Union[str, None]",
    # The slug of its subclass within the class.
    "subclass": "Union[str, None]",
    # The slug of its slot; also null if it cannot be worn.
    "slot": "Union[str, None]",
    # Its quality.
    "quality": "Union[str, None]",
    # Its item level.
    "itemLevel": "Union[int, None]",
    # The level it needs.
    "requiredLevel": "Union[int, None]",
    # The icon’s file name, in lower case and without ending.
    "icon": "Union[str, None]",
    # The stack size.
    "stack": "Union[int, None]",
    # The buy price at vendors, in copper.
    "buyPriceCopper": "Union[int, None]",
    # The sell price at vendors, in copper.
    "sellPriceCopper": "Union[int, None]",
    # The item set it belongs to; 0 for none.
    "setId": "Union[int, None]",
})
_ItemsResponseItemsOptional = TypedDict("_ItemsResponseItemsOptional", {
}, total=False)


class ItemsResponseItems(_ItemsResponseItems, _ItemsResponseItemsOptional):
    """An item of the build. Null if the game’s files have no such table, column or row."""


class ItemCategoriesResponse(TypedDict):
    """The classes, slots and qualities that items can be filtered by."""
    # The classes that hold items.
    classes: List[ItemCategoriesResponseClasses]
    # The slots.
    slots: List[ItemCategoriesResponseSlots]
    # The qualities.
    qualities: List[ItemCategoriesResponseQualities]
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: GameDataNotice


class ItemCategoriesResponseClasses(TypedDict):
    """A class of items."""
    # Its id in the client.
    id: int
    # The client’s name.
    name: str
    # The name in the plural.
    label: str
    # The value for the class parameter of /api/items.
    slug: str
    # Items of the build in it.
    items: int
    # Its subclasses that hold items.
    subclasses: List[ItemCategoriesResponseClassesSubclasses]


class ItemCategoriesResponseClassesSubclasses(TypedDict):
    """A subclass."""
    # Its id in the client.
    id: int
    # The client’s name; null when it has none, then the slug is the id.
    name: Union[str, None]
    # The value for the subclass parameter of /api/items.
    slug: str
    # Items of the build in it.
    items: int


class ItemCategoriesResponseSlots(TypedDict):
    """A slot that items are worn in."""
    # The value for the slot parameter of /api/items.
    slug: str
    # Its name.
    name: str


class ItemCategoriesResponseQualities(TypedDict):
    """A quality of items."""
    # Its id in the client.
    id: int
    # Its name.
    name: str
    # The value for the quality parameter of /api/items.
    slug: str


class ToolList(TypedDict):
    """The tools, in alphabetical order."""
    # The tools.
    tools: List[ToolListTools]
    # The MCP endpoint with the same tools.
    mcp: str


class ToolListTools(TypedDict):
    """A tool."""
    # Its name in paths and in MCP.
    name: str
    # A short title for people.
    title: str
    # When to use it, and the content of its answer.
    description: str
    # The data that its answers contain.
    layers: List[Literal["observed", "game-files", "knowledge", "instance"]]
    # Its arguments.
    arguments: List[ToolListToolsArguments]
    # An example call.
    example: ToolListToolsExample
    # The URL of its schemas.
    schemaUrl: str


class _ToolListToolsArguments(TypedDict):
    # Its name.
    name: str
    type: Literal["string", "integer", "number", "boolean"]
    # Whether the tool needs it.
    required: bool
    # Its meaning.
    description: str


class ToolListToolsArguments(_ToolListToolsArguments, total=False):
    """An argument."""
    # The value that is used if it is omitted, if there is one.
    default: Union[str, int, float, bool]
    # The allowed values, if they are limited to a list.
    values: List[str]
    # The minimum.
    minimum: float
    # The maximum.
    maximum: float


class ToolListToolsExample(TypedDict):
    """An example call."""
    # Its arguments.
    arguments: Dict[str, Any]
    # The URL to request.
    url: str


class ToolAnswerResponse(TypedDict):
    """A tool’s answer over plain HTTP."""
    # The tool.
    tool: str
    # The arguments as read, defaults applied.
    arguments: Dict[str, Any]
    # The structured answer; the tool’s schema describes it under outputSchema.
    answer: Dict[str, Any]
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class AnswerSourcesResult(TypedDict):
    pass
    # The tool.
    tool: Literal["answer_sources"]
    # The arguments of answer_sources.
    arguments: AnswerSourcesArguments
    # The sources to cite.
    answer: AnswerSourcesAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class _AnswerSourcesArguments(TypedDict):
    # The question that is to be answered.
    question: str


class AnswerSourcesArguments(_AnswerSourcesArguments, total=False):
    """The arguments of answer_sources."""
    # The most entries to answer.
    limit: int


class _AnswerSourcesAnswer(TypedDict):
    # The best first.
    sources: List[AnswerSourcesAnswerSources]


class AnswerSourcesAnswer(_AnswerSourcesAnswer, total=False):
    """The sources to cite."""
    # What kind of question it is, such as drops. Absent if it was not understood.
    intent: str
    # The answer to the question, made of public facts. Absent if it was not understood. Questions are understood in English.
    answer: SearchAnswerAnswer
    # Words of the query that no name or text here contains. Absent if there are none.
    unmatched: List[str]
    # Words that only other entries contain. Absent if there are none.
    ignored: List[str]
    # If there are no results: the reason and what would provide them, in plain sentences.
    reason: str


class _AnswerSourcesAnswerSources(TypedDict):
    # The entry.
    id: str
    # Its name.
    title: str
    # Its web address: its page, or otherwise the address of its record here.
    url: Union[str, None]
    # Its source.
    source: str
    # Its licence.
    licence: str
    # Whom to credit.
    credit: str
    # A day or a date-time.
    date: str


class AnswerSourcesAnswerSources(_AnswerSourcesAnswerSources, total=False):
    """A source."""
    # True if the entry matches only after typing errors are corrected: ask “did you mean …?”.
    guess: Literal[True]


class AuctionHistoryResult(TypedDict):
    pass
    # The tool.
    tool: Literal["auction_history"]
    # The arguments of auction_history.
    arguments: AuctionHistoryArguments
    # The public facts of the requested subject.
    answer: AuctionHistoryAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class _AuctionHistoryArguments(TypedDict):
    # The item, by its id in the game.
    itemId: int
    # A realm in any case, with or without its region: Everlook (EU).
    realm: str


class AuctionHistoryArguments(_AuctionHistoryArguments, total=False):
    """The arguments of auction_history."""
    # An auction house; left out: all houses together.
    house: Literal["Alliance", "Horde", "Neutral"]


class _AuctionHistoryAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class AuctionHistoryAnswer(_AuctionHistoryAnswer, total=False):
    """The public facts of the requested subject."""
    # The item’s public days.
    page: AuctionHistoryAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class _AuctionHistoryAnswerPage(TypedDict):
    # The item.
    item: NpcPageAnswerPageNpc
    # The realm as this instance spells it.
    realm: str
    # The auction house, or null for all houses together.
    house: Union[Literal["Alliance", "Horde", "Neutral"], None]
    # Its public days, the newest first, at most 400.
    days: List[AuctionHistoryAnswerPageDays]
    # True where 400 days are listed: there may be older ones, which are not.
    full: bool
    # How a day becomes public and how values are computed.
    rule: str


class AuctionHistoryAnswerPage(_AuctionHistoryAnswerPage, total=False):
    """The item’s public days."""
    # Other realms of this name.
    otherRealms: List[str]


class _AuctionHistoryAnswerPageDays(TypedDict):
    # The day. A UTC day, YYYY-MM-DD.
    day: str
    # Market value per unit. In copper.
    market: int
    # Lowest price per unit. In copper.
    min: int
    # Units on sale.
    quantity: int
    # Distinct installs behind the day.
    reporters: int


class AuctionHistoryAnswerPageDays(_AuctionHistoryAnswerPageDays, total=False):
    """One public day."""
    # Present if market is above 3 times, or below a third, of the median of the 14 public days before it. Absent otherwise, and if fewer than 7 public days came before.
    unusual: Literal[True]


class CollectionGapResult(TypedDict):
    pass
    # The tool.
    tool: Literal["collection_gap"]
    # The arguments of collection_gap.
    arguments: CollectionGapArguments
    # The public facts of the requested subject.
    answer: CollectionGapAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class _CollectionGapArguments(TypedDict):
    # The collection’s name, such as mounts, in any spelling that differs only in case.
    collection: str


class CollectionGapArguments(_CollectionGapArguments, total=False):
    """The arguments of collection_gap."""
    # The ids of the items that are owned. Left out: none. Comma-separated.
    owned: str


class _CollectionGapAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class CollectionGapAnswer(_CollectionGapAnswer, total=False):
    """The public facts of the requested subject."""
    # The collection, divided.
    page: CollectionGapAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class _CollectionGapAnswerPage(TypedDict):
    # The collection, in the spelling of most of its items.
    collection: str
    # Items that the collection is known to hold.
    total: int
    # Number of owned items.
    ownedTotal: int
    # Number of missing items.
    missingTotal: int
    # The first 150 that are missing, by item id.
    missing: List[CollectionGapAnswerPageOwned]
    # Every item that is missing. Ascending.
    missingIds: List[int]
    # The first 50 that are owned, by item id.
    owned: List[CollectionGapAnswerPageOwned]
    # Every item that is owned. Ascending.
    ownedIds: List[int]
    # Items named as owned that the collection is not known to hold. Ascending.
    unknownIds: List[int]


class CollectionGapAnswerPage(_CollectionGapAnswerPage, total=False):
    """The collection, divided."""
    # Present if there are more items in collections than one answer reads.
    isCut: bool


class CollectionGapAnswerPageOwned(TypedDict):
    pass
    # The item.
    item: NpcPageAnswerPageNpc
    # Where it comes from, by the number of installs, most first, then by text.
    sources: List[CollectionGapAnswerPageOwnedSources]


class _CollectionGapAnswerPageOwnedSources(TypedDict):
    # The source, as players’ addons name it.
    value: str
    # Distinct installs that report it.
    installs: int


class CollectionGapAnswerPageOwnedSources(_CollectionGapAnswerPageOwnedSources, total=False):
    pass
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class CompletionProgressResult(TypedDict):
    pass
    # The tool.
    tool: Literal["completion_progress"]
    # The arguments of completion_progress.
    arguments: CompletionProgressArguments
    # The public facts of the requested subject.
    answer: CompletionProgressAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class _CompletionProgressArguments(TypedDict):
    # The progress to measure.
    area: Literal["achievement", "reputation", "title", "quest_chain"]


class CompletionProgressArguments(_CompletionProgressArguments, total=False):
    """The arguments of completion_progress."""
    # Ids of what is completed: earned achievements, factions with completed reputation, titles, or for quest chains the completed quests. If omitted, none. Comma-separated.
    owned: str


class _CompletionProgressAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class CompletionProgressAnswer(_CompletionProgressAnswer, total=False):
    """The public facts of the requested subject."""
    # The completed part of the catalogue.
    page: CompletionProgressAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class _CompletionProgressAnswerPage(TypedDict):
    # The measured progress.
    area: Literal["achievement", "reputation", "title", "quest_chain"]
    # How many entries of the catalogue are done.
    done: int
    # How many entries the catalogue is known to hold; of quest chains, chains.
    total: int
    # Number of categories, including those beyond the list.
    categoriesTotal: int
    # By the names of the category above and of the category, unnamed ones last, then by id; of quest chains each is one.
    categories: List[CompletionProgressAnswerPageCategories]
    # Number of missing entries; for quest chains, of distinct quests.
    missingTotal: int
    # The first 150 that are missing, by id; of quest chains, quests in the order of the chains.
    missing: List[CompletionProgressAnswerPageMissing]
    # Ids named as done that the catalogue does not hold. Ascending.
    unknownIds: List[int]


class CompletionProgressAnswerPage(_CompletionProgressAnswerPage, total=False):
    """The completed part of the catalogue."""
    # Only for achievements: their points.
    points: CompletionProgressAnswerPagePoints
    # Present if the catalogue has more entries than one answer reads.
    isCut: bool


class CompletionProgressAnswerPagePoints(TypedDict):
    """Only for achievements: their points."""
    # How many points are done.
    done: int
    # Total points.
    total: int


class _CompletionProgressAnswerPageCategories(TypedDict):
    # Its id in the game, or null if it has none.
    id: Union[int, None]
    # Its name, or null for entries without a heading.
    name: Union[str, None]
    # The category above, or null if none is recorded.
    parent: Union[str, None]
    # How many of its entries are done.
    done: int
    # How many entries it is known to hold; of a quest chain, quests.
    total: int
    # True where all of it is done. A chain that is truncated is never called finished.
    finished: bool
    # True for a quest chain that has more quests than the catalogue lists.
    truncated: bool
    # Distinct installs that report the entry of it that fewest report.
    installs: int


class CompletionProgressAnswerPageCategories(_CompletionProgressAnswerPageCategories, total=False):
    """One category, or one quest chain."""
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class _CompletionProgressAnswerPageMissing(TypedDict):
    # Its id in the game.
    id: int
    # Its name, or null if no name has three installs behind it.
    name: Union[str, None]
    # The category or chain it belongs to, or null if there is none.
    category: Union[str, None]
    # Distinct installs that report it.
    installs: int


class CompletionProgressAnswerPageMissing(_CompletionProgressAnswerPageMissing, total=False):
    """The missing entries."""
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class EcosystemProjectsResult(TypedDict):
    pass
    # The tool.
    tool: Literal["ecosystem_projects"]
    # The arguments of ecosystem_projects.
    arguments: EcosystemProjectsArguments
    # Projects.
    answer: EcosystemProjectsAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class EcosystemProjectsArguments(TypedDict, total=False):
    """The arguments of ecosystem_projects."""
    # Words or a question; left out: every project.
    query: str
    # The most entries to answer.
    limit: int


class _EcosystemProjectsAnswer(TypedDict):
    # Best match first, or by name without a query.
    projects: List[GetByNameAnswerHits]


class EcosystemProjectsAnswer(_EcosystemProjectsAnswer, total=False):
    """Projects."""
    # If there are no results: the reason and what would provide them, in plain sentences.
    reason: str


class EntityRelationsResult(TypedDict):
    pass
    # The tool.
    tool: Literal["entity_relations"]
    # The arguments of entity_relations.
    arguments: EntityRelationsArguments
    # The public facts of the requested subject.
    answer: EntityRelationsAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class _EntityRelationsArguments(TypedDict):
    # What the entity is.
    kind: Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"]
    # Its id in the game; of a zone the map id.
    id: int


class EntityRelationsArguments(_EntityRelationsArguments, total=False):
    """The arguments of entity_relations."""
    # One relation only.
    rel: Literal["dropped_by", "sold_by", "reward_from", "located_in", "created_by", "reagent_for", "part_of_set", "same_icon", "in_skill_line"]
    # observed: only relations that players reported; client: only relations from the game’s files.
    evidence: Literal["observed", "client"]
    # The most entries to answer.
    limit: int


class _EntityRelationsAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class EntityRelationsAnswer(_EntityRelationsAnswer, total=False):
    """The public facts of the requested subject."""
    # The relations of the entity.
    page: EntityRelationsAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class EntityRelationsAnswerPage(TypedDict):
    """The relations of the entity."""
    # The entity.
    entity: EntityRelationsAnswerPageEntity
    # Number of known relations of the requested entity.
    total: int
    # Those that players observed, or null if not requested or there is no upload yet.
    observed: Union[int, None]
    # Those in the game’s files, or null if not requested or no build was imported.
    client: Union[int, None]
    # The first relations: observed ones first, then those that start at the entity, then by relation and kinds of the ends, then in the order of GET /api/edges.
    edges: List[EntityRelationsAnswerPageEdges]


class _EntityRelationsAnswerPageEntity(TypedDict):
    # What it is.
    kind: Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"]
    # Its id in the game.
    id: int
    # The name of the entity, or null if unknown and for icons. A spell is named after its recipe, its name in the game’s files or the item it makes.
    name: Union[str, None]
    # The source of the name of the entity, or null if it has none.
    nameEvidence: Union[Literal["observed", "client"], None]
    # Its page here, or null if it has none.
    url: Union[str, None]


class EntityRelationsAnswerPageEntity(_EntityRelationsAnswerPageEntity, total=False):
    """The entity."""
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class _EntityRelationsAnswerPageEdges(TypedDict):
    # The start of the relation.
    fromKind: Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"]
    # Its id in the game.
    fromId: int
    # The name of the start, or null if unknown and for icons. A spell is named after its recipe, its name in the game’s files or the item it makes.
    fromName: Union[str, None]
    # The source of the name of the start, or null if it has none.
    fromNameEvidence: Union[Literal["observed", "client"], None]
    # The relation.
    rel: Literal["dropped_by", "sold_by", "reward_from", "located_in", "created_by", "reagent_for", "part_of_set", "same_icon", "in_skill_line"]
    # The end of the relation.
    toKind: Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"]
    # Its id in the game.
    toId: int
    # The name of the end, or null if unknown and for icons. A spell is named after its recipe, its name in the game’s files or the item it makes.
    toName: Union[str, None]
    # The source of the name of the end, or null if it has none.
    toNameEvidence: Union[Literal["observed", "client"], None]
    # observed: players reported it; client: read from the game’s files.
    evidence: Literal["observed", "client"]
    # The game build of a client relation; null for an observed one.
    build: Union[str, None]
    # Distinct installs behind an observed relation; null for a client one.
    installs: Union[int, None]
    # The earliest UTC day that three installs support; null for a client relation.
    firstSeen: Union[str, None]
    # The latest UTC day that three installs support; null for a client relation.
    lastSeen: Union[str, None]


class EntityRelationsAnswerPageEdges(_EntityRelationsAnswerPageEdges, total=False):
    """A relation, as GET /api/edges lists it, with the names of its ends."""
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    fromLocale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    toLocale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class EverlootPlanResult(TypedDict):
    pass
    # The tool.
    tool: Literal["everloot_plan"]
    # The arguments of everloot_plan.
    arguments: Dict[str, Any]
    # The status of each area of the service.
    answer: EverlootPlanAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class _EverlootPlanAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The build of the game’s files that is served, or null if none was imported.
    build: Union[str, None]
    # The areas, those to read from first.
    rows: List[EverlootPlanAnswerRows]
    # The amount of data.
    counts: EverlootPlanAnswerCounts
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class EverlootPlanAnswer(_EverlootPlanAnswer, total=False):
    """The status of each area of the service."""
    # Why nothing is known, in one sentence.
    reason: str
    # The game whose records this instance counts, or null as long as none is settled: then all count.
    game: Union[Literal["forever", "era", "sod", "tbc", "wrath", "cataclysm", "mists"], None]


class EverlootPlanAnswerRows(TypedDict):
    """One area."""
    # Its name.
    area: Literal["feed", "drop_rates", "edges", "items", "market", "tools", "mcp", "hover_cards", "knowledge", "exports", "uploads", "keys", "grants", "docs"]
    # A short description.
    title: str
    # live: it can be used. waiting: there is nothing in it yet. off: it is switched off here.
    status: Literal["live", "waiting", "off"]
    # How to use it.
    how: str
    # Its address.
    url: str


class EverlootPlanAnswerCounts(TypedDict):
    """The amount of data."""
    # Uploads that brought something that counts. Null: unknown, not zero.
    uploads: Union[int, None]
    # Records in the raw feed. Null: unknown, not zero.
    records: Union[int, None]
    # Public drop rates. Null: unknown, not zero.
    rates: Union[int, None]
    # Sources that were looted and never dropped anything. Null: unknown, not zero.
    measuredZeros: Union[int, None]
    # Rates and zeros that wait for their third install. Null: unknown, not zero.
    queued: Union[int, None]
    # Relations that players observed. Null: unknown, not zero.
    observedEdges: Union[int, None]
    # Relations of the game’s files. Null: unknown, not zero.
    clientEdges: Union[int, None]
    # Items of the game’s files. Null: unknown, not zero.
    items: Union[int, None]
    # Realms with public market values. Null: unknown, not zero.
    realms: Union[int, None]


class FetchResult(TypedDict):
    pass
    # The tool.
    tool: Literal["fetch"]
    # The arguments of fetch.
    arguments: FetchArguments
    # The entry.
    answer: FetchAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class FetchArguments(TypedDict):
    """The arguments of fetch."""
    # The id of an entry as other tools answer it, such as item:19019, zone:1429 or doc:fishing-guide. Entries without a name have ids, too: object:2843, vendor:66. So do professions, realms and roles: profession:first-aid, realm:whitemane, role:trainer:cooking, role:quest-giver, role:vendor.
    id: str


class FetchAnswer(TypedDict):
    """The entry."""
    # The entry.
    id: str
    # Its name.
    title: str
    # All that is known of it: of an entity what the tool of its page says, in lines; of a document its text.
    text: str
    # Its web address: its page, or otherwise the address of its record here.
    url: str
    # Its source.
    metadata: FetchAnswerMetadata


class FetchAnswerMetadata(TypedDict):
    """Its source."""
    # Its source.
    source: str
    # Its licence.
    licence: str
    # Whom to credit.
    credit: str
    # A day or a date-time.
    date: str


class GetByNameResult(TypedDict):
    pass
    # The tool.
    tool: Literal["get_by_name"]
    # The arguments of get_by_name.
    arguments: GetByNameArguments
    # Entries with this name.
    answer: GetByNameAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class _GetByNameArguments(TypedDict):
    # A whole name.
    name: str


class GetByNameArguments(_GetByNameArguments, total=False):
    """The arguments of get_by_name."""
    # A kind of entry, such as item, npc, quest, recipe, zone, spell or project; left out: every kind.
    kind: str


class _GetByNameAnswer(TypedDict):
    # The results, best match first.
    hits: List[GetByNameAnswerHits]


class GetByNameAnswer(_GetByNameAnswer, total=False):
    """Entries with this name."""
    # If there are no results: the reason and what would provide them, in plain sentences.
    reason: str


class _GetByNameAnswerHits(TypedDict):
    # Names the entry here; take it to get_entity or fetch.
    id: str
    # What it is.
    kind: str
    # Its id at the source (for game entities the game’s id), or null if there is none.
    extId: Union[str, None]
    # Its name.
    name: str
    # The part of its text that matches the search, or its beginning; may be empty.
    snippet: str
    # Its web address, or null if it has no page.
    url: Union[str, None]
    # Where it comes from. What was read from the game’s files says so, with the build.
    source: str
    # Its licence. Data from the game’s files are unconfirmed and belong to the publisher.
    licence: str
    # A day, or a date-time: for observed entities, that of the newest upload in the data.
    date: str


class GetByNameAnswerHits(_GetByNameAnswerHits, total=False):
    pass
    # True if the entry matches only after typing errors are corrected: ask “did you mean …?”.
    guess: Literal[True]


class GetEntityResult(TypedDict):
    pass
    # The tool.
    tool: Literal["get_entity"]
    # The arguments of get_entity.
    arguments: GetEntityArguments
    # The entry.
    answer: GetEntityAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class GetEntityArguments(TypedDict):
    """The arguments of get_entity."""
    # The id of an entry as other tools answer it, such as item:19019, zone:1429 or doc:fishing-guide. Entries without a name have ids, too: object:2843, vendor:66. So do professions, realms and roles: profession:first-aid, realm:whitemane, role:trainer:cooking, role:quest-giver, role:vendor.
    id: str


class _GetEntityAnswer(TypedDict):
    # The whole entry, or null if there is none with this id.
    hit: Union[GetEntityAnswerHit, None]


class GetEntityAnswer(_GetEntityAnswer, total=False):
    """The entry."""
    # If there are no results: the reason and what would provide them, in plain sentences.
    reason: str


class GetEntityAnswerHit(TypedDict):
    pass
    # Names the entry here; take it to get_entity or fetch.
    id: str
    # What it is.
    kind: str
    # Its id at the source (for game entities the game’s id), or null if there is none.
    extId: Union[str, None]
    # Its name.
    name: str
    # observed: three installs agree on the name; game-files: unconfirmed; document: imported.
    layer: str
    # Its version (for game files the build), or null if there is none.
    version: Union[str, None]
    # All that is known of it: of an entity what the tool of its page says, in lines; of a document its text.
    text: str
    # Its web address, or null if it has no page.
    url: Union[str, None]
    # Where it comes from. What was read from the game’s files says so, with the build.
    source: str
    # Its licence. Data from the game’s files are unconfirmed and belong to the publisher.
    licence: str
    # A day, or a date-time: for observed entities, that of the newest upload in the data.
    date: str
    # Whom to credit.
    credit: str


class GoldLedgerResult(TypedDict):
    pass
    # The tool.
    tool: Literal["gold_ledger"]
    # The arguments of gold_ledger.
    arguments: GoldLedgerArguments
    # The public facts of the requested subject.
    answer: GoldLedgerAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class GoldLedgerArguments(TypedDict):
    """The arguments of gold_ledger."""
    # The character’s name, in any spelling that differs only in case.
    character: str
    # A realm in any case, with or without its region: Everlook (EU).
    realm: str


class _GoldLedgerAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class GoldLedgerAnswer(_GoldLedgerAnswer, total=False):
    """The public facts of the requested subject."""
    # The character’s ledgers.
    page: GoldLedgerAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class _GoldLedgerAnswerPage(TypedDict):
    # The character, as its newest record spells it.
    character: str
    # Its realm, as its newest record spells it.
    realm: str
    # Number of ledgers, including those beyond the list.
    total: int
    # One per grant and install, the one that began first first.
    ledgers: List[GoldLedgerAnswerPageLedgers]


class GoldLedgerAnswerPage(_GoldLedgerAnswerPage, total=False):
    """The character’s ledgers."""
    # Other realms of this name.
    otherRealms: List[str]
    # Present if some of it relies on a grant that the holder of the install id issued, which proves neither character nor guild.
    grant: Literal["self"]


class _GoldLedgerAnswerPageLedgers(TypedDict):
    # 1 for the one that began first.
    ledger: int
    # The highest amount recorded, or null if the character’s money was never recorded. In copper.
    peakCopper: Union[int, None]
    # Income and spending from play.
    money: GoldLedgerAnswerPageLedgersMoney
    # Other income and spending.
    other: GoldLedgerAnswerPageLedgersOther
    # When its first record was captured. A UTC day, YYYY-MM-DD.
    firstDay: str
    # When its last record was captured. A UTC day, YYYY-MM-DD.
    lastDay: str


class GoldLedgerAnswerPageLedgers(_GoldLedgerAnswerPageLedgers, total=False):
    """The reports of one install under one grant."""
    # Present if some of it relies on a grant that the holder of the install id issued, which proves neither character nor guild.
    grant: Literal["self"]


class GoldLedgerAnswerPageLedgersMoney(TypedDict):
    """Income and spending from play."""
    # All sources of this line that are recorded. Earned minus spent, in copper, or null if nothing was recorded.
    total: Union[int, None]
    # Looted coin. Earned minus spent, in copper, or null if nothing was recorded.
    loot: Union[int, None]
    # Quests. Earned minus spent, in copper, or null if nothing was recorded.
    quest: Union[int, None]
    # Vendors. Earned minus spent, in copper, or null if nothing was recorded.
    vendor: Union[int, None]
    # Auctions. Earned minus spent, in copper, or null if nothing was recorded.
    auction: Union[int, None]


class GoldLedgerAnswerPageLedgersOther(TypedDict):
    """Other income and spending."""
    # All sources of this line that are recorded. Earned minus spent, in copper, or null if nothing was recorded.
    total: Union[int, None]
    # Mail. Earned minus spent, in copper, or null if nothing was recorded.
    mail: Union[int, None]
    # Trades with players. Earned minus spent, in copper, or null if nothing was recorded.
    trade: Union[int, None]
    # Repairs. Earned minus spent, in copper, or null if nothing was recorded.
    repair: Union[int, None]
    # Trainers. Earned minus spent, in copper, or null if nothing was recorded.
    training: Union[int, None]
    # Flights and other travel. Earned minus spent, in copper, or null if nothing was recorded.
    travel: Union[int, None]
    # Anything else. Earned minus spent, in copper, or null if nothing was recorded.
    other: Union[int, None]


class GuildBoardResult(TypedDict):
    pass
    # The tool.
    tool: Literal["guild_board"]
    # The arguments of guild_board.
    arguments: GuildBoardArguments
    # The public facts of the requested subject.
    answer: GuildBoardAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class GuildBoardArguments(TypedDict):
    """The arguments of guild_board."""
    # The guild’s name, in any spelling that differs only in case.
    guild: str
    # A realm in any case, with or without its region: Everlook (EU).
    realm: str


class _GuildBoardAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class GuildBoardAnswer(_GuildBoardAnswer, total=False):
    """The public facts of the requested subject."""
    # The guild’s board.
    page: GuildBoardAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class _GuildBoardAnswerPage(TypedDict):
    # The guild, as its newest record spells it.
    guild: str
    # Its realm, as its newest record spells it.
    realm: str


class GuildBoardAnswerPage(_GuildBoardAnswerPage, total=False):
    """The guild’s board."""
    # Other realms of this name.
    otherRealms: List[str]
    # The newest roster.
    roster: GuildBoardAnswerPageRoster
    # The newest of each instance and difficulty.
    lockouts: GuildBoardAnswerPageLockouts
    # Raids, the newest first; the newest 100 are kept.
    attendance: List[GuildBoardAnswerPageAttendance]
    # Awarded loot, the newest first; the newest 200 are kept.
    awards: List[GuildBoardAnswerPageAwards]
    # Present if some of it relies on a grant that the holder of the install id issued, which proves neither character nor guild.
    grant: Literal["self"]


class GuildBoardAnswerPageRoster(TypedDict):
    """The newest roster."""
    # When it was captured, a date-time.
    capturedAt: str
    # The guild’s faction.
    faction: Literal["alliance", "horde"]
    # Number of listed members.
    members: int
    # The members by rank; ranks in the order of their names.
    ranks: List[GuildBoardAnswerPageRosterRanks]


class GuildBoardAnswerPageRosterRanks(TypedDict):
    """One rank."""
    # The rank’s name in the guild.
    rank: str
    # Its members, highest level first, then by name.
    members: List[GuildBoardAnswerPageRosterRanksMembers]


_GuildBoardAnswerPageRosterRanksMembers = TypedDict("_GuildBoardAnswerPageRosterRanksMembers", {
    # The character.
    "name": "str",
    # Its level.
    "level": "int",
    # Its class.
    "class": "str",
    # Days since it was online when the roster was captured; 0: it was.
    "lastOnlineDays": "float",
})
_GuildBoardAnswerPageRosterRanksMembersOptional = TypedDict("_GuildBoardAnswerPageRosterRanksMembersOptional", {
}, total=False)


class GuildBoardAnswerPageRosterRanksMembers(_GuildBoardAnswerPageRosterRanksMembers, _GuildBoardAnswerPageRosterRanksMembersOptional):
    """One member."""


class GuildBoardAnswerPageLockouts(TypedDict):
    """The newest of each instance and difficulty."""
    # Their number, including those beyond the list.
    total: int
    # By the names of instance and difficulty.
    list: List[GuildBoardAnswerPageLockoutsList]


class GuildBoardAnswerPageLockoutsList(TypedDict):
    """The guild’s progress."""
    # When it was captured, a date-time.
    capturedAt: str
    # The instance, as the record names it.
    instance: str
    # The difficulty’s name.
    difficulty: str
    # The bosses killed, as recorded.
    bossesKilled: List[str]
    # When the instance resets, a date-time.
    resetAt: str


class GuildBoardAnswerPageAttendance(TypedDict):
    """One raid."""
    # When it was captured, a date-time.
    capturedAt: str
    # The instance, as the record names it.
    instance: str
    # Who was present, as recorded.
    present: List[str]


class GuildBoardAnswerPageAwards(TypedDict):
    """One award."""
    # When it was captured, a date-time.
    capturedAt: str
    # The item. Its name is the agreed one.
    item: NpcPageAnswerPageNpc
    # The item’s name as the record has it.
    itemName: str
    # Who received it.
    recipient: str
    # The boss that dropped it, as the record names it.
    sourceBoss: str


class ItemCategoriesResult(TypedDict):
    pass
    # The tool.
    tool: Literal["item_categories"]
    # The arguments of item_categories.
    arguments: ItemCategoriesArguments
    # Data from the imported build of the game, unconfirmed.
    answer: ItemCategoriesAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


_ItemCategoriesArguments = TypedDict("_ItemCategoriesArguments", {
})
_ItemCategoriesArgumentsOptional = TypedDict("_ItemCategoriesArgumentsOptional", {
    # An item, by its id in the game: asks for its path through the categories.
    "item": "int",
    # A class, by its slug.
    "class": "str",
    # A subclass, by its slug or number; with a class.
    "subclass": "str",
    # A slot, by its slug.
    "slot": "str",
    # A quality.
    "quality": "Literal['poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'artifact', 'heirloom']",
    # The most entries to answer.
    "limit": "int",
}, total=False)


class ItemCategoriesArguments(_ItemCategoriesArguments, _ItemCategoriesArgumentsOptional):
    """The arguments of item_categories."""


class _ItemCategoriesAnswer(TypedDict):
    # The build the rows were read from, or null if no build was imported.
    build: Union[str, None]
    # A notice that these data are from game files and unconfirmed.
    label: str
    # Whom to credit for them.
    credit: str
    # When they were read from the client, or null if unknown.
    extractedAt: Union[str, None]
    # The filters for items.
    tree: Union[ItemCategoriesAnswerTree, None]
    # Items that the filters leave, those that are not listed included; null without filters.
    total: Union[int, None]
    # The first of them, by id; null without filters.
    items: Union[List[ItemCategoriesAnswerItems], None]
    # The position of the requested item, or null if the files do not say or there is no such step.
    path: Union[ItemCategoriesAnswerPath, None]


class ItemCategoriesAnswer(_ItemCategoriesAnswer, total=False):
    """Data from the imported build of the game, unconfirmed."""
    # Receipt time of the newest upload in the names, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution
    # Why there is no answer, in one sentence.
    error: str


class ItemCategoriesAnswerTree(TypedDict):
    pass
    # The classes that hold items, by id.
    classes: List[ItemCategoriesAnswerTreeClasses]
    # The slots that items are worn in.
    slots: List[ItemCategoriesAnswerTreeSlots]
    # The qualities, the poorest first.
    qualities: List[ItemCategoriesAnswerTreeQualities]


class ItemCategoriesAnswerTreeClasses(TypedDict):
    """A class of items."""
    # Its id in the client.
    id: int
    # The client’s name.
    name: str
    # The name in the plural.
    label: str
    # The values of class.
    slug: str
    # Items of the build in it.
    items: int
    # Its subclasses that hold items, by id.
    subclasses: List[ItemCategoriesAnswerTreeClassesSubclasses]


class ItemCategoriesAnswerTreeClassesSubclasses(TypedDict):
    """A subclass."""
    # Its id in the client.
    id: int
    # The client’s name, or null if it has none.
    name: Union[str, None]
    # The values of subclass.
    slug: str
    # Items of the build in it.
    items: int


class ItemCategoriesAnswerTreeSlots(TypedDict):
    """A slot."""
    # The values of slot.
    slug: str
    # Its name.
    name: str


class ItemCategoriesAnswerTreeQualities(TypedDict):
    """A quality."""
    # Its id in the client.
    id: int
    # Its name.
    name: str
    # The values of quality.
    slug: str


_ItemCategoriesAnswerItems = TypedDict("_ItemCategoriesAnswerItems", {
    # The item, with the name that players agree on.
    "item": "NpcPageAnswerPageNpc",
    # The slug of its class.
    "class": "Union[str, None]",
    # The slug of its subclass within the class.
    "subclass": "Union[str, None]",
    # The slug of its slot; also null if it cannot be worn.
    "slot": "Union[str, None]",
    # Its quality.
    "quality": "Union[str, None]",
    # Its item level.
    "itemLevel": "Union[int, None]",
    # The level it needs.
    "requiredLevel": "Union[int, None]",
    # The icon’s file name, in lower case and without ending.
    "icon": "Union[str, None]",
    # The stack size.
    "stack": "Union[int, None]",
    # The buy price at vendors. In copper.
    "buyPriceCopper": "Union[int, None]",
    # The sell price at vendors. In copper.
    "sellPriceCopper": "Union[int, None]",
    # The item set it belongs to; 0 for none.
    "setId": "Union[int, None]",
})
_ItemCategoriesAnswerItemsOptional = TypedDict("_ItemCategoriesAnswerItemsOptional", {
}, total=False)


class ItemCategoriesAnswerItems(_ItemCategoriesAnswerItems, _ItemCategoriesAnswerItemsOptional):
    """An item of the build. Null if the game’s files have no such table, column or row."""


_ItemCategoriesAnswerPath = TypedDict("_ItemCategoriesAnswerPath", {
    # Its class.
    "class": "Union[ItemCategoriesAnswerPathSlot, None]",
    # Its subclass.
    "subclass": "Union[ItemCategoriesAnswerPathSlot, None]",
    # Its slot; also null if it cannot be worn.
    "slot": "Union[ItemCategoriesAnswerPathSlot, None]",
    # Its quality.
    "quality": "Union[ItemCategoriesAnswerPathSlot, None]",
})
_ItemCategoriesAnswerPathOptional = TypedDict("_ItemCategoriesAnswerPathOptional", {
}, total=False)


class ItemCategoriesAnswerPath(_ItemCategoriesAnswerPath, _ItemCategoriesAnswerPathOptional):
    pass


class ItemCategoriesAnswerPathSlot(TypedDict):
    pass
    # The value for the argument of this name.
    slug: str
    # Its name, or null if the client has none.
    name: Union[str, None]


class ItemPageResult(TypedDict):
    pass
    # The tool.
    tool: Literal["item_page"]
    # The arguments of item_page.
    arguments: ItemPageArguments
    # The public facts of the requested subject.
    answer: ItemPageAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class _ItemPageArguments(TypedDict):
    # The item, by its id in the game.
    itemId: int


class ItemPageArguments(_ItemPageArguments, total=False):
    """The arguments of item_page."""
    # A realm in any case, with or without its region: Everlook (EU).
    realm: str
    # An auction house; left out: all houses together.
    house: Literal["Alliance", "Horde", "Neutral"]


class _ItemPageAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class ItemPageAnswer(_ItemPageAnswer, total=False):
    """The public facts of the requested subject."""
    # The public facts about the item.
    page: ItemPageAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class _ItemPageAnswerPage(TypedDict):
    # The item.
    item: NpcPageAnswerPageNpc
    # The name that installs agree on, or null if there is none.
    name: Union[NpcPageAnswerPageName, None]
    # The quality that installs agree on, or null if there is none.
    quality: Union[ItemPageAnswerPageQuality, None]
    # The item level that installs agree on, or null if there is none.
    itemLevel: Union[QuestPageAnswerPageLevel, None]
    # NPCs and objects that dropped it for at least three installs, sorted by estimateLow (highest first), then by number of drops, kind and id. Sources that fewer than five installs looted come last.
    droppedBy: ItemPageAnswerPageDroppedBy
    # NPCs and objects that only one or two installs saw it drop from, in the same order: nobody else confirms it, so do not state it as a fact.
    droppedBySeenByFew: ItemPageAnswerPageDroppedBySeenByFew
    # What at least three installs gathered it from: creatures, objects, other items, and zones for fishing, in the order of droppedBy.
    gatheredFrom: ItemPageAnswerPageGatheredFrom
    # Items that at least three installs gathered from it, by method, and with each sorted by estimateLow (highest first).
    gathering: NpcPageAnswerPageGathering
    # Vendors that sell it, by their leading price, cheapest first, then those without an agreed price, then by id. If there are more than 200, only the 200 that became public first are compared.
    soldBy: ItemPageAnswerPageSoldBy
    # Prices for one that three installs, and a tenth of those that reported one, saw at vendors where their reports do not say which, the one that most saw first. In copper.
    vendorPrices: List[ItemPageAnswerPageVendorPrices]
    # Quests that give it or let choose it, in the order in which they became public.
    rewardFrom: ItemPageAnswerPageRewardFrom
    # Recipes that make it, by id.
    madeBy: ItemPageAnswerPageMadeBy
    # Recipes that use it, by id; only this item is listed among their reagents.
    reagentFor: ItemPageAnswerPageReagentFor
    # Recipes that it teaches, by id.
    teaches: ItemPageAnswerPageMadeBy
    # Collections that it belongs to, by name.
    collections: ItemPageAnswerPageCollections
    # Its newest public day on the requested realm, or null if no realm was given or no day is public there.
    market: Union[ItemPageAnswerPageMarket, None]
    # Realms on whose auctions it has a public value, by name in lower case.
    marketRealms: ItemPageAnswerPageMarketRealms
    # Its newest public day on the first 10 of those realms, in their order, where no realm was asked for; empty where one was.
    markets: List[ItemPageAnswerPageMarket]
    # What the game’s files say of the item, unconfirmed (see gameData). Null if the files have no such table, column or row.
    files: Union[ItemPageAnswerPageFiles, None]


class ItemPageAnswerPage(_ItemPageAnswerPage, total=False):
    """The public facts about the item."""
    # Other realms of this name.
    otherRealms: List[str]


class ItemPageAnswerPageQuality(TypedDict):
    pass
    # The quality.
    value: Literal["poor", "common", "uncommon", "rare", "epic", "legendary", "artifact", "heirloom"]
    # Distinct installs that report it.
    installs: int


class ItemPageAnswerPageDroppedBy(TypedDict):
    """NPCs and objects that dropped it for at least three installs, sorted by estimateLow (highest first), then by number of drops, kind and id. Sources that fewer than five installs looted come last."""
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 60.
    rows: List[ItemPageAnswerPageDroppedByRows]


class _ItemPageAnswerPageDroppedByRows(TypedDict):
    # The NPC or object that was looted.
    source: NpcPageAnswerPageNpc
    # Its levels, or null if none is public.
    levels: Union[ItemPageAnswerPageDroppedByRowsLevels, None]
    # Loot windows that players opened on the source.
    kills: int
    # Windows that held the item.
    drops: int
    # drops / kills.
    rate: float
    # Lower bound of the rate (Wilson, 95%).
    low: float
    # Upper bound of the rate (Wilson, 95%).
    high: float
    # Distinct installs that looted the source.
    reporters: int
    # Distinct installs that saw this very drop.
    installs: int
    # The greatest share of the source’s windows that one install opened. A value near 1 means that one player determines the counts.
    topShare: float
    # The estimated rate: the truth is as likely above as below it. To six decimals.
    estimate: float
    # Lower end of the range that holds the true rate with 96% probability, to six decimals.
    estimateLow: float
    # Upper end of that range, to six decimals.
    estimateHigh: float
    # Independent windows that would tell as much, to one decimal.
    effectiveWindows: float
    # The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all.
    basis: Literal["all", "solo", "quest"]
    # The maps that it was seen on, in the order in which they became public, with a few pins each; npc_page and object_page have all. Null: not looked up for this row.
    places: Union[List[NpcPageAnswerPageZonesRows], None]


class ItemPageAnswerPageDroppedByRows(_ItemPageAnswerPageDroppedByRows, total=False):
    """A source."""
    # Present if the rate is most likely exactly 1; estimateLow says how low it may be.
    always: Literal[True]
    # some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count.
    obtainable: Literal["some", "once"]
    # Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it.
    disagrees: Literal[True]
    # Windows of players who had the quest for which the client marks the item. Absent for other items.
    quest: DropsResponseRatesQuest
    # Present if the rate changed. The estimate then uses the windows since.
    changed: DropsResponseRatesChanged


class ItemPageAnswerPageDroppedByRowsLevels(TypedDict):
    pass
    # The lowest that three installs saw.
    min: int
    # The highest that three installs saw.
    max: int


class ItemPageAnswerPageDroppedBySeenByFew(TypedDict):
    """NPCs and objects that only one or two installs saw it drop from, in the same order: nobody else confirms it, so do not state it as a fact."""
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 40.
    rows: List[ItemPageAnswerPageDroppedBySeenByFewRows]


class _ItemPageAnswerPageDroppedBySeenByFewRows(TypedDict):
    # The NPC or object that was looted.
    source: NpcPageAnswerPageNpc
    # Loot windows that players opened on the source.
    kills: int
    # Windows that held the item.
    drops: int
    # drops / kills.
    rate: float
    # Lower bound of the rate (Wilson, 95%).
    low: float
    # Upper bound of the rate (Wilson, 95%).
    high: float
    # Distinct installs that looted the source.
    reporters: int
    # Distinct installs that saw this very drop.
    installs: int
    # The greatest share of the source’s windows that one install opened. A value near 1 means that one player determines the counts.
    topShare: float
    # The estimated rate: the truth is as likely above as below it. To six decimals.
    estimate: float
    # Lower end of the range that holds the true rate with 96% probability, to six decimals.
    estimateLow: float
    # Upper end of that range, to six decimals.
    estimateHigh: float
    # Independent windows that would tell as much, to one decimal.
    effectiveWindows: float
    # The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all.
    basis: Literal["all", "solo", "quest"]


class ItemPageAnswerPageDroppedBySeenByFewRows(_ItemPageAnswerPageDroppedBySeenByFewRows, total=False):
    """A source."""
    # Present if the rate is most likely exactly 1; estimateLow says how low it may be.
    always: Literal[True]
    # some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count.
    obtainable: Literal["some", "once"]
    # Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it.
    disagrees: Literal[True]
    # Windows of players who had the quest for which the client marks the item. Absent for other items.
    quest: DropsResponseRatesQuest
    # Present if the rate changed. The estimate then uses the windows since.
    changed: DropsResponseRatesChanged


class ItemPageAnswerPageGatheredFrom(TypedDict):
    """What at least three installs gathered it from: creatures, objects, other items, and zones for fishing, in the order of droppedBy."""
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 60.
    rows: List[ItemPageAnswerPageGatheredFromRows]


class _ItemPageAnswerPageGatheredFromRows(TypedDict):
    # How it was gathered.
    method: Literal["skinning", "herbalism", "mining", "fishing", "pickpocketing", "disenchanting", "prospecting", "milling", "container"]
    # The NPC, object, item or zone.
    source: NpcPageAnswerPageNpc
    # Loot windows that players opened on the source.
    kills: int
    # Windows that held the item.
    drops: int
    # drops / kills.
    rate: float
    # Lower bound of the rate (Wilson, 95%).
    low: float
    # Upper bound of the rate (Wilson, 95%).
    high: float
    # Distinct installs that looted the source.
    reporters: int
    # Distinct installs that saw this very drop.
    installs: int
    # The greatest share of the source’s windows that one install opened. A value near 1 means that one player determines the counts.
    topShare: float
    # The estimated rate: the truth is as likely above as below it. To six decimals.
    estimate: float
    # Lower end of the range that holds the true rate with 96% probability, to six decimals.
    estimateLow: float
    # Upper end of that range, to six decimals.
    estimateHigh: float
    # Independent windows that would tell as much, to one decimal.
    effectiveWindows: float
    # The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all.
    basis: Literal["all", "solo", "quest"]


class ItemPageAnswerPageGatheredFromRows(_ItemPageAnswerPageGatheredFromRows, total=False):
    """A source."""
    # Present if the rate is most likely exactly 1; estimateLow says how low it may be.
    always: Literal[True]
    # some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count.
    obtainable: Literal["some", "once"]
    # Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it.
    disagrees: Literal[True]
    # Windows of players who had the quest for which the client marks the item. Absent for other items.
    quest: DropsResponseRatesQuest
    # Present if the rate changed. The estimate then uses the windows since.
    changed: DropsResponseRatesChanged


class ItemPageAnswerPageSoldBy(TypedDict):
    """Vendors that sell it, by their leading price, cheapest first, then those without an agreed price, then by id. If there are more than 200, only the 200 that became public first are compared."""
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 40.
    rows: List[ItemPageAnswerPageSoldByRows]


class ItemPageAnswerPageSoldByRows(TypedDict):
    """A vendor."""
    # The vendor.
    vendor: NpcPageAnswerPageNpc
    # Prices for one that three installs, and a tenth of those that reported it there, saw last. The leading price, which most saw, comes first. In copper.
    prices: List[ItemPageAnswerPageVendorPrices]
    # Prices that players with a reputation discount pay, which the leading price replaces. In copper.
    withReputation: List[ItemPageAnswerPageVendorPrices]
    # Whether the stock is limited. Null if fewer than three installs say so, or as many say the opposite.
    limited: Union[NpcPageAnswerPageGoodsRowsLimited, None]
    # The vendor’s stock, if installs agree that it is limited.
    limitedStock: Union[ItemPageAnswerPageMadeByRowsMakesMin, None]
    # Distinct installs that report it.
    installs: int
    # The earliest day that three installs support. A UTC day, YYYY-MM-DD.
    firstSeen: str
    # The latest day that three installs support. A UTC day, YYYY-MM-DD.
    lastSeen: str
    # The maps that it was seen on, in the order in which they became public, with a few pins each; npc_page and object_page have all. Null: not looked up for this row.
    places: Union[List[NpcPageAnswerPageZonesRows], None]


class ItemPageAnswerPageVendorPrices(TypedDict):
    pass
    # The price. In copper.
    value: int
    # Distinct installs that report it.
    installs: int


class ItemPageAnswerPageRewardFrom(TypedDict):
    """Quests that give it or let choose it, in the order in which they became public."""
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 40.
    rows: List[ItemPageAnswerPageRewardFromRows]


class ItemPageAnswerPageRewardFromRows(TypedDict):
    """A quest."""
    # The quest.
    quest: NpcPageAnswerPageNpc
    # The quest’s level.
    level: Union[QuestPageAnswerPageLevel, None]
    # Distinct installs that report it.
    installs: int
    # The earliest day that three installs support. A UTC day, YYYY-MM-DD.
    firstSeen: str
    # The latest day that three installs support. A UTC day, YYYY-MM-DD.
    lastSeen: str


class ItemPageAnswerPageMadeBy(TypedDict):
    pass
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 10.
    rows: List[ItemPageAnswerPageMadeByRows]


class ItemPageAnswerPageMadeByRows(TypedDict):
    pass
    # The recipe, by its spell’s id.
    recipe: NpcPageAnswerPageNpc
    # The profession it belongs to.
    profession: Union[ItemPageAnswerPageMadeByRowsProfession, None]
    # The item it makes.
    makes: Union[ItemPageAnswerPageMadeByRowsMakes, None]
    # Its list of reagents, which installs agree on as a whole.
    reagents: Union[ItemPageAnswerPageMadeByRowsReagents, None]
    # Skills at which it changes colour according to players’ reports, or null if there are none.
    thresholds: Union[ItemPageAnswerPageMadeByRowsThresholds, None]
    # The item that teaches it, as installs agree, or null if none is known. Trainers are not listed here.
    taughtBy: Union[ItemPageAnswerPageMadeByRowsTaughtBy, None]


class _ItemPageAnswerPageMadeByRowsProfession(TypedDict):
    # Its name.
    value: str
    # Distinct installs that report it.
    installs: int


class ItemPageAnswerPageMadeByRowsProfession(_ItemPageAnswerPageMadeByRowsProfession, total=False):
    pass
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class ItemPageAnswerPageMadeByRowsMakes(TypedDict):
    pass
    # The item.
    item: NpcPageAnswerPageNpc
    # Distinct installs that report it.
    installs: int
    # The fewest it makes at once.
    min: Union[ItemPageAnswerPageMadeByRowsMakesMin, None]
    # The most it makes at once.
    max: Union[ItemPageAnswerPageMadeByRowsMakesMin, None]


class ItemPageAnswerPageMadeByRowsMakesMin(TypedDict):
    pass
    # Pieces.
    value: int
    # Distinct installs that report it.
    installs: int


class ItemPageAnswerPageMadeByRowsReagents(TypedDict):
    pass
    # Distinct installs that report it.
    installs: int
    # By item id.
    rows: List[ItemPageAnswerPageMadeByRowsReagentsRows]


class ItemPageAnswerPageMadeByRowsReagentsRows(TypedDict):
    pass
    # The item.
    item: NpcPageAnswerPageNpc
    # How many.
    count: int


class ItemPageAnswerPageMadeByRowsThresholds(TypedDict):
    pass
    # The skill from which it is yellow: a craft no longer always raises the skill. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown.
    yellow: Union[ProfessionPathAnswerPageRecipesGrey, None]
    # The skill from which it is green. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown.
    green: Union[ProfessionPathAnswerPageRecipesGrey, None]
    # The skill from which it is grey: a craft no longer raises the skill. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown.
    grey: Union[ProfessionPathAnswerPageRecipesGrey, None]
    # Thresholds with only one bound in players’ reports.
    bounds: ProfessionPathAnswerPageRecipesBounds


class ItemPageAnswerPageMadeByRowsTaughtBy(TypedDict):
    pass
    # The item.
    item: NpcPageAnswerPageNpc
    # Distinct installs that report it.
    installs: int


class ItemPageAnswerPageReagentFor(TypedDict):
    """Recipes that use it, by id; only this item is listed among their reagents."""
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 30.
    rows: List[ItemPageAnswerPageMadeByRows]


class ItemPageAnswerPageCollections(TypedDict):
    """Collections that it belongs to, by name."""
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 50.
    rows: List[ItemPageAnswerPageCollectionsRows]


class ItemPageAnswerPageCollectionsRows(TypedDict):
    """A collection."""
    # Its name.
    collection: str
    # Sources of the item, as worded by the addon that records the collection, by text.
    sources: List[ItemPageAnswerPageCollectionsRowsSources]


class _ItemPageAnswerPageCollectionsRowsSources(TypedDict):
    # The source.
    value: str
    # Distinct installs that report it.
    installs: int


class ItemPageAnswerPageCollectionsRowsSources(_ItemPageAnswerPageCollectionsRowsSources, total=False):
    """A source."""
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class _ItemPageAnswerPageMarket(TypedDict):
    # The realm as this instance spells it.
    realm: str
    # The auction house, or null for all houses together.
    house: Union[Literal["Alliance", "Horde", "Neutral"], None]
    # The item.
    itemId: int
    # Market value per unit. In copper.
    market: int
    # Lowest price per unit. In copper.
    min: int
    # Median of market over the public days of the 60 days ending with day. In copper.
    historical: int
    # Units on sale.
    quantity: int
    # The newest public day that enough players scanned. A UTC day, YYYY-MM-DD.
    day: str
    # Distinct installs behind the day.
    reporters: int


class ItemPageAnswerPageMarket(_ItemPageAnswerPageMarket, total=False):
    pass
    # Present if market is above 3 times, or below a third, of the median of the 14 public days before it. Absent otherwise, and if fewer than 7 public days came before.
    unusual: Literal[True]
    # A newer public day that too few players scanned to be the price. Show it as such or not at all.
    thinDay: ItemPageAnswerPageMarketThinDay


class ItemPageAnswerPageMarketThinDay(TypedDict):
    pass
    # The day. A UTC day, YYYY-MM-DD.
    day: str
    # Market value per unit. In copper.
    market: int
    # Lowest price per unit. In copper.
    min: int
    # Units on sale.
    quantity: int
    # Distinct installs behind the day.
    reporters: int


class ItemPageAnswerPageMarketRealms(TypedDict):
    """Realms on whose auctions it has a public value, by name in lower case."""
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 50.
    rows: List[str]


_ItemPageAnswerPageFiles = TypedDict("_ItemPageAnswerPageFiles", {
    # The slug of its class.
    "class": "Union[str, None]",
    # The slug of its subclass within the class.
    "subclass": "Union[str, None]",
    # The slug of its slot; also null if it cannot be worn.
    "slot": "Union[str, None]",
    # Its quality.
    "quality": "Union[Literal['poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'artifact', 'heirloom'], None]",
    # Its item level.
    "itemLevel": "Union[int, None]",
    # The level it needs.
    "requiredLevel": "Union[int, None]",
    # The icon’s file name, in lower case and without ending.
    "icon": "Union[str, None]",
    # The stack size.
    "stack": "Union[int, None]",
    # The buy price at vendors. In copper.
    "buyPriceCopper": "Union[int, None]",
    # The sell price at vendors. In copper.
    "sellPriceCopper": "Union[int, None]",
    # Its armour.
    "armour": "Union[float, None]",
    # The damage of a hit.
    "damage": "Union[List[ItemPageAnswerPageFilesDamage], None]",
    # Milliseconds of a swing.
    "delayMs": "Union[int, None]",
    # The stats that it gives, as the files list them.
    "stats": "Union[List[ItemPageAnswerPageFilesStats], None]",
    # The resistances that it gives.
    "resistances": "Union[List[ItemPageAnswerPageFilesResistances], None]",
    # When it binds, in words; "none": not at all.
    "binding": "Union[str, None]",
    # The maximum that one character can carry; 0 if unlimited.
    "maxCount": "Union[int, None]",
    # Its durability.
    "durability": "Union[int, None]",
    # Slots that it has as a bag.
    "bagSlots": "Union[int, None]",
    # The quest that it starts; null also where it starts none.
    "startsQuest": "Union[NpcPageAnswerPageNpc, None]",
    # The skill that it needs; null also where it needs none.
    "requiredSkill": "Union[ItemPageAnswerPageFilesRequiredSkill, None]",
    # The player classes that may use it, by the client’s id; empty: all.
    "classes": "Union[List[ItemPageAnswerPageFilesClasses], None]",
    # Spells that use it up, by id, such as recipes. Null: the files tell nothing of such spells.
    "reagentFor": "Union[ItemPageAnswerPageFilesReagentFor, None]",
    # Spells that make it, by id, such as recipes. Null: the files tell nothing of such spells.
    "createdBy": "Union[ItemPageAnswerPageFilesCreatedBy, None]",
    # The item set it belongs to.
    "set": "Union[ItemPageAnswerPageFilesSet, None]",
})
_ItemPageAnswerPageFilesOptional = TypedDict("_ItemPageAnswerPageFilesOptional", {
}, total=False)


class ItemPageAnswerPageFiles(_ItemPageAnswerPageFiles, _ItemPageAnswerPageFilesOptional):
    pass


class ItemPageAnswerPageFilesDamage(TypedDict):
    """Damage of one school."""
    # The least.
    min: float
    # The most.
    max: float
    # 0 physical, 1 holy, 2 fire, 3 nature, 4 frost, 5 shadow, 6 arcane.
    school: int


class ItemPageAnswerPageFilesStats(TypedDict):
    """A stat."""
    # The client’s id of it.
    statId: int
    # Its name, or null if we have none for it.
    name: Union[str, None]
    # The amount.
    amount: float


class ItemPageAnswerPageFilesResistances(TypedDict):
    """A resistance."""
    # 1 holy, 2 fire, 3 nature, 4 frost, 5 shadow, 6 arcane.
    school: int
    # The amount.
    amount: float


class ItemPageAnswerPageFilesRequiredSkill(TypedDict):
    pass
    # The skill line.
    skillId: int
    # Its name in the game’s files.
    name: Union[str, None]
    # Points of skill.
    rank: Union[int, None]


class ItemPageAnswerPageFilesClasses(TypedDict):
    """A player class."""
    # The client’s id of it.
    classId: int
    # Its name.
    name: Union[str, None]


class ItemPageAnswerPageFilesReagentFor(TypedDict):
    pass
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 15.
    rows: List[ItemPageAnswerPageFilesReagentForRows]


class ItemPageAnswerPageFilesReagentForRows(TypedDict):
    """A spell."""
    # The spell.
    spellId: int
    # Its name in the game’s files.
    name: Union[str, None]
    # The skill line it belongs to, such as a profession, by its name there.
    skill: Union[str, None]
    # The item that the spell makes, or null if it makes none.
    makes: Union[NpcPageAnswerPageNpc, None]


class ItemPageAnswerPageFilesCreatedBy(TypedDict):
    pass
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 15.
    rows: List[ItemPageAnswerPageFilesCreatedByRows]


class ItemPageAnswerPageFilesCreatedByRows(TypedDict):
    """A spell."""
    # The spell.
    spellId: int
    # Its name in the game’s files.
    name: Union[str, None]
    # The skill line it belongs to, such as a profession, by its name there.
    skill: Union[str, None]
    # Reagents of the spell, by item id.
    reagents: List[NpcPageAnswerPageNpc]


class ItemPageAnswerPageFilesSet(TypedDict):
    pass
    # The set.
    setId: int
    # Its name.
    name: str
    # Its items.
    itemIds: List[int]


class MarketValueResult(TypedDict):
    pass
    # The tool.
    tool: Literal["market_value"]
    # The arguments of market_value.
    arguments: MarketValueArguments
    # The public facts of the requested subject.
    answer: MarketValueAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class _MarketValueArguments(TypedDict):
    # The item, by its id in the game.
    itemId: int
    # A realm in any case, with or without its region: Everlook (EU).
    realm: str


class MarketValueArguments(_MarketValueArguments, total=False):
    """The arguments of market_value."""
    # An auction house; left out: all houses together.
    house: Literal["Alliance", "Horde", "Neutral"]


class _MarketValueAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class MarketValueAnswer(_MarketValueAnswer, total=False):
    """The public facts of the requested subject."""
    # The item’s newest public day that enough players scanned.
    page: MarketValueAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class _MarketValueAnswerPage(TypedDict):
    # The item.
    item: NpcPageAnswerPageNpc
    # Its market value.
    value: ItemPageAnswerPageMarket
    # How a day becomes public and how values are computed.
    rule: str


class MarketValueAnswerPage(_MarketValueAnswerPage, total=False):
    """The item’s newest public day that enough players scanned."""
    # Other realms of this name.
    otherRealms: List[str]


class NpcPageResult(TypedDict):
    pass
    # The tool.
    tool: Literal["npc_page"]
    # The arguments of npc_page.
    arguments: NpcPageArguments
    # The public facts of the requested subject.
    answer: NpcPageAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class NpcPageArguments(TypedDict):
    """The arguments of npc_page."""
    # The NPC, by its id in the game.
    npcId: int


class _NpcPageAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class NpcPageAnswer(_NpcPageAnswer, total=False):
    """The public facts of the requested subject."""
    # The public facts about the NPC.
    page: NpcPageAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class NpcPageAnswerPage(TypedDict):
    """The public facts about the NPC."""
    # The NPC.
    npc: NpcPageAnswerPageNpc
    # The name that installs agree on, or null if there is none.
    name: Union[NpcPageAnswerPageName, None]
    # Its roles: gives quests, ends quests (players turn them in to it), sells goods, trains. Empty if none is known.
    roles: List[Literal["gives", "ends", "sells", "trains"]]
    # The professions that its lessons belong to, by name; empty: none, or no three installs say so.
    trains: List[str]
    # Its levels, or null if none is public.
    levels: Union[NpcPageAnswerPageLevels, None]
    # Its reactions to players that three installs, and a tenth of those that reported one, saw, by word.
    reactions: List[NpcPageAnswerPageReactions]
    # Maps that it was seen on, in the order in which they became public.
    zones: NpcPageAnswerPageZones
    # Its loot, from loot windows whose source the client named.
    loot: Union[NpcPageAnswerPageLoot, None]
    # Items that at least three installs gathered from it, by method, and with each sorted by estimateLow (highest first).
    gathering: NpcPageAnswerPageGathering
    # Its goods, by item id.
    goods: NpcPageAnswerPageGoods
    # Its lessons: by spell id, then those without one by name.
    services: NpcPageAnswerPageServices
    # Quests whose agreed giver it is, by id.
    gives: NpcPageAnswerPageGives
    # Quests that are agreed to be turned in to it, by id.
    takes: NpcPageAnswerPageGives


class _NpcPageAnswerPageNpc(TypedDict):
    # What it is.
    kind: Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill", "recipe", "profession", "achievement", "faction", "title"]
    # Its id in the game.
    id: int
    # Its agreed name, or null if no name has three installs behind it.
    name: Union[str, None]
    # Its page here, or null if it has none.
    url: Union[str, None]


class NpcPageAnswerPageNpc(_NpcPageAnswerPageNpc, total=False):
    pass
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class _NpcPageAnswerPageName(TypedDict):
    # The name.
    value: str
    # Distinct installs that report it.
    installs: int


class NpcPageAnswerPageName(_NpcPageAnswerPageName, total=False):
    pass
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class NpcPageAnswerPageLevels(TypedDict):
    pass
    # The lowest that three installs saw.
    min: int
    # The highest that three installs saw.
    max: int
    # Every level that three installs, and a tenth of those that reported one, ever saw, ascending.
    reported: List[QuestPageAnswerPageLevel]


class NpcPageAnswerPageReactions(TypedDict):
    """A reaction."""
    # The reaction.
    value: Literal["friendly", "neutral", "hostile"]
    # Distinct installs that report it.
    installs: int


class NpcPageAnswerPageZones(TypedDict):
    pass
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 30.
    rows: List[NpcPageAnswerPageZonesRows]


class _NpcPageAnswerPageZonesRows(TypedDict):
    # The map.
    mapId: int
    # Its agreed name, or null if no name has three installs behind it.
    map: Union[str, None]
    # Its name in the game’s files, where there is no agreed one (see gameData).
    mapInFiles: Union[str, None]
    # Distinct installs that report it.
    installs: int
    # The earliest day that three installs support. A UTC day, YYYY-MM-DD.
    firstSeen: str
    # The latest day that three installs support. A UTC day, YYYY-MM-DD.
    lastSeen: str
    # Locations on the map, those with most installs first, then from the top and the left.
    pins: NpcPageAnswerPageZonesRowsPins


class NpcPageAnswerPageZonesRows(_NpcPageAnswerPageZonesRows, total=False):
    pass
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    mapLocale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class NpcPageAnswerPageZonesRowsPins(TypedDict):
    pass
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 100.
    rows: List[NpcPageAnswerPageZonesRowsPinsRows]


class NpcPageAnswerPageZonesRowsPinsRows(TypedDict):
    pass
    # Percent of the map’s width from its left edge.
    x: float
    # Percent of the map’s height from its upper edge.
    y: float
    # Distinct installs that report it.
    installs: int


class NpcPageAnswerPageLoot(TypedDict):
    pass
    # Loot windows that players opened on it.
    kills: int
    # Distinct installs that opened them.
    reporters: int
    # True when every one of these windows was empty: it drops nothing, as far as was measured.
    measuredZero: bool
    # Of a measured zero: upper bound (Wilson, 95%) of the rate of anything that it might hold after all; else null.
    zeroHigh: Union[float, None]
    # The greatest share of these windows that one install opened.
    topShare: float
    # Drops that at least three installs saw, sorted by estimateLow (highest first), then by number of drops and item.
    drops: NpcPageAnswerPageLootDrops
    # Drops that only one or two installs saw, in the same order. They are unconfirmed, so do not state them as facts.
    dropsSeenByFew: NpcPageAnswerPageLootDropsSeenByFew


class NpcPageAnswerPageLootDrops(TypedDict):
    pass
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 100.
    rows: List[NpcPageAnswerPageLootDropsRows]


class _NpcPageAnswerPageLootDropsRows(TypedDict):
    # The item.
    item: NpcPageAnswerPageNpc
    # Loot windows that players opened on the source.
    kills: int
    # Windows that held the item.
    drops: int
    # drops / kills.
    rate: float
    # Lower bound of the rate (Wilson, 95%).
    low: float
    # Upper bound of the rate (Wilson, 95%).
    high: float
    # Distinct installs that looted the source.
    reporters: int
    # Distinct installs that saw this very drop.
    installs: int
    # The greatest share of the source’s windows that one install opened. A value near 1 means that one player determines the counts.
    topShare: float
    # The estimated rate: the truth is as likely above as below it. To six decimals.
    estimate: float
    # Lower end of the range that holds the true rate with 96% probability, to six decimals.
    estimateLow: float
    # Upper end of that range, to six decimals.
    estimateHigh: float
    # Independent windows that would tell as much, to one decimal.
    effectiveWindows: float
    # The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all.
    basis: Literal["all", "solo", "quest"]


class NpcPageAnswerPageLootDropsRows(_NpcPageAnswerPageLootDropsRows, total=False):
    pass
    # Present if the rate is most likely exactly 1; estimateLow says how low it may be.
    always: Literal[True]
    # some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count.
    obtainable: Literal["some", "once"]
    # Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it.
    disagrees: Literal[True]
    # Windows of players who had the quest for which the client marks the item. Absent for other items.
    quest: DropsResponseRatesQuest
    # Present if the rate changed. The estimate then uses the windows since.
    changed: DropsResponseRatesChanged


class NpcPageAnswerPageLootDropsSeenByFew(TypedDict):
    pass
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 40.
    rows: List[NpcPageAnswerPageLootDropsRows]


class NpcPageAnswerPageGathering(TypedDict):
    pass
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 100.
    rows: List[NpcPageAnswerPageGatheringRows]


class _NpcPageAnswerPageGatheringRows(TypedDict):
    # How it was gathered.
    method: Literal["skinning", "herbalism", "mining", "fishing", "pickpocketing", "disenchanting", "prospecting", "milling", "container"]
    # The item.
    item: NpcPageAnswerPageNpc
    # Loot windows that players opened on the source.
    kills: int
    # Windows that held the item.
    drops: int
    # drops / kills.
    rate: float
    # Lower bound of the rate (Wilson, 95%).
    low: float
    # Upper bound of the rate (Wilson, 95%).
    high: float
    # Distinct installs that looted the source.
    reporters: int
    # Distinct installs that saw this very drop.
    installs: int
    # The greatest share of the source’s windows that one install opened. A value near 1 means that one player determines the counts.
    topShare: float
    # The estimated rate: the truth is as likely above as below it. To six decimals.
    estimate: float
    # Lower end of the range that holds the true rate with 96% probability, to six decimals.
    estimateLow: float
    # Upper end of that range, to six decimals.
    estimateHigh: float
    # Independent windows that would tell as much, to one decimal.
    effectiveWindows: float
    # The loot windows that the estimate uses: of players on the item’s quest (quest), of players without a group (solo), or all.
    basis: Literal["all", "solo", "quest"]


class NpcPageAnswerPageGatheringRows(_NpcPageAnswerPageGatheringRows, total=False):
    pass
    # Present if the rate is most likely exactly 1; estimateLow says how low it may be.
    always: Literal[True]
    # some: some players probably cannot get the item, and the estimate is for those who can. once: players can have one, and their windows after the first that held it do not count.
    obtainable: Literal["some", "once"]
    # Present if players’ results differ more than chance explains, or if windows outside of the basis contradict it.
    disagrees: Literal[True]
    # Windows of players who had the quest for which the client marks the item. Absent for other items.
    quest: DropsResponseRatesQuest
    # Present if the rate changed. The estimate then uses the windows since.
    changed: DropsResponseRatesChanged


class NpcPageAnswerPageGoods(TypedDict):
    """Its goods, by item id."""
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 100.
    rows: List[NpcPageAnswerPageGoodsRows]


class NpcPageAnswerPageGoodsRows(TypedDict):
    pass
    # The item.
    item: NpcPageAnswerPageNpc
    # Prices for one that three installs, and a tenth of those that reported it there, saw last. The leading price, which most saw, comes first. In copper.
    prices: List[ItemPageAnswerPageVendorPrices]
    # Prices that players with a reputation discount pay, which the leading price replaces. In copper.
    withReputation: List[ItemPageAnswerPageVendorPrices]
    # Whether the stock is limited. Null if fewer than three installs say so, or as many say the opposite.
    limited: Union[NpcPageAnswerPageGoodsRowsLimited, None]
    # The vendor’s stock, if installs agree that it is limited.
    limitedStock: Union[ItemPageAnswerPageMadeByRowsMakesMin, None]
    # Distinct installs that report it.
    installs: int
    # The earliest day that three installs support. A UTC day, YYYY-MM-DD.
    firstSeen: str
    # The latest day that three installs support. A UTC day, YYYY-MM-DD.
    lastSeen: str


class NpcPageAnswerPageGoodsRowsLimited(TypedDict):
    pass
    # True if it is limited.
    value: bool
    # Distinct installs that report it.
    installs: int


class NpcPageAnswerPageServices(TypedDict):
    """Its lessons: by spell id, then those without one by name."""
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 200.
    rows: List[NpcPageAnswerPageServicesRows]


class NpcPageAnswerPageServicesRows(TypedDict):
    """A lesson."""
    # Its name.
    name: Union[NpcPageAnswerPageName, None]
    # The spell it teaches.
    spellId: Union[NpcPageAnswerPageServicesRowsSpellId, None]
    # Costs that three installs, and a tenth of those that reported the lesson there, saw last. The leading cost, which most saw, comes first. In copper.
    costs: List[ItemPageAnswerPageVendorPrices]
    # Prices that players with a reputation discount pay, which the leading price replaces. In copper.
    withReputation: List[ItemPageAnswerPageVendorPrices]
    # The level it needs.
    requiredLevel: Union[QuestPageAnswerPageLevel, None]
    # The profession it belongs to.
    profession: Union[ItemPageAnswerPageMadeByRowsProfession, None]
    # The skill in the profession that it needs.
    requiredSkill: Union[NpcPageAnswerPageServicesRowsRequiredSkill, None]


class NpcPageAnswerPageServicesRowsSpellId(TypedDict):
    pass
    # The spell, by its id in the game.
    value: int
    # Distinct installs that report it.
    installs: int


class NpcPageAnswerPageServicesRowsRequiredSkill(TypedDict):
    pass
    # Points of skill.
    value: int
    # Distinct installs that report it.
    installs: int


class NpcPageAnswerPageGives(TypedDict):
    pass
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 50.
    rows: List[NpcPageAnswerPageGivesRows]


class NpcPageAnswerPageGivesRows(TypedDict):
    pass
    # The quest.
    quest: NpcPageAnswerPageNpc
    # The quest’s level.
    level: Union[QuestPageAnswerPageLevel, None]
    # Distinct installs that report it.
    installs: int


class ObjectPageResult(TypedDict):
    pass
    # The tool.
    tool: Literal["object_page"]
    # The arguments of object_page.
    arguments: ObjectPageArguments
    # The public facts of the requested subject.
    answer: ObjectPageAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class ObjectPageArguments(TypedDict):
    """The arguments of object_page."""
    # The object, by its id in the game.
    objectId: int


class _ObjectPageAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class ObjectPageAnswer(_ObjectPageAnswer, total=False):
    """The public facts of the requested subject."""
    # The public facts about the object.
    page: ObjectPageAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class ObjectPageAnswerPage(TypedDict):
    """The public facts about the object."""
    # The object.
    object: NpcPageAnswerPageNpc
    # The name that installs agree on, or null if there is none.
    name: Union[NpcPageAnswerPageName, None]
    # Maps that it was looted on, in the order in which they became public.
    zones: NpcPageAnswerPageZones
    # Its loot, from loot windows whose source the client named.
    loot: NpcPageAnswerPageLoot
    # Items that at least three installs gathered from it, by method, and with each sorted by estimateLow (highest first).
    gathering: NpcPageAnswerPageGathering


class PopulationResult(TypedDict):
    pass
    # The tool.
    tool: Literal["population"]
    # The arguments of population.
    arguments: PopulationArguments
    # The public facts of the requested subject.
    answer: PopulationAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


_PopulationArguments = TypedDict("_PopulationArguments", {
})
_PopulationArgumentsOptional = TypedDict("_PopulationArgumentsOptional", {
    # A realm in any case, with or without its region: Everlook (EU).
    "realm": "str",
    # Only this faction.
    "faction": "Literal['alliance', 'horde']",
    # Only this class, by the client’s token, such as MAGE or DEATHKNIGHT, in any case.
    "class": "str",
}, total=False)


class PopulationArguments(_PopulationArguments, _PopulationArgumentsOptional):
    """The arguments of population."""


class _PopulationAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class PopulationAnswer(_PopulationAnswer, total=False):
    """The public facts of the requested subject."""
    # The characters of the cut that was asked for.
    page: PopulationAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


_PopulationAnswerPage = TypedDict("_PopulationAnswerPage", {
    # The realm as this instance spells it, or null for all realms together.
    "realm": "Union[str, None]",
    # The faction asked for, or null for both.
    "faction": "Union[Literal['alliance', 'horde'], None]",
    # The class asked for, or null for all.
    "class": "Union[str, None]",
    # The day it was computed for: characters of the 30 days before it count. A UTC day, YYYY-MM-DD.
    "day": "str",
    # By faction.
    "factions": "PopulationAnswerPageFactions",
    # By class.
    "classes": "PopulationAnswerPageClasses",
    # By race. Characters whose race fewer than three installs reported are left out.
    "races": "PopulationAnswerPageRaces",
    # By level.
    "levels": "PopulationAnswerPageLevels",
})
_PopulationAnswerPageOptional = TypedDict("_PopulationAnswerPageOptional", {
    # Other realms of this name.
    "otherRealms": "List[str]",
}, total=False)


class PopulationAnswerPage(_PopulationAnswerPage, _PopulationAnswerPageOptional):
    """The characters of the cut that was asked for."""


class PopulationAnswerPageFactions(TypedDict):
    """By faction."""
    # The sum of the cells shown, or null if none is. Null means unknown, not zero.
    total: Union[int, None]
    # Both factions, or the one asked for. A cell with fewer than three installs is null, which means unknown, not zero.
    cells: List[PopulationAnswerPageFactionsCells]


class PopulationAnswerPageFactionsCells(TypedDict):
    """One cell."""
    # The faction.
    name: str
    # Distinct characters, or null if unknown.
    characters: Union[int, None]
    # Distinct installs whose newest report says so for some of them, or null if unknown.
    installs: Union[int, None]


class PopulationAnswerPageClasses(TypedDict):
    """By class."""
    # The sum of the cells shown, or null if none is. Null means unknown, not zero.
    total: Union[int, None]
    # The nine classes of the first years and all others that are shown, by name, or the one asked for. A cell with fewer than three installs is null, which means unknown, not zero.
    cells: List[PopulationAnswerPageClassesCells]


class PopulationAnswerPageClassesCells(TypedDict):
    """One cell."""
    # The class, by the client’s token.
    name: str
    # Distinct characters, or null if unknown.
    characters: Union[int, None]
    # Distinct installs whose newest report says so for some of them, or null if unknown.
    installs: Union[int, None]


class PopulationAnswerPageRaces(TypedDict):
    """By race. Characters whose race fewer than three installs reported are left out."""
    # The sum of the cells shown, or null if none is. Null means unknown, not zero.
    total: Union[int, None]
    # The eight races of the first years and all others that are shown, by name. A cell with fewer than three installs is null, which means unknown, not zero.
    cells: List[PopulationAnswerPageRacesCells]


class PopulationAnswerPageRacesCells(TypedDict):
    """One cell."""
    # The race, by the client’s token.
    name: str
    # Distinct characters, or null if unknown.
    characters: Union[int, None]
    # Distinct installs whose newest report says so for some of them, or null if unknown.
    installs: Union[int, None]


class PopulationAnswerPageLevels(TypedDict):
    """By level."""
    # The sum of the cells shown, or null if none is. Null means unknown, not zero.
    total: Union[int, None]
    # All bands, the lowest first. A cell with fewer than three installs is null, which means unknown, not zero.
    cells: List[PopulationAnswerPageLevelsCells]


class PopulationAnswerPageLevelsCells(TypedDict):
    """One cell."""
    # The band of levels.
    name: str
    # Distinct characters, or null if unknown.
    characters: Union[int, None]
    # Distinct installs whose newest report says so for some of them, or null if unknown.
    installs: Union[int, None]


class ProfessionPathResult(TypedDict):
    pass
    # The tool.
    tool: Literal["profession_path"]
    # The arguments of profession_path.
    arguments: ProfessionPathArguments
    # The public facts of the requested subject.
    answer: ProfessionPathAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


_ProfessionPathArguments = TypedDict("_ProfessionPathArguments", {
    # A profession, such as Tailoring, in any spelling that differs only in case.
    "profession": "str",
})
_ProfessionPathArgumentsOptional = TypedDict("_ProfessionPathArgumentsOptional", {
    # The skill to begin with.
    "from": "int",
    # The skill to reach; higher than from.
    "to": "int",
    # A realm in any case, perhaps with the faction whose auction house is meant: Everlook Horde.
    "realm": "str",
}, total=False)


class ProfessionPathArguments(_ProfessionPathArguments, _ProfessionPathArgumentsOptional):
    """The arguments of profession_path."""


class _ProfessionPathAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class ProfessionPathAnswer(_ProfessionPathAnswer, total=False):
    """The public facts of the requested subject."""
    # The way, and what it costs.
    page: ProfessionPathAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


_ProfessionPathAnswerPage = TypedDict("_ProfessionPathAnswerPage", {
    # The profession, as most of its recipes spell it.
    "profession": "str",
    # The skill to begin with.
    "from": "int",
    # The skill to reach.
    "to": "int",
    # The realm whose auction prices are used for items that no vendor sells, or null if none was given or it is unknown.
    "realm": "Union[str, None]",
    # The auction houses whose values are used, the preferred one first.
    "houses": "List[Literal['Alliance', 'Horde', 'Neutral']]",
    # The crafts, in order of skill. There may be gaps between them.
    "steps": "List[ProfessionPathAnswerPageSteps]",
    # The recipes of the steps, each once, in their order: how they are learned, and what is known of them.
    "recipes": "List[ProfessionPathAnswerPageRecipes]",
    # Skills that no known recipe raises, in their order: nothing known can be learned there, or its thresholds are unknown.
    "gaps": "List[ProfessionPathAnswerPageGaps]",
    # Cost of the reagents of all priced steps, or null if no step has a price. In copper.
    "reagentsCopper": "Union[int, None]",
    # Total cost of the lessons with a known cost, each once. In copper.
    "lessonsCopper": "int",
    # The sum of both, or null if no step has a price. In copper.
    "totalCopper": "Union[int, None]",
    # Costs missing from the totals, as sentences; empty if none.
    "leavesOut": "List[str]",
    # No other way of learnable recipes over the priced points is cheaper by more than this; 0: none is, proved. In copper.
    "couldSaveCopper": "int",
    # The recipes that were considered.
    "considered": "ProfessionPathAnswerPageConsidered",
    # True where more recipes, lessons, reagents or vendors are public than are looked at: a cheaper way may then be missed.
    "isCut": "bool",
    # How crafts, prices and the choice are worked out.
    "rule": "str",
})
_ProfessionPathAnswerPageOptional = TypedDict("_ProfessionPathAnswerPageOptional", {
    # Other realms of this name.
    "otherRealms": "List[str]",
    # Quantities of the reagents, in the order of first use.
    "shopping": "List[ProfessionPathAnswerPageShopping]",
    # Total of all rows of the list with a price, or null if none has one. In copper.
    "shoppingCopper": "Union[int, None]",
    # Realms with market values, by name; empty if the requested realm is one of them.
    "realmsWithPrices": "List[str]",
}, total=False)


class ProfessionPathAnswerPage(_ProfessionPathAnswerPage, _ProfessionPathAnswerPageOptional):
    """The way, and what it costs."""


class _ProfessionPathAnswerPageSteps(TypedDict):
    # The recipe, by its spell’s id.
    recipeId: int
    # Its agreed name, or null if no name has three installs behind it.
    name: Union[str, None]
    # The skill at which the step begins.
    fromSkill: int
    # The skill that it reaches.
    toSkill: int
    # Crafts that are expected for it, to two decimals.
    crafts: float
    # Reagents of these crafts, by item id, or null if installs agree on no list.
    reagents: Union[List[ProfessionPathAnswerPageStepsReagents], None]
    # Cost of its reagents, without the lesson, or null if a reagent has no price. The totals then leave it out. In copper.
    costCopper: Union[int, None]


class ProfessionPathAnswerPageSteps(_ProfessionPathAnswerPageSteps, total=False):
    """One recipe for some points of skill."""
    # The same rounded up: what to plan with.
    wholeCrafts: int


class ProfessionPathAnswerPageStepsReagents(TypedDict):
    """A reagent."""
    # The item.
    item: NpcPageAnswerPageNpc
    # Quantity per craft.
    count: int
    # Expected quantity for the crafts of the step, to two decimals.
    needed: float
    # The unit price that most installs saw, or null if installs agree on none.
    price: Union[ProfessionPathAnswerPageShoppingPrice, None]


class _ProfessionPathAnswerPageRecipes(TypedDict):
    # The recipe, by its spell’s id.
    recipe: NpcPageAnswerPageNpc
    # The required skill, or null if unknown.
    learnableFrom: Union[ProfessionPathAnswerPageRecipesLearnableFrom, None]
    # The lesson whose cost most installs saw, or null if no trainer is known to teach it.
    lesson: Union[ProfessionPathAnswerPageRecipesLesson, None]
    # The item that teaches it, or null if none is known.
    taughtBy: Union[ProfessionPathAnswerPageRecipesTaughtBy, None]
    # The skill from which it is yellow. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown.
    yellow: Union[ProfessionPathAnswerPageRecipesGrey, None]
    # The skill from which it is grey. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown.
    grey: Union[ProfessionPathAnswerPageRecipesGrey, None]
    # The item it makes, or null if unknown or if it makes no item.
    makes: Union[ItemPageAnswerPageMadeByRowsMakes, None]
    # Reagents of one craft, or null if installs agree on no list.
    reagents: Union[ProfessionPathAnswerPageRecipesReagents, None]
    # Cost of one craft, or null if a reagent has no price. In copper.
    craftCostCopper: Union[int, None]


class ProfessionPathAnswerPageRecipes(_ProfessionPathAnswerPageRecipes, total=False):
    """A recipe of the way."""
    # Whether trainers or items teach it, or three players had it at skill 1.
    isLearnable: bool
    # Thresholds with only one bound in players’ reports.
    bounds: ProfessionPathAnswerPageRecipesBounds
    # The thresholds in the game’s files (unconfirmed, see gameData), or null if they have none or no build was imported.
    inFiles: Union[ProfessionPathAnswerPageRecipesInFiles, None]
    # What its crafts are counted with: thresholds, on average over the skills they can be, and the skill from which it is used.
    counted: ProfessionPathAnswerPageRecipesCounted


class ProfessionPathAnswerPageRecipesLearnableFrom(TypedDict):
    pass
    # The skill.
    skill: int
    # Who says so: the trainers that players visited, or the item that teaches it in the game’s files (unconfirmed, see gameData).
    source: Literal["trainer", "game-files"]


class _ProfessionPathAnswerPageRecipesLesson(TypedDict):
    # The trainer.
    trainer: NpcPageAnswerPageNpc
    # The cost that most installs reported, or null if installs agree on none.
    cost: Union[ProfessionPathAnswerPageRecipesLessonCost, None]
    # The required skill, or null if installs agree on none.
    requiredSkill: Union[ProfessionPathAnswerPageRecipesLessonRequiredSkill, None]
    # The required level, or null if installs agree on none.
    requiredLevel: Union[ProfessionPathAnswerPageRecipesLessonRequiredLevel, None]


class ProfessionPathAnswerPageRecipesLesson(_ProfessionPathAnswerPageRecipesLesson, total=False):
    pass
    # The location of the trainer. Null: unknown.
    place: Union[ProfessionPathAnswerPageShoppingPlace, None]
    # How many trainers teach it at this cost.
    trainers: int
    # Up to two others of them.
    otherTrainers: List[ProfessionPathAnswerPageRecipesLessonOtherTrainers]
    # Two agreed prices that differ by exactly a reputation discount, or null if there are none.
    discount: Union[ProfessionPathAnswerPageRecipesLessonDiscount, None]


class _ProfessionPathAnswerPageRecipesLessonOtherTrainers(TypedDict):
    # The trainer.
    trainer: NpcPageAnswerPageNpc


class ProfessionPathAnswerPageRecipesLessonOtherTrainers(_ProfessionPathAnswerPageRecipesLessonOtherTrainers, total=False):
    pass
    # The location of the trainer. Null: unknown.
    place: Union[ProfessionPathAnswerPageShoppingPlace, None]


class ProfessionPathAnswerPageRecipesLessonCost(TypedDict):
    pass
    # Its price. In copper.
    value: int
    # Distinct installs that report it.
    installs: int


class ProfessionPathAnswerPageRecipesLessonDiscount(TypedDict):
    pass
    # The full price. In copper.
    fullCopper: int
    # The price of players of good standing. In copper.
    reducedCopper: int
    # The discount.
    percent: int


class ProfessionPathAnswerPageRecipesLessonRequiredSkill(TypedDict):
    pass
    # Skill.
    value: int
    # Distinct installs that report it.
    installs: int


class ProfessionPathAnswerPageRecipesLessonRequiredLevel(TypedDict):
    pass
    # Level.
    value: int
    # Distinct installs that report it.
    installs: int


class _ProfessionPathAnswerPageRecipesTaughtBy(TypedDict):
    # The item.
    item: NpcPageAnswerPageNpc
    # Distinct installs that report it.
    installs: int


class ProfessionPathAnswerPageRecipesTaughtBy(_ProfessionPathAnswerPageRecipesTaughtBy, total=False):
    pass
    # Where the item comes from, as three installs saw; each list may be empty.
    sources: ProfessionPathAnswerPageRecipesTaughtBySources


class _ProfessionPathAnswerPageRecipesTaughtBySources(TypedDict):
    # Vendors that sell it.
    soldBy: List[ProfessionPathAnswerPageRecipesTaughtBySourcesSoldBy]
    # NPCs and objects that it was looted from.
    droppedBy: List[NpcPageAnswerPageNpc]
    # Quests that reward it.
    rewardFrom: List[NpcPageAnswerPageNpc]


class ProfessionPathAnswerPageRecipesTaughtBySources(_ProfessionPathAnswerPageRecipesTaughtBySources, total=False):
    pass
    # Whether players gather it, or it has a market value on a realm.
    isElsewhere: bool


class _ProfessionPathAnswerPageRecipesTaughtBySourcesSoldBy(TypedDict):
    # The vendor.
    vendor: NpcPageAnswerPageNpc
    # The price that most installs reported, or null if installs agree on none.
    cost: Union[ProfessionPathAnswerPageRecipesLessonCost, None]


class ProfessionPathAnswerPageRecipesTaughtBySourcesSoldBy(_ProfessionPathAnswerPageRecipesTaughtBySourcesSoldBy, total=False):
    pass
    # Distinct installs that report it.
    installs: int
    # The location of the vendor. Null: unknown.
    place: Union[ProfessionPathAnswerPageShoppingPlace, None]


class ProfessionPathAnswerPageRecipesGrey(TypedDict):
    pass
    # The lowest skill it can be.
    low: int
    # The highest skill it can be.
    high: int
    # Distinct installs that report it.
    installs: int


class ProfessionPathAnswerPageRecipesBounds(TypedDict):
    pass
    # The bound of yellow on one side, or null if it has bounds on both sides or on none.
    yellow: Union[ProfessionPathAnswerPageRecipesBoundsGrey, None]
    # The bound of green on one side, or null if it has bounds on both sides or on none.
    green: Union[ProfessionPathAnswerPageRecipesBoundsGrey, None]
    # The bound of grey on one side, or null if it has bounds on both sides or on none.
    grey: Union[ProfessionPathAnswerPageRecipesBoundsGrey, None]


class ProfessionPathAnswerPageRecipesBoundsGrey(TypedDict):
    pass
    # The lowest possible skill, or null if unknown.
    atLeast: Union[int, None]
    # The highest possible skill, or null if unknown.
    atMost: Union[int, None]
    # Distinct installs that report it.
    installs: int


class ProfessionPathAnswerPageRecipesInFiles(TypedDict):
    pass
    # The skill from which it is yellow.
    yellow: int
    # The skill from which it is green: midway, rounded down.
    green: int
    # The skill from which it is grey.
    grey: int


_ProfessionPathAnswerPageRecipesCounted = TypedDict("_ProfessionPathAnswerPageRecipesCounted", {
    # The range of skills in which yellow is assumed to begin, or null if unknown.
    "yellow": "Union[ProfessionPathAnswerPageRecipesCountedGrey, None]",
    # The range of skills in which grey is assumed to begin, or null if unknown.
    "grey": "Union[ProfessionPathAnswerPageRecipesCountedGrey, None]",
})
_ProfessionPathAnswerPageRecipesCountedOptional = TypedDict("_ProfessionPathAnswerPageRecipesCountedOptional", {
    # The skill from which it is used, or null if unknown.
    "from": "Union[ProfessionPathAnswerPageRecipesCountedFrom, None]",
}, total=False)


class ProfessionPathAnswerPageRecipesCounted(_ProfessionPathAnswerPageRecipesCounted, _ProfessionPathAnswerPageRecipesCountedOptional):
    """What its crafts are counted with: thresholds, on average over the skills they can be, and the skill from which it is used."""


class ProfessionPathAnswerPageRecipesCountedGrey(TypedDict):
    pass
    # The lowest skill.
    low: int
    # The highest skill.
    high: int
    # Who says so: players’ reports on both sides, reports on one side, or the game’s files (unconfirmed).
    source: Literal["reports", "bounds", "game-files"]


class ProfessionPathAnswerPageRecipesCountedFrom(TypedDict):
    pass
    # The skill.
    skill: int
    # Why: its trainers or the game’s files require that skill, three players had the recipe there, or it is yellow there.
    source: Literal["trainer", "game-files", "reports", "yellow"]


class ProfessionPathAnswerPageRecipesReagents(TypedDict):
    pass
    # Distinct installs that report it.
    installs: int
    # By item id.
    rows: List[ProfessionPathAnswerPageRecipesReagentsRows]


class ProfessionPathAnswerPageRecipesReagentsRows(TypedDict):
    pass
    # The item.
    item: NpcPageAnswerPageNpc
    # Quantity per craft.
    count: int
    # The unit price that most installs saw, or null if installs agree on none.
    price: Union[ProfessionPathAnswerPageShoppingPrice, None]


class _ProfessionPathAnswerPageShopping(TypedDict):
    # The item.
    item: NpcPageAnswerPageNpc
    # Total quantity for all crafts, with each step rounded up to whole crafts.
    needed: int
    # Quantity made by earlier steps.
    made: int
    # The rest.
    buy: int
    # The unit price that most installs saw, or null if installs agree on none.
    price: Union[ProfessionPathAnswerPageShoppingPrice, None]
    # Cost of the remaining reagents, or null if they have no price. In copper.
    costCopper: Union[int, None]


class ProfessionPathAnswerPageShopping(_ProfessionPathAnswerPageShopping, total=False):
    """A reagent."""
    # The location of its vendor. Null: unknown.
    place: Union[ProfessionPathAnswerPageShoppingPlace, None]
    # Its market value on the realm if a vendor asks more, or null. In copper.
    auctionCopper: Union[int, None]


class _ProfessionPathAnswerPageShoppingPrice(TypedDict):
    # The price of one. In copper.
    copper: int
    # Who asks for it: a vendor that is named, vendors that the reports do not name, or auctions (the market value).
    source: Literal["vendor", "vendor-seen", "market"]
    # Distinct installs that report it.
    installs: int
    # The vendor, or null if the price is not from a named vendor.
    vendor: Union[NpcPageAnswerPageNpc, None]
    # The public day of a market value; null for prices of vendors. A UTC day, YYYY-MM-DD.
    day: Union[str, None]


class ProfessionPathAnswerPageShoppingPrice(_ProfessionPathAnswerPageShoppingPrice, total=False):
    pass
    # Two agreed prices that differ by exactly a reputation discount, or null if there are none.
    discount: Union[ProfessionPathAnswerPageRecipesLessonDiscount, None]


class _ProfessionPathAnswerPageShoppingPlace(TypedDict):
    # The map.
    mapId: int
    # The map’s agreed name, or null if there is none.
    map: Union[str, None]
    # Its name in the game’s files (unconfirmed, see gameData) if installs agree on none, or null if the files have none either.
    mapInFiles: Union[str, None]
    # Percent of the map’s width from its left edge, or null if unknown.
    x: Union[float, None]
    # Percent of the map’s height from its upper edge, or null if unknown.
    y: Union[float, None]


class ProfessionPathAnswerPageShoppingPlace(_ProfessionPathAnswerPageShoppingPlace, total=False):
    pass
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    mapLocale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class ProfessionPathAnswerPageGaps(TypedDict):
    """A gap."""
    # The skill at which it begins.
    fromSkill: int
    # The skill at which it ends.
    toSkill: int


class ProfessionPathAnswerPageConsidered(TypedDict):
    """The recipes that were considered."""
    # Public recipes of the profession.
    recipes: int
    # Those of them that are known to raise the skill somewhere between from and to.
    usable: int
    # Those of the usable ones whose reagents all have a price.
    priced: int


class QuestPageResult(TypedDict):
    pass
    # The tool.
    tool: Literal["quest_page"]
    # The arguments of quest_page.
    arguments: QuestPageArguments
    # The public facts of the requested subject.
    answer: QuestPageAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class QuestPageArguments(TypedDict):
    """The arguments of quest_page."""
    # The quest, by its id in the game.
    questId: int


class _QuestPageAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class QuestPageAnswer(_QuestPageAnswer, total=False):
    """The public facts of the requested subject."""
    # The public facts about the quest.
    page: QuestPageAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class QuestPageAnswerPage(TypedDict):
    """The public facts about the quest."""
    # The quest.
    quest: NpcPageAnswerPageNpc
    # The title that installs agree on, or null if there is none.
    title: Union[QuestPageAnswerPageTitle, None]
    # The level that installs agree on, or null if there is none.
    level: Union[QuestPageAnswerPageLevel, None]
    # The NPC that installs agree gives it, or null if there is none.
    giver: Union[QuestPageAnswerPageGiver, None]
    # The NPC that installs agree takes it, or null if there is none.
    turnIn: Union[QuestPageAnswerPageGiver, None]
    # Items that it gives or lets choose from: those that the newest reports of three installs list first, then by item id.
    rewards: QuestPageAnswerPageRewards
    # Quest chains that hold it, by id.
    chains: QuestPageAnswerPageChains


class _QuestPageAnswerPageTitle(TypedDict):
    # The title.
    value: str
    # Distinct installs that report it.
    installs: int


class QuestPageAnswerPageTitle(_QuestPageAnswerPageTitle, total=False):
    pass
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class QuestPageAnswerPageLevel(TypedDict):
    pass
    # The level.
    value: int
    # Distinct installs that report it.
    installs: int


class QuestPageAnswerPageGiver(TypedDict):
    pass
    # The NPC.
    npc: NpcPageAnswerPageNpc
    # Distinct installs that report it.
    installs: int
    # The maps that it was seen on, in the order in which they became public, with a few pins each; npc_page and object_page have all. Null: not looked up for this row.
    places: Union[List[NpcPageAnswerPageZonesRows], None]


class QuestPageAnswerPageRewards(TypedDict):
    """Items that it gives or lets choose from: those that the newest reports of three installs list first, then by item id."""
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 50.
    rows: List[QuestPageAnswerPageRewardsRows]


class QuestPageAnswerPageRewardsRows(TypedDict):
    """A reward."""
    # The item.
    item: NpcPageAnswerPageNpc
    # Distinct installs whose newest report of the quest lists it, or null if this is now fewer than three.
    listedNow: Union[int, None]
    # Distinct installs that report it.
    installs: int
    # The earliest day that three installs support. A UTC day, YYYY-MM-DD.
    firstSeen: str
    # The latest day that three installs support. A UTC day, YYYY-MM-DD.
    lastSeen: str


class QuestPageAnswerPageChains(TypedDict):
    """Quest chains that hold it, by id."""
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 20.
    rows: List[QuestPageAnswerPageChainsRows]


class _QuestPageAnswerPageChainsRows(TypedDict):
    # The chain, by the client’s id.
    chainId: int
    # Its name.
    name: str
    # The quest’s place in it, from 1.
    position: int
    # Number of quests listed.
    length: int
    # True when the chain has more quests than are listed.
    truncated: bool
    # The quest before it, or null if it is the first.
    before: Union[NpcPageAnswerPageNpc, None]
    # The quest after it, or null if it is the last that is listed.
    after: Union[NpcPageAnswerPageNpc, None]
    # Distinct installs that report it.
    installs: int


class QuestPageAnswerPageChainsRows(_QuestPageAnswerPageChainsRows, total=False):
    """A quest chain as the client lists it."""
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class RecentChangesResult(TypedDict):
    pass
    # The tool.
    tool: Literal["recent_changes"]
    # The arguments of recent_changes.
    arguments: RecentChangesArguments
    # The public facts of the requested subject.
    answer: RecentChangesAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class RecentChangesArguments(TypedDict, total=False):
    """The arguments of recent_changes."""
    # Only changes since this moment: a UTC day, or a date-time with Z or an offset. If omitted, all changes of the last 90 days.
    since: Any
    # Only changes of this kind of subject.
    kind: Literal["item", "npc", "object", "quest", "zone", "recipe", "vendor", "trainer", "achievement", "reputation", "title", "quest_chain", "collection", "realm", "build"]
    # The most entries to answer.
    limit: int


class _RecentChangesAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class RecentChangesAnswer(_RecentChangesAnswer, total=False):
    """The public facts of the requested subject."""
    # The newest changes.
    page: RecentChangesAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class RecentChangesAnswerPage(TypedDict):
    """The newest changes."""
    # Newest first. Changes of one snapshot have the same time and are in reverse order of recording; if a kind was given, its own fields come before its relations.
    changes: List[RecentChangesAnswerPageChanges]
    # True where there are further changes, older than these.
    more: bool


class _RecentChangesAnswerPageChanges(TypedDict):
    # When the snapshot that changed it was written, a date-time.
    at: str
    # What happened.
    change: Literal["became-public", "withdrawn", "changed", "build-imported"]
    # What it is about.
    kind: Literal["item", "npc", "object", "quest", "zone", "recipe", "vendor", "trainer", "achievement", "reputation", "title", "quest_chain", "collection", "realm", "build"]
    # Its id in the game, or null if it has none.
    id: Union[int, None]
    # What exactly it is about, such as "25", or "6:25" for item 25 of vendor 6.
    subject: str
    # Its agreed name, or null if no name has three installs behind it.
    name: Union[str, None]
    # Which field of it, such as name, or a relation, such as sold_by.
    field: str
    # Its page here, or null if it has none.
    url: Union[str, None]
    # The change in words, such as: "Axe" (item 25) at "Smith" (npc 6): price changed.
    sentence: str


class RecentChangesAnswerPageChanges(_RecentChangesAnswerPageChanges, total=False):
    """One change."""
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class RecipeThresholdsResult(TypedDict):
    pass
    # The tool.
    tool: Literal["recipe_thresholds"]
    # The arguments of recipe_thresholds.
    arguments: RecipeThresholdsArguments
    # The public facts of the requested subject.
    answer: RecipeThresholdsAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class _RecipeThresholdsArguments(TypedDict):
    # A profession, such as Tailoring, in any spelling that differs only in case.
    profession: str


class RecipeThresholdsArguments(_RecipeThresholdsArguments, total=False):
    """The arguments of recipe_thresholds."""
    # Part of a recipe’s name, in any case; left out: all recipes.
    recipe: str
    # A realm in any case, perhaps with the faction whose auction house is meant: Everlook Horde.
    realm: str


class _RecipeThresholdsAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class RecipeThresholdsAnswer(_RecipeThresholdsAnswer, total=False):
    """The public facts of the requested subject."""
    # The recipes of the profession.
    page: RecipeThresholdsAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class _RecipeThresholdsAnswerPage(TypedDict):
    # The profession, as most of its recipes spell it.
    profession: str
    # The auction houses whose values are used, the preferred one first.
    houses: List[Literal["Alliance", "Horde", "Neutral"]]
    # How many recipes are meant, those that are not listed included.
    total: int
    # Its recipes by the skills at which they turn yellow, green and grey (the low end of the range, else what the game’s files say, else the bound), unknown ones last, then by id; at most 200.
    recipes: List[RecipeThresholdsAnswerPageRecipes]
    # True where more recipes, lessons, reagents or vendors are public than are looked at: prices may then be missing or not the lowest.
    isCut: bool


class RecipeThresholdsAnswerPage(_RecipeThresholdsAnswerPage, total=False):
    """The recipes of the profession."""
    # The realm whose auction prices are used for items that no vendor sells, or null if none was given or it is unknown.
    realm: Union[str, None]
    # Other realms of this name.
    otherRealms: List[str]
    # Realms with market values, by name; empty if the requested realm is one of them.
    realmsWithPrices: List[str]


class _RecipeThresholdsAnswerPageRecipes(TypedDict):
    # The recipe, by its spell’s id.
    recipe: NpcPageAnswerPageNpc
    # The skill from which it is yellow: a craft no longer always raises the skill. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown.
    yellow: Union[ProfessionPathAnswerPageRecipesGrey, None]
    # The skill from which it is green. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown.
    green: Union[ProfessionPathAnswerPageRecipesGrey, None]
    # The skill from which it is grey: a craft no longer raises the skill. Players’ reports bound it: it lies at low or above and at high or below. Null: unknown.
    grey: Union[ProfessionPathAnswerPageRecipesGrey, None]
    # The item it makes, or null if unknown or if it makes no item.
    makes: Union[ItemPageAnswerPageMadeByRowsMakes, None]
    # Reagents of one craft, or null if installs agree on no list.
    reagents: Union[ProfessionPathAnswerPageRecipesReagents, None]
    # Cost of one craft, or null if a reagent has no agreed price. In copper.
    costCopper: Union[int, None]
    # The same per item made, if the craft makes the fewest, or null if unknown. In copper.
    costPerUnitCopper: Union[int, None]
    # The required skill, or null if unknown.
    learnableFrom: Union[ProfessionPathAnswerPageRecipesLearnableFrom, None]
    # The lesson whose cost most installs saw, or null if no trainer is known to teach it.
    lesson: Union[ProfessionPathAnswerPageRecipesLesson, None]
    # The item that teaches it, or null if none is known.
    taughtBy: Union[ProfessionPathAnswerPageRecipesTaughtBy, None]


class RecipeThresholdsAnswerPageRecipes(_RecipeThresholdsAnswerPageRecipes, total=False):
    """A recipe."""
    # Thresholds with only one bound in players’ reports.
    bounds: ProfessionPathAnswerPageRecipesBounds
    # The thresholds in the game’s files (unconfirmed, see gameData), or null if they have none or no build was imported.
    inFiles: Union[ProfessionPathAnswerPageRecipesInFiles, None]
    # Whether trainers or items teach it, or three players had it at skill 1.
    isLearnable: bool


class SearchResult(TypedDict):
    pass
    # The tool.
    tool: Literal["search"]
    # The arguments of search.
    arguments: SearchArguments
    # What was found.
    answer: SearchAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class SearchArguments(TypedDict):
    """The arguments of search."""
    # A name, words or a question.
    query: str


class _SearchAnswer(TypedDict):
    # The best first.
    results: List[SearchAnswerResults]


class SearchAnswer(_SearchAnswer, total=False):
    """What was found."""
    # What kind of question it is, such as drops. Absent if it was not understood.
    intent: str
    # The answer to the question, made of public facts. Absent if it was not understood. Questions are understood in English.
    answer: SearchAnswerAnswer
    # Words of the query that no name or text here contains. Absent if there are none.
    unmatched: List[str]
    # Words that only other entries contain. Absent if there are none.
    ignored: List[str]
    # If there are no results: the reason and what would provide them, in plain sentences.
    reason: str


class _SearchAnswerResults(TypedDict):
    # Names the entry; take it to fetch.
    id: str
    # Its name.
    title: str
    # Its web address: its page, or otherwise the address of its record here.
    url: str
    # What it is, such as item, npc or guide.
    kind: str
    # Its source.
    source: str
    # Its licence.
    licence: str
    # Whom to credit.
    credit: str
    # A day or a date-time.
    date: str


class SearchAnswerResults(_SearchAnswerResults, total=False):
    """An entry."""
    # True if the entry matches only after typing errors are corrected: ask “did you mean …?”.
    guess: Literal[True]


class SearchAnswerAnswer(TypedDict):
    pass
    # The answer in lines, the most important first, with figures and samples.
    text: str
    # The address of the tool that says more, or null if there is none.
    url: Union[str, None]
    # When the newest upload in the data was received, or null before the first.
    dataAsOf: Union[str, None]


class SearchKnowledgeResult(TypedDict):
    pass
    # The tool.
    tool: Literal["search_knowledge"]
    # The arguments of search_knowledge.
    arguments: SearchKnowledgeArguments
    # What was found.
    answer: SearchKnowledgeAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class _SearchKnowledgeArguments(TypedDict):
    # A name, words or a question.
    query: str


class SearchKnowledgeArguments(_SearchKnowledgeArguments, total=False):
    """The arguments of search_knowledge."""
    # A kind of entry, such as item, npc, quest, recipe, zone, spell or project; left out: every kind.
    kind: str
    # Only documents of this version, or names of this game build.
    version: str
    # The most entries to answer.
    limit: int


class _SearchKnowledgeAnswer(TypedDict):
    # The results, best match first.
    hits: List[GetByNameAnswerHits]


class SearchKnowledgeAnswer(_SearchKnowledgeAnswer, total=False):
    """What was found."""
    # What kind of question it is, such as drops. Absent if it was not understood.
    intent: str
    # The answer to the question, made of public facts. Absent if it was not understood. Questions are understood in English.
    answer: SearchAnswerAnswer
    # Words of the query that no name or text here contains. Absent if there are none.
    unmatched: List[str]
    # Words that only other entries contain. Absent if there are none.
    ignored: List[str]
    # If there are no results: the reason and what would provide them, in plain sentences.
    reason: str


class TalentPlanResult(TypedDict):
    pass
    # The tool.
    tool: Literal["talent_plan"]
    # The arguments of talent_plan.
    arguments: TalentPlanArguments
    # Data from the imported build of the game, unconfirmed.
    answer: TalentPlanAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


_TalentPlanArguments = TypedDict("_TalentPlanArguments", {
    # A player class, by its slug, such as warrior or deathknight.
    "class": "str",
})
_TalentPlanArgumentsOptional = TypedDict("_TalentPlanArgumentsOptional", {
    # The points of each node, as nodeId:rank, such as 130:5,131:3; left out: none are spent yet. Comma-separated.
    "points": "str",
    # A character’s level: asks what may be taken now, on top of points.
    "level": "int",
}, total=False)


class TalentPlanArguments(_TalentPlanArguments, _TalentPlanArgumentsOptional):
    """The arguments of talent_plan."""


_TalentPlanAnswer = TypedDict("_TalentPlanAnswer", {
    # The build the rows were read from, or null if no build was imported.
    "build": "Union[str, None]",
    # A notice that these data are from game files and unconfirmed.
    "label": "str",
    # Whom to credit for them.
    "credit": "str",
    # When they were read from the client, or null if unknown.
    "extractedAt": "Union[str, None]",
    # The slug of the class.
    "class": "Union[str, None]",
    # Whether points can be spent so, as far as the rules are known, or null if unknown.
    "legal": "Union[bool, None]",
    # The first rule that the plan breaks, or null if it is valid.
    "broken": "Union[TalentPlanAnswerBroken, None]",
    # Points that the plan spends.
    "points": "int",
    # Points in each tree of the class, in the client’s order.
    "pointsPerTree": "List[TalentPlanAnswerPointsPerTree]",
    # The level at which the last point is gained, or null if the plan is invalid or levels are unknown.
    "levelNeeded": "Union[int, None]",
    # The levels at which talent points arrive.
    "pointLevels": "Union[TalentPlanAnswerPointLevels, None]",
    # A valid order of spending the points, one entry per point, or null if the plan is invalid.
    "order": "Union[List[TalentPlanAnswerOrder], None]",
    # Nodes that can be taken at the requested level after the plan, or null if no level was given, the plan is invalid, or the levels of points are unknown.
    "atLevel": "Union[TalentPlanAnswerAtLevel, None]",
    # Rules that could not be checked, since the files do not hold them.
    "unchecked": "List[str]",
    # The talents that characters of the class take, or null if fewer than three installs reported any.
    "popularity": "Union[TalentPlanAnswerPopularity, None]",
})
_TalentPlanAnswerOptional = TypedDict("_TalentPlanAnswerOptional", {
    # Receipt time of the newest upload in the popularity data, a date-time, or null if there is none yet.
    "dataAsOf": "Union[str, None]",
    # The credit line of observed data. It must be shown wherever the data are shown.
    "attribution": "Attribution",
    # Why there is no answer, in one sentence.
    "error": "str",
}, total=False)


class TalentPlanAnswer(_TalentPlanAnswer, _TalentPlanAnswerOptional):
    """Data from the imported build of the game, unconfirmed."""


class TalentPlanAnswerBroken(TypedDict):
    pass
    # The node it is about, or null if it is about the whole plan.
    nodeId: Union[int, None]
    # Its name, or null if the files have none.
    name: Union[str, None]
    # What is needed and what the plan gives, in one sentence.
    rule: str


class TalentPlanAnswerPointsPerTree(TypedDict):
    """A tree."""
    # Its id in the client; trees of newer clients may share one.
    treeId: int
    # Its place among the trees of the class, counted from 1.
    number: int
    # Its name, or null if the files have none.
    name: Union[str, None]
    # Points of the plan in it, whether the plan is legal or not.
    points: int


class TalentPlanAnswerPointLevels(TypedDict):
    pass
    # One entry per point, ascending, or null if unknown.
    levels: Union[List[int], None]
    # How they are known: from the files, by the rule of classic clients, or not at all.
    rule: Literal["files", "one-a-level-from-10", "unknown"]


class TalentPlanAnswerOrder(TypedDict):
    """A point."""
    # The node it goes into.
    nodeId: int
    # Its name, or null if the files have none.
    name: Union[str, None]
    # What to call it: its name, else its number, tree and row, as in "Talent 123 (Arms, row 2)".
    label: str
    # The node’s rank after it.
    rank: int
    # The level at which the point is gained, or null if unknown.
    level: Union[int, None]


class TalentPlanAnswerAtLevel(TypedDict):
    pass
    # The level.
    level: int
    # Talent points that a character has had by then.
    points: int
    # Points that the plan leaves; 0 also where it spends more than there are (see levelNeeded).
    left: int
    # Nodes that can take a point now, by tree, row and column; empty if no point is left.
    next: List[TalentPlanAnswerAtLevelNext]


class TalentPlanAnswerAtLevelNext(TypedDict):
    """A node."""
    # The node.
    nodeId: int
    # Its name, or null if the files have none.
    name: Union[str, None]
    # What to call it: its name, else its number, tree and row, as in "Talent 123 (Arms, row 2)".
    label: str
    # The number of its tree.
    tree: int
    # Its rank with that point.
    rank: int
    # The most points it takes.
    maxRank: int


class TalentPlanAnswerPopularity(TypedDict):
    pass
    # The day before which the 30 days end that it was counted over. A UTC day, YYYY-MM-DD.
    day: str
    # Characters of the class that were counted.
    characters: int
    # Distinct installs that report it.
    installs: int
    # The nodes of the plan in their order, then others by characters, most first, then by node; at most 500.
    nodes: List[TalentPlanAnswerPopularityNodes]
    # Complete plans that three installs reported identically, the most common first.
    plans: List[TalentPlanAnswerPopularityPlans]


class TalentPlanAnswerPopularityNodes(TypedDict):
    """A node."""
    # The node.
    nodeId: int
    # Its name, or null if the files have none.
    name: Union[str, None]
    # What to call it: its name, else its number, tree and row, as in "Talent 123 (Arms, row 2)".
    label: str
    # Points that the plan puts into it; 0: none.
    planned: int
    # Characters of those counted that are known to have points in it; of the others some may. Null where fewer than three installs report it.
    characters: Union[int, None]
    # Distinct installs that report it.
    installs: Union[int, None]
    # Characters by the points they have in it, where three installs report as much.
    ranks: List[TalentPlanAnswerPopularityNodesRanks]


class TalentPlanAnswerPopularityNodesRanks(TypedDict):
    """A rank."""
    # Points.
    rank: int
    # Number of such characters.
    characters: int
    # Distinct installs that report it.
    installs: int


class TalentPlanAnswerPopularityPlans(TypedDict):
    """A plan."""
    # The plan, as the argument points takes it.
    points: str
    # Points that it spends.
    spent: int
    # Points in each tree of the class, in their order.
    pointsPerTree: List[int]
    # Its nodes, by tree, row and column.
    nodes: List[TalentPlanAnswerPopularityPlansNodes]
    # Characters that have exactly these talents.
    characters: int
    # Distinct installs that report it.
    installs: int


class TalentPlanAnswerPopularityPlansNodes(TypedDict):
    """A node."""
    # The node.
    nodeId: int
    # Its name, or null if the files have none.
    name: Union[str, None]
    # What to call it: its name, else its number, tree and row, as in "Talent 123 (Arms, row 2)".
    label: str
    # Points in it.
    rank: int


class TalentTreeResult(TypedDict):
    pass
    # The tool.
    tool: Literal["talent_tree"]
    # The arguments of talent_tree.
    arguments: TalentTreeArguments
    # Data from the imported build of the game, unconfirmed.
    answer: TalentTreeAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


_TalentTreeArguments = TypedDict("_TalentTreeArguments", {
    # A player class, by its slug, such as warrior or deathknight.
    "class": "str",
})
_TalentTreeArgumentsOptional = TypedDict("_TalentTreeArgumentsOptional", {
    # One of its trees, by name in any case or by its number, counted from 1; left out: all.
    "tree": "str",
}, total=False)


class TalentTreeArguments(_TalentTreeArguments, _TalentTreeArgumentsOptional):
    """The arguments of talent_tree."""


_TalentTreeAnswer = TypedDict("_TalentTreeAnswer", {
    # The build the rows were read from, or null if no build was imported.
    "build": "Union[str, None]",
    # A notice that these data are from game files and unconfirmed.
    "label": "str",
    # Whom to credit for them.
    "credit": "str",
    # When they were read from the client, or null if unknown.
    "extractedAt": "Union[str, None]",
    # The slug of the class.
    "class": "Union[str, None]",
    # The trees in the order in which the client shows them.
    "trees": "List[TalentTreeAnswerTrees]",
    # The levels at which talent points arrive.
    "pointLevels": "Union[TalentPlanAnswerPointLevels, None]",
    # How the points that a row asks for are known: from the files, five for each row above it, or not at all.
    "gateRule": "Union[Literal['files', 'five-a-row', 'unknown'], None]",
    # How the ranks of prerequisites are known: from the files, or (which name the node only) it must be full.
    "prerequisiteRule": "Union[Literal['files', 'full-rank'], None]",
})
_TalentTreeAnswerOptional = TypedDict("_TalentTreeAnswerOptional", {
    # Why there is no answer, in one sentence.
    "error": "str",
}, total=False)


class TalentTreeAnswer(_TalentTreeAnswer, _TalentTreeAnswerOptional):
    """Data from the imported build of the game, unconfirmed."""


class TalentTreeAnswerTrees(TypedDict):
    """A tree."""
    # Its id in the client; trees of newer clients may share one.
    treeId: int
    # Its place among the trees of the class, counted from 1.
    number: int
    # Its name, or null if the files have none.
    name: Union[str, None]
    # Its nodes, by row, then column.
    nodes: List[TalentTreeAnswerTreesNodes]


class TalentTreeAnswerTreesNodes(TypedDict):
    """A node of the tree."""
    # The node, as talent_plan takes it.
    nodeId: int
    # Its name, or null if the files have none.
    name: Union[str, None]
    # What to call it: its name, else its number, tree and row, as in "Talent 123 (Arms, row 2)".
    label: str
    # Its row from the top, from 0, or null if the files position it differently.
    row: Union[int, None]
    # Its column from the left, counted from 0; null as in row.
    column: Union[int, None]
    # The most points it takes.
    maxRank: int
    # What it teaches; a node of several choices lists one talent a choice.
    talents: List[TalentTreeAnswerTreesNodesTalents]
    # Nodes that must all have a number of ranks first.
    prerequisites: List[TalentTreeAnswerTreesNodesPrerequisites]
    # Nodes of which one must have a number of ranks first; empty if there is no such choice.
    prerequisitesAnyOf: List[TalentTreeAnswerTreesNodesPrerequisites]
    # Points that must be spent in the tree first, or null if unknown.
    pointsRequired: Union[int, None]


class TalentTreeAnswerTreesNodesTalents(TypedDict):
    """A talent."""
    # The talent, by the client’s id.
    talentId: int
    # Its name, or null if the files have none.
    name: Union[str, None]
    # Its ranks.
    maxRank: int
    # The spell of each rank, or the one spell of all.
    spellIds: List[int]
    # File name of its icon without ending, as items have it, or null if unknown.
    icon: Union[str, None]


class TalentTreeAnswerTreesNodesPrerequisites(TypedDict):
    pass
    # The node.
    nodeId: int
    # The ranks.
    rank: int


class VendorPageResult(TypedDict):
    pass
    # The tool.
    tool: Literal["vendor_page"]
    # The arguments of vendor_page.
    arguments: VendorPageArguments
    # The public facts of the requested subject.
    answer: VendorPageAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class VendorPageArguments(TypedDict):
    """The arguments of vendor_page."""
    # The vendor, by its NPC id in the game.
    vendorNpcId: int


class _VendorPageAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class VendorPageAnswer(_VendorPageAnswer, total=False):
    """The public facts of the requested subject."""
    # The public facts about the vendor.
    page: VendorPageAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class VendorPageAnswerPage(TypedDict):
    """The public facts about the vendor."""
    # The vendor.
    vendor: NpcPageAnswerPageNpc
    # The name that installs agree on, or null if there is none.
    name: Union[NpcPageAnswerPageName, None]
    # Maps that it was seen on, in the order in which they became public.
    zones: NpcPageAnswerPageZones
    # Its goods, by item id.
    goods: VendorPageAnswerPageGoods


class VendorPageAnswerPageGoods(TypedDict):
    """Its goods, by item id."""
    # Number of public ones, including those not listed here.
    total: int
    # The first of them, at most 200.
    rows: List[NpcPageAnswerPageGoodsRows]


class WorldMapNearResult(TypedDict):
    pass
    # The tool.
    tool: Literal["world_map_near"]
    # The arguments of world_map_near.
    arguments: WorldMapNearArguments
    # The public facts of the requested subject.
    answer: WorldMapNearAnswer
    # The same answer as text.
    text: str
    # The address of the tool’s schema.
    schema: str


class _WorldMapNearArguments(TypedDict):
    # The zone map, by the client’s map id.
    mapId: int
    # The point, in percent of the map’s width from its left edge.
    x: float
    # The point, in percent of the map’s height from its upper edge.
    y: float


class WorldMapNearArguments(_WorldMapNearArguments, total=False):
    """The arguments of world_map_near."""
    # How far from the point, in percent of the map; 5 where left out.
    radius: float
    # The most entries to answer.
    limit: int
    # Who is looked for: NPCs that give quests, that end them (they are turned in to them), that sell goods, or that train; left out: all NPCs and objects.
    role: Literal["gives", "ends", "sells", "trains"]


class _WorldMapNearAnswer(TypedDict):
    # False as long as no upload was ever taken in: then nothing is known, which is not zero.
    connected: bool
    # Receipt time of the newest upload in the data, a date-time, or null if there is none yet.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class WorldMapNearAnswer(_WorldMapNearAnswer, total=False):
    """The public facts of the requested subject."""
    # NPCs and objects near the point.
    page: WorldMapNearAnswerPage
    # Why there is no page, in one sentence.
    reason: str
    # The page of this instance that shows the same.
    url: str
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class WorldMapNearAnswerPage(TypedDict):
    """NPCs and objects near the point."""
    # The map.
    map: NpcPageAnswerPageNpc
    # The map’s bounds that installs agree on, or null if unknown. Distances in yards are then unknown too.
    bounds: Union[WorldMapNearAnswerPageBounds, None]
    # Public pins on the whole map.
    pinsOnMap: int
    # Pins within the radius of those looked for, those beyond the limit included.
    total: int
    # Pins within the radius, nearest first, by yards if known and otherwise by percent; at the same distance NPCs come before objects, then by id, then from the top and the left.
    pins: List[WorldMapNearAnswerPagePins]


class WorldMapNearAnswerPageBounds(TypedDict):
    pass
    # Edges in yards of the world’s coordinates.
    value: WorldMapNearAnswerPageBoundsValue
    # Distinct installs that report it.
    installs: int


class WorldMapNearAnswerPageBoundsValue(TypedDict):
    """Edges in yards of the world’s coordinates."""
    # The left edge.
    left: float
    # The right edge.
    right: float
    # The upper edge.
    top: float
    # The lower edge.
    bottom: float


class _WorldMapNearAnswerPagePins(TypedDict):
    # What is there.
    kind: Literal["npc", "object"]
    # The NPC or object.
    id: int
    # Its agreed name, or null if no name has three installs behind it.
    name: Union[str, None]
    # Its page here.
    url: Union[str, None]
    # Its roles: gives quests, ends quests (players turn them in to it), sells goods, trains. Empty if none is known.
    roles: List[Literal["gives", "ends", "sells", "trains"]]
    # Percent of the map’s width from its left edge.
    x: float
    # Percent of the map’s height from its upper edge.
    y: float
    # From the point, in percent of the map, to two decimals.
    distance: float
    # Distance from the point in yards, to one decimal, or null if the map’s bounds are unknown.
    distanceYards: Union[float, None]
    # Distinct installs that report it.
    installs: int


class WorldMapNearAnswerPagePins(_WorldMapNearAnswerPagePins, total=False):
    """A place where several installs saw an NPC or looted an object."""
    # The language of the name, as the game’s client calls it, where installs agree on none in the language of this instance; else absent.
    locale: Literal["enUS", "deDE", "esES", "esMX", "frFR", "itIT", "koKR", "ptBR", "ruRU", "zhCN", "zhTW"]


class _BulkIndex(TypedDict):
    # The version of this contract that the rows follow.
    protocol: str
    # When the exports were written.
    generatedAt: str
    # When the newest upload behind them was received; null when the storage was unreachable, then the observed files are absent, not empty.
    dataAsOf: Union[str, None]
    # The game build of the game-file rows; null if none was imported.
    build: Union[str, None]
    # The address of the service.
    site: str
    # The licence of the observed data.
    licence: str
    # The address of the licence.
    licenceUrl: str
    # The line of credit to show with observed data.
    credit: str
    # The files.
    files: List[BulkIndexFiles]


class BulkIndex(_BulkIndex, total=False):
    """The contents of the export folder."""
    # The snapshot of all files. Sent as since to /api/changes, it asks for what changed after it.
    snapshot: str
    # The game whose records this instance counts, or null as long as none is settled: then all count.
    game: Union[Literal["forever", "era", "sod", "tbc", "wrath", "cataclysm", "mists"], None]
    # The weights with which drop rates were estimated. Absent from exports without estimated rates.
    rateWeights: BulkIndexRateWeights
    # How installs count in this snapshot. Absent from exports of release 0.5.0 and earlier.
    witnesses: BulkIndexWitnesses
    # Files in other shapes.
    more: List[BulkIndexMore]


class BulkIndexRateWeights(TypedDict):
    """The weights with which drop rates were estimated. Absent from exports without estimated rates."""
    # Weights of logit(rate) = -9, -8, …, 7.
    knots: List[float]
    # The weight of a rate of exactly 1. It and the knots sum to 1.
    always: float
    # Weights of the ways in which players may differ. They sum to 1.
    differences: List[float]


class BulkIndexWitnesses(TypedDict):
    """How installs count in this snapshot. Absent from exports of release 0.5.0 and earlier."""
    # True if installs over IPv4 and over IPv6 are not added up. A count is then the larger of both numbers, and may be lower than the number of witnesses.
    familiesApart: bool
    # Reports of installs that do not count yet, because they are too young or their network has enough that count. Null if there are one or two such installs, or if unknown.
    waiting: Union[CoverageResponseWaiting, None]


class BulkIndexFiles(TypedDict):
    """A file of the export folder."""
    # Its name in the folder.
    name: str
    # Which data it holds.
    dataset: Literal["corpus", "edges", "drops", "items"]
    # One JSON object per line.
    format: Literal["ndjson"]
    # The response schema whose array its rows are of.
    rowsOf: str
    # The field of that schema that holds the array.
    field: str
    # Its rows.
    rows: int
    # Its size in bytes, unpacked.
    bytes: int
    # The SHA-256 of its bytes, unpacked.
    sha256: str
    # The layer its rows belong to.
    data: Literal["observed", "game-files", "mixed"]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Union[Attribution, None]
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class _BulkIndexMore(TypedDict):
    # Its name in the folder.
    name: str
    # Which data it holds.
    dataset: str
    # Its format, such as lua or zip.
    format: str
    # The response schema whose array its rows are of.
    rowsOf: str
    # The field of that schema that holds the array.
    field: str
    # Its rows.
    rows: int
    # Its size in bytes, unpacked.
    bytes: int
    # The SHA-256 of its bytes, unpacked.
    sha256: str
    # The layer its rows belong to.
    data: Literal["observed", "game-files", "mixed"]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Union[Attribution, None]
    # The notice on data that were read from the game’s files; they belong to its publisher.
    gameData: Union[GameDataNotice, None]


class BulkIndexMore(_BulkIndexMore, total=False):
    """A file of the export folder in a shape of its own, such as a table for another addon."""
    # The UTC day of the snapshot of a list. It stays available for seven days.
    day: str
    # Rates that were left out because the file would be too large, the least looted first.
    leftOut: int


class GetDataPackageResult(TypedDict):
    """The export as a Data Package"""
    # The files.
    resources: List[Dict[str, Any]]


class ChangesResponse(TypedDict):
    """Files that lead from a snapshot to the newest one."""
    # The request was served.
    ok: Literal[True]
    # The files, oldest first. Ask again from the last one until it is the newest.
    files: List[ChangesResponseFiles]
    # The newest snapshot, as <epoch>.<n>.
    newest: str
    # The newest upload in the data, or null if there is none.
    dataAsOf: Union[str, None]
    # The credit line of observed data. It must be shown wherever the data are shown.
    attribution: Attribution


class ChangesResponseFiles(TypedDict):
    """A file of the rows that changed between two snapshots."""
    # Its name, <epoch>/<n>.ndjson.
    name: str
    # Its address.
    url: str
    # The snapshot after its changes, as <epoch>.<n>.
    snapshot: str
    # The snapshot before its changes.
    previous: str
    # Its lines, with the last one, which only ends the file.
    rows: int
    # Its size in bytes, unpacked.
    bytes: int
    # The SHA-256 of its bytes, unpacked.
    sha256: str


class GetLimitsResult(TypedDict):
    pass
    # A part of the document.
    title: Any


_GetMoreSchemaResult = TypedDict("_GetMoreSchemaResult", {
    # A part of the document.
    "$schema": "Any",
})
_GetMoreSchemaResultOptional = TypedDict("_GetMoreSchemaResultOptional", {
}, total=False)


class GetMoreSchemaResult(_GetMoreSchemaResult, _GetMoreSchemaResultOptional):
    pass


class GetToolSchemaResult(TypedDict):
    """The document."""
    # A part of the document.
    name: Any


class _HealthResponse(TypedDict):
    # True when the snapshot was written recently.
    ok: bool
    # The public snapshot, or null if unknown.
    snapshot: HealthResponseSnapshot
    # The exported files.
    exports: HealthResponseExports


class HealthResponse(_HealthResponse, total=False):
    """Whether the public snapshot is fresh."""
    # The game whose records this instance counts, or null as long as none is settled: then all count.
    game: Union[Literal["forever", "era", "sod", "tbc", "wrath", "cataclysm", "mists"], None]
    # The release of the program that the instance runs.
    release: HealthResponseRelease
    # The load of the instance with slow answers: searches, tools, pages, lists.
    answers: HealthResponseAnswers
    # The replication status of an edge; absent on a primary.
    edge: HealthResponseEdge


class HealthResponseRelease(TypedDict):
    """The release of the program that the instance runs."""
    # Its version.
    version: str
    # The commit of its source, or null if unknown.
    commit: Union[str, None]


class HealthResponseSnapshot(TypedDict):
    """The public snapshot, or null if unknown."""
    # Its status.
    state: Literal["fresh", "stale", "missing", "unavailable"]
    # Which snapshot it is.
    id: Union[str, None]
    # When it was written.
    writtenAt: Union[str, None]
    # When the newest upload behind it was received; null also where there is none yet.
    dataAsOf: Union[str, None]
    # Its age in seconds.
    ageSeconds: Union[int, None]
    # The maximum age of a fresh snapshot, in seconds.
    maxAgeSeconds: Union[int, None]
    # Uploads behind it, as in the corpus feed.
    uploads: Union[int, None]
    # Records in the corpus feed.
    records: Union[int, None]


class HealthResponseExports(TypedDict):
    """The exported files."""
    # ok; held: the last export was kept back; or damaged: files were found damaged and are written again; null while none was written, while none can be read, and at an edge.
    state: Union[Literal["ok", "held", "damaged"], None]
    # Why it is held, or the files that are damaged.
    reason: Union[str, None]
    # When the exports were written, or null if unknown.
    writtenAt: Union[str, None]


class HealthResponseAnswers(TypedDict):
    """The load of the instance with slow answers: searches, tools, pages, lists."""
    # ok, or overloaded: within the last minute requests were refused with 503.
    state: Literal["ok", "overloaded"]
    # Answers being made.
    running: int
    # Requests waiting for their turn.
    waiting: int
    # Requests refused because they could not be started in time, since the instance started.
    refused: int


class HealthResponseEdge(TypedDict):
    """The replication status of an edge; absent on a primary."""
    # Whether it was up to date with the libSQL server at the last check, or null before the first check.
    upToDate: Union[bool, None]
    # When that look ended.
    lookedAt: Union[str, None]
    # Whether the last forwarded request reached the primary, or null if none was sent since the start.
    primaryReached: Union[bool, None]


class GetOpenApiResult(TypedDict):
    """An OpenAPI document."""
    # The version of OpenAPI.
    openapi: str
    # What the API is.
    info: Dict[str, Any]
    # The endpoints by path.
    paths: Dict[str, Any]


class _IntakeRequest(TypedDict):
    # The version of the addon or program that uploads.
    addonVersion: str
    # The records.
    records: List[Union[RecordAchievementCatalog, RecordAchievementOwned, RecordAddonSeen, RecordAttendance, RecordAuctionScan, RecordAuctionSnapshot, RecordCensusSeen, RecordCensusSelf, RecordCollectionCatalog, RecordCollectionOwned, RecordGearSnapshot, RecordGoldSnapshot, RecordGuildSnapshot, RecordItemSeen, RecordLoot, RecordLootAward, RecordMapBounds, RecordMoneyEvent, RecordNpcSighting, RecordPriceSeen, RecordQuest, RecordQuestChainCatalog, RecordQuestOwned, RecordRaidLockout, RecordRecipeObserved, RecordRecipeSeen, RecordReputationCatalog, RecordReputationOwned, RecordTalentSnapshot, RecordTitleCatalog, RecordTitleOwned, RecordTrainerSeen, RecordVendor]]


class IntakeRequest(_IntakeRequest, total=False):
    """An upload. Each record is judged by itself: one that its kind’s schema refuses is rejected in the receipt and sinks no other. Rules of every record: Names are trimmed and composed (Unicode NFC), any run of spaces (plain, no-break, U+1680, U+2000 to U+200A, U+202F, U+205F, U+3000) becomes one plain space, and they must keep their bounds then too. Texts may hold no character that cannot be seen, also above U+FFFF, where the patterns leave it out: Unicode’s format characters (bidi controls, tag characters), default-ignorable ones (variation selectors, fillers, characters of no width), separators of lines and paragraphs, private use, non-characters, and blank signs such as U+2800; no character that Unicode 15.1 has not assigned, of any plane, which the patterns leave out, too; and nothing that looks like a player’s GUID, in any case, in wide or ornate letters or with other dashes. A record whose texts, other than eventId, scanId and claimToken, hold its own installId in any case is refused. Date-times must exist and are kept in UTC, to the millisecond, in one spelling, so that a record is the same however its moment was written. A record captured before 2004-11-23 or more than a day after its upload is received is refused."""
    # The build of the game client.
    clientBuild: str
    # The season of the realm, as the client numbers it (C_Seasons.GetActiveSeason): 0 for none, 2 for Season of Discovery. With clientBuild it says of which game the upload is.
    season: int
    # The region of the realm, as the client numbers it (GetCurrentRegion): 1 US, 2 KR, 3 EU, 4 TW, 5 CN.
    region: int
    # The language of the game client, as the client names it, such as deDE; left out: unknown. Names and other texts of the records count for that language.
    locale: str
    # The version of this contract that the upload follows, now 1.5.0.
    protocol: str
    # A random name that all uploads of one file share, made by the uploader. Whoever knows it can read /upload/{session}.
    session: str
    # The categories that the player chose to share; an absent one is not shared.
    sharing: IntakeRequestSharing
    # Grants that cover the named records.
    grantTokens: List[str]


class _RecordAchievementCatalog(TypedDict):
    # The kind of the record.
    kind: Literal["achievement_catalog"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The achievement. An achievement id of the game.
    achievementId: int
    # The achievement’s name.
    name: str
    # Its category, by the client’s id.
    categoryId: int
    # Its category’s name.
    category: str
    # The points it gives.
    points: int
    # How many criteria it has.
    criteriaCount: int
    # The first criteria.
    criteria: List[RecordAchievementCatalogCriteria]


class RecordAchievementCatalog(_RecordAchievementCatalog, total=False):
    """An achievement as the client describes it. criteriaCount is the real count, while criteria keeps the first 100. criteriaCount must be no less than the number of criteria listed."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # The name of the category above.
    parentCategory: str


class RecordAchievementCatalogCriteria(TypedDict):
    """One criterion."""
    # What it asks for; may be empty.
    text: str
    # How many of it.
    required: int


_RecordAchievementOwned = TypedDict("_RecordAchievementOwned", {
    # The kind of the record.
    "kind": "Literal['achievement_owned']",
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    "capturedAt": "str",
    # A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it.
    "characterKey": "str",
    # The character’s class, as the client’s token in capitals, such as WARRIOR.
    "class": "str",
    # The character’s level.
    "level": "int",
    # The achievement. An achievement id of the game.
    "achievementId": "int",
    # Whether it is completed.
    "completed": "bool",
})
_RecordAchievementOwnedOptional = TypedDict("_RecordAchievementOwnedOptional", {
    # The day it was completed on.
    "completedOn": "str",
    # How many of its criteria are done.
    "criteriaDone": "int",
}, total=False)


class RecordAchievementOwned(_RecordAchievementOwned, _RecordAchievementOwnedOptional):
    """How far a character has come with an achievement. It has no installId and no eventId: it belongs to the install of the first record of its upload that is accepted and has one, and is refused where there is none."""


class _RecordAddonSeen(TypedDict):
    # The kind of the record.
    kind: Literal["addon_seen"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The addon’s name.
    addon: str


class RecordAddonSeen(_RecordAddonSeen, total=False):
    """An addon that the player has installed."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # The addon’s version.
    version: str
    # Whether it is switched on.
    enabled: bool


class _RecordAttendance(TypedDict):
    # The kind of the record.
    kind: Literal["attendance"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The guild’s name.
    guildName: str
    # The realm’s name.
    realm: str
    # The instance’s name.
    instance: str
    # The characters present.
    present: List[str]


class RecordAttendance(_RecordAttendance, total=False):
    """Who was present at a guild’s raid. It needs the sharing choice guild and a grant that covers it."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str


class _RecordAuctionScan(TypedDict):
    # The kind of the record.
    kind: Literal["auction_scan"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The realm whose auctions were seen. Realms are one when they are equal after trimming, NFC and case folding.
    realm: str
    # The scan: one id per scan, the same in all its records.
    scanId: str
    # Auctions of equal item and price, added up.
    items: List[FeedAuctionScanItems]


class RecordAuctionScan(_RecordAuctionScan, total=False):
    """A part of a full auction scan that a player started. All records of one scan have the same scanId; the scan is complete when every one of them says so. Auctions without a buyout are left out. One upload may name at most 3 auction realms."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # The auction house that was seen; absent where the addon did not know it.
    house: Literal["Alliance", "Horde", "Neutral"]
    # Whether the scan ran to its end.
    complete: bool


class _RecordAuctionSnapshot(TypedDict):
    # The kind of the record.
    kind: Literal["auction_snapshot"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The realm whose auctions were seen. Realms are one when they are equal after trimming, NFC and case folding.
    realm: str
    # The auctions.
    auctions: List[RecordAuctionSnapshotAuctions]


class RecordAuctionSnapshot(_RecordAuctionSnapshot, total=False):
    """Single auctions that a player saw. One upload may name at most 3 auction realms."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # The auction house that was seen; absent where the addon did not know it.
    house: Literal["Alliance", "Horde", "Neutral"]


class RecordAuctionSnapshotAuctions(TypedDict):
    """One auction."""
    # The item. An item id of the game.
    itemId: int
    # How many units it holds.
    count: int
    # The buyout of the stack; 0 if there is none. In copper.
    buyoutCopper: int
    # The bid on the stack; 0 if there is none. In copper.
    bidCopper: int
    # The time left, from 1 (short) to 4 (very long).
    timeLeft: int


class _RecordCensusSeen(TypedDict):
    # The kind of the record.
    kind: Literal["census_seen"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The realm’s name.
    realm: str
    # The characters.
    characters: List[RecordCensusSeenCharacters]


class RecordCensusSeen(_RecordCensusSeen, total=False):
    """Characters that a player met, without their names, for the population figures."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str


_RecordCensusSeenCharacters = TypedDict("_RecordCensusSeenCharacters", {
    # A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it.
    "characterKey": "str",
    # The character’s class, as the client’s token in capitals, such as WARRIOR.
    "class": "str",
    # The faction.
    "faction": "Literal['alliance', 'horde']",
    # The character’s level.
    "level": "int",
})
_RecordCensusSeenCharactersOptional = TypedDict("_RecordCensusSeenCharactersOptional", {
    # The character’s race, as the client’s token, such as NightElf.
    "race": "str",
    # The guild’s name.
    "guildName": "str",
}, total=False)


class RecordCensusSeenCharacters(_RecordCensusSeenCharacters, _RecordCensusSeenCharactersOptional):
    """One character."""


_RecordCensusSelf = TypedDict("_RecordCensusSelf", {
    # The kind of the record.
    "kind": "Literal['census_self']",
    # The random id of the reporting install. It is never published.
    "installId": "str",
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    "capturedAt": "str",
    # A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it.
    "characterKey": "str",
    # The realm’s name.
    "realm": "str",
    # The character’s class, as the client’s token in capitals, such as WARRIOR.
    "class": "str",
    # The character’s race, as the client’s token, such as NightElf.
    "race": "str",
    # The faction.
    "faction": "Literal['alliance', 'horde']",
    # The character’s level.
    "level": "int",
})
_RecordCensusSelfOptional = TypedDict("_RecordCensusSelfOptional", {
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    "eventId": "str",
}, total=False)


class RecordCensusSelf(_RecordCensusSelf, _RecordCensusSelfOptional):
    """The player’s own character, without its name, for the population figures."""


class _RecordCollectionCatalog(TypedDict):
    # The kind of the record.
    kind: Literal["collection_catalog"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The collection’s name, such as mounts.
    collection: str
    # Where the item comes from.
    source: str
    # The item. An item id of the game.
    itemId: int


class RecordCollectionCatalog(_RecordCollectionCatalog, total=False):
    """An item of a collection, and its source."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str


class _RecordCollectionOwned(TypedDict):
    # The kind of the record.
    kind: Literal["collection_owned"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The collection’s name, such as mounts.
    collection: str
    # The item. An item id of the game.
    itemId: int


class RecordCollectionOwned(_RecordCollectionOwned, total=False):
    """An item of a collection that the player owns. It needs the sharing choice collection and a grant that covers it."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str


class _RecordGearSnapshot(TypedDict):
    # The kind of the record.
    kind: Literal["gear_snapshot"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The character’s name.
    character: str
    # The realm’s name.
    realm: str
    # What is worn.
    equipped: List[FeedGearSnapshotEquipped]


class RecordGearSnapshot(_RecordGearSnapshot, total=False):
    """What a character wears. It needs the sharing choice gear and a grant that covers it."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str


class _RecordGoldSnapshot(TypedDict):
    # The kind of the record.
    kind: Literal["gold_snapshot"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The character’s name.
    character: str
    # The realm’s name.
    realm: str
    # The money it has. In copper.
    copper: int


class RecordGoldSnapshot(_RecordGoldSnapshot, total=False):
    """How much money a character has. It needs the sharing choice gold and a grant that covers it."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str


class _RecordGuildSnapshot(TypedDict):
    # The kind of the record.
    kind: Literal["guild_snapshot"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The guild’s name.
    guildName: str
    # The realm’s name.
    realm: str
    # The faction.
    faction: Literal["alliance", "horde"]
    # The members.
    members: List[FeedGuildSnapshotMembers]


class RecordGuildSnapshot(_RecordGuildSnapshot, total=False):
    """A guild’s roster. It names players, so it needs the sharing choice guild and a grant that covers it. claimToken is checked and then dropped: it is never stored, never published, and no proof of anything."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # A token of older addons; dropped.
    claimToken: str


class _RecordItemSeen(TypedDict):
    # The kind of the record.
    kind: Literal["item_seen"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The item. An item id of the game.
    itemId: int
    # The item’s name.
    name: str
    # The item’s quality.
    quality: Literal["poor", "common", "uncommon", "rare", "epic", "legendary", "artifact", "heirloom"]


class RecordItemSeen(_RecordItemSeen, total=False):
    """An item that a player saw, as the client names it."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # The item’s level.
    itemLevel: int


class _RecordLoot(TypedDict):
    # The kind of the record.
    kind: Literal["loot"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # What lay in the window.
    items: List[FeedLootItems]


class RecordLoot(_RecordLoot, total=False):
    """One loot window that a player opened, with all it held; an empty window is a report too. It counts for drop rates when it has sourceEvidence, either sourceNpcId or sourceObjectId and no other source, and no method but corpse or object. With another method it counts for the rates of gathering, if the method can have its source; a window of fishing has a mapId and no source. Other records are kept and count for none. Records without sourceEvidence are guesses of older addons: they are kept, withheld from the feed, and count for nothing."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # The NPC that was looted. An NPC id of the game.
    sourceNpcId: int
    # The object that was looted. An object id of the game.
    sourceObjectId: int
    # The item that was opened, disenchanted, prospected or milled, with these methods. An item id of the game.
    sourceItemId: int
    # How the items were got. Absent if unknown.
    method: Literal["corpse", "object", "skinning", "herbalism", "mining", "fishing", "pickpocketing", "disenchanting", "prospecting", "milling", "container"]
    # How the source is known: the client’s loot interface named it.
    sourceEvidence: Literal["loot-api"]
    # The name of the looted creature or object, as the client shows it.
    sourceName: str
    # The player’s group when the window opened.
    group: Literal["solo", "party", "raid"]
    # How the group shares its loot.
    lootMethod: Literal["freeforall", "roundrobin", "master", "group", "needbeforegreed", "personal"]
    # The quests in the player’s log at that moment. They tell players apart, so they are never shown: they are only counted.
    questIds: List[int]
    # The zone map it happened on, by the client’s map id; 0 if unknown.
    mapId: int
    # The player’s position, measured from the map’s left edge, in percent.
    x: float
    # The player’s position, measured from the map’s top edge, in percent.
    y: float
    # The difficulty of the instance, by the client’s id.
    difficultyId: int
    # The boss fight, by the client’s id.
    encounterId: int


class _RecordLootAward(TypedDict):
    # The kind of the record.
    kind: Literal["loot_award"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The guild’s name.
    guildName: str
    # The realm’s name.
    realm: str
    # The item. An item id of the game.
    itemId: int
    # The item’s name.
    itemName: str
    # Who received it.
    recipient: str
    # The boss that dropped it.
    sourceBoss: str


class RecordLootAward(_RecordLootAward, total=False):
    """An item that a guild awarded to a character. It needs the sharing choice guild and a grant that covers it."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str


class _RecordMapBounds(TypedDict):
    # The kind of the record.
    kind: Literal["map_bounds"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The zone map, by the client’s map id.
    mapId: int
    # The continent, by the client’s id.
    continentId: int
    # The map’s left edge, in yards.
    left: float
    # The map’s right edge, in yards.
    right: float
    # The map’s top edge, in yards.
    top: float
    # The map’s bottom edge, in yards.
    bottom: float


class RecordMapBounds(_RecordMapBounds, total=False):
    """Where a zone map lies on its continent, in yards of the world’s coordinates. right must be another edge than left, by a tenth of a yard at least. bottom must be another edge than top, by a tenth of a yard at least. parentMapId must be another map than mapId, unless both are 0."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # The zone’s name.
    name: str
    # The map above it, by the client’s map id.
    parentMapId: int


class _RecordMoneyEvent(TypedDict):
    # The kind of the record.
    kind: Literal["money_event"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The character’s name.
    character: str
    # The realm’s name.
    realm: str
    # What it was earned by or spent on.
    source: Literal["loot", "quest", "vendor", "auction", "mail", "trade", "repair", "training", "travel", "other"]
    # How much in copper: above 0 earned, below 0 spent.
    copper: int


class RecordMoneyEvent(_RecordMoneyEvent, total=False):
    """Money that a character earned or spent. It needs the sharing choice gold and a grant that covers it."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str


class _RecordNpcSighting(TypedDict):
    # The kind of the record.
    kind: Literal["npc_sighting"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The NPC. An NPC id of the game.
    npcId: int
    # The NPC’s name, as the client shows it.
    name: str
    # The zone map it happened on, by the client’s map id; 0 if unknown.
    mapId: int
    # Position from the map’s left edge, in percent.
    x: float
    # Position from the map’s top edge, in percent.
    y: float
    # The NPC’s level.
    level: int
    # How the NPC is disposed towards the player.
    reaction: Literal["friendly", "neutral", "hostile"]


class RecordNpcSighting(_RecordNpcSighting, total=False):
    """An NPC that a player saw. Only sightings with a positionKind become spawn pins: without one it is unknown whose coordinates were measured."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # Whose coordinates were measured.
    positionKind: Literal["player", "npc"]


class _RecordPriceSeen(TypedDict):
    # The kind of the record.
    kind: Literal["price_seen"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The item. An item id of the game.
    itemId: int
    # The price of one unit. In copper.
    priceCopper: int
    # Where it was seen.
    source: Literal["vendor", "auction"]


class RecordPriceSeen(_RecordPriceSeen, total=False):
    """A price that a player saw. The realm of an auction price counts among the at most 3 auction realms of an upload."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # The realm’s name.
    realm: str
    # How many units were offered at it.
    quantity: int


class _RecordQuest(TypedDict):
    # The kind of the record.
    kind: Literal["quest"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The quest. A quest id of the game.
    questId: int
    # The quest’s title.
    title: str
    # The quest’s level.
    level: int


class RecordQuest(_RecordQuest, total=False):
    """A quest that a player encountered, with its giver, turn-in NPC and rewards as far as known."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # Who gives it. An NPC id of the game.
    giverNpcId: int
    # Who takes it. An NPC id of the game.
    turnInNpcId: int
    # The items it gives or lets choose from; empty if absent.
    rewardItemIds: List[int]


class _RecordQuestChainCatalog(TypedDict):
    # The kind of the record.
    kind: Literal["quest_chain_catalog"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The chain, by the client’s id.
    questLineId: int
    # The chain’s name.
    name: str
    # Its quests, in order.
    questIds: List[int]


class RecordQuestChainCatalog(_RecordQuestChainCatalog, total=False):
    """A chain of quests as the client lists it. A chain of more than 80 quests keeps the first 80 and says truncated; such a chain is never called finished."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # True when the chain has more quests than are listed.
    truncated: bool


_RecordQuestOwned = TypedDict("_RecordQuestOwned", {
    # The kind of the record.
    "kind": "Literal['quest_owned']",
    # The random id of the reporting install. It is never published.
    "installId": "str",
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    "capturedAt": "str",
    # A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it.
    "characterKey": "str",
    # The character’s class, as the client’s token in capitals, such as WARRIOR.
    "class": "str",
    # The character’s level.
    "level": "int",
    # The completed quests.
    "questIds": "List[int]",
})
_RecordQuestOwnedOptional = TypedDict("_RecordQuestOwnedOptional", {
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    "eventId": "str",
}, total=False)


class RecordQuestOwned(_RecordQuestOwned, _RecordQuestOwnedOptional):
    """The quests that a character has completed."""


class _RecordRaidLockout(TypedDict):
    # The kind of the record.
    kind: Literal["raid_lockout"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The guild’s name.
    guildName: str
    # The realm’s name.
    realm: str
    # The instance’s name.
    instance: str
    # The difficulty’s name.
    difficulty: str
    # The bosses killed so far.
    bossesKilled: List[str]
    # When the instance resets.
    resetAt: str


class RecordRaidLockout(_RecordRaidLockout, total=False):
    """How far a guild has come in an instance until its reset. It needs the sharing choice guild and a grant that covers it."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str


class _RecordRecipeObserved(TypedDict):
    # The kind of the record.
    kind: Literal["recipe_observed"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The profession’s name.
    profession: str
    # The recipe, by its spell’s id.
    recipeId: int
    # The recipe’s name.
    name: str
    # The character’s skill at that moment.
    skill: int
    # The difficulty it had at that skill.
    difficulty: Literal["optimal", "medium", "easy", "trivial"]
    # What it uses up.
    reagents: List[FeedRecipeObservedReagents]


class RecordRecipeObserved(_RecordRecipeObserved, total=False):
    """A recipe as a character’s profession window showed it: at which skill it had which difficulty, what it makes and of what. The difficulties optimal, medium, easy and trivial bound the skills at which it turns yellow, green and grey. makesItemId must be the same item as itemId, if both are given. makesMax must be no less than makesMin."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # The item it makes: an older name of makesItemId. An item id of the game.
    itemId: int
    # The item it makes. An item id of the game.
    makesItemId: int
    # The fewest it makes at once.
    makesMin: int
    # The most it makes at once.
    makesMax: int


class _RecordRecipeSeen(TypedDict):
    # The kind of the record.
    kind: Literal["recipe_seen"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The profession’s name.
    profession: str
    # The recipe, by its spell’s id.
    recipeId: int
    # The recipe’s name.
    name: str


class RecordRecipeSeen(_RecordRecipeSeen, total=False):
    """A recipe that a player met, learned or not. taughtByItemId must be the same item as itemId, if both are given."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # Whether the character knows it.
    learned: bool
    # The item that teaches it: an older name of taughtByItemId. An item id of the game.
    itemId: int
    # The item that teaches it. An item id of the game.
    taughtByItemId: int


class _RecordReputationCatalog(TypedDict):
    # The kind of the record.
    kind: Literal["reputation_catalog"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The faction, by the client’s id.
    factionId: int
    # The faction’s name.
    name: str


class RecordReputationCatalog(_RecordReputationCatalog, total=False):
    """A faction whose standing a character can earn."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # The heading it is listed under.
    header: str
    # True for a renown faction, whose ranks are not the eight standings.
    major: bool


_RecordReputationOwned = TypedDict("_RecordReputationOwned", {
    # The kind of the record.
    "kind": "Literal['reputation_owned']",
    # The random id of the reporting install. It is never published.
    "installId": "str",
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    "capturedAt": "str",
    # A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it.
    "characterKey": "str",
    # The character’s class, as the client’s token in capitals, such as WARRIOR.
    "class": "str",
    # The character’s level.
    "level": "int",
    # The standings.
    "factions": "List[RecordReputationOwnedFactions]",
})
_RecordReputationOwnedOptional = TypedDict("_RecordReputationOwnedOptional", {
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    "eventId": "str",
}, total=False)


class RecordReputationOwned(_RecordReputationOwned, _RecordReputationOwnedOptional):
    """A character’s standings with factions."""


class RecordReputationOwnedFactions(TypedDict):
    """The standing with one faction."""
    # The faction, by the client’s id.
    factionId: int
    # From 1 (hated) to 8 (exalted).
    standing: int
    # The points behind the standing, as the client counts them.
    value: int


_RecordTalentSnapshot = TypedDict("_RecordTalentSnapshot", {
    # The kind of the record.
    "kind": "Literal['talent_snapshot']",
    # The random id of the reporting install. It is never published.
    "installId": "str",
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    "capturedAt": "str",
    # A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it.
    "characterKey": "str",
    # The character’s class, as the client’s token in capitals, such as WARRIOR.
    "class": "str",
    # The character’s level.
    "level": "int",
    # The talents with points in them.
    "nodes": "List[RecordTalentSnapshotNodes]",
})
_RecordTalentSnapshotOptional = TypedDict("_RecordTalentSnapshotOptional", {
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    "eventId": "str",
}, total=False)


class RecordTalentSnapshot(_RecordTalentSnapshot, _RecordTalentSnapshotOptional):
    """How a character has spent its talent points."""


class RecordTalentSnapshotNodes(TypedDict):
    """One talent."""
    # The talent, by the client’s id.
    nodeId: int
    # The points in it.
    rank: int


class _RecordTitleCatalog(TypedDict):
    # The kind of the record.
    kind: Literal["title_catalog"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The title, by the client’s id.
    titleId: int
    # The title.
    name: str


class RecordTitleCatalog(_RecordTitleCatalog, total=False):
    """A title that a character can bear."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str


_RecordTitleOwned = TypedDict("_RecordTitleOwned", {
    # The kind of the record.
    "kind": "Literal['title_owned']",
    # The random id of the reporting install. It is never published.
    "installId": "str",
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    "capturedAt": "str",
    # A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it.
    "characterKey": "str",
    # The character’s class, as the client’s token in capitals, such as WARRIOR.
    "class": "str",
    # The character’s level.
    "level": "int",
    # The titles.
    "titleIds": "List[int]",
})
_RecordTitleOwnedOptional = TypedDict("_RecordTitleOwnedOptional", {
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    "eventId": "str",
}, total=False)


class RecordTitleOwned(_RecordTitleOwned, _RecordTitleOwnedOptional):
    """The titles that a character may bear."""


class _RecordTrainerSeen(TypedDict):
    # The kind of the record.
    kind: Literal["trainer_seen"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The trainer. An NPC id of the game.
    trainerNpcId: int
    # What is taught.
    services: List[FeedTrainerSeenServices]


class RecordTrainerSeen(_RecordTrainerSeen, total=False):
    """What a trainer teaches, and for how much."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # The player’s reputation with the NPC’s faction, from 4 (neutral) to 8 (exalted). Discounts depend on it.
    standing: int


class _RecordVendor(TypedDict):
    # The kind of the record.
    kind: Literal["vendor"]
    # The random id of the reporting install. It is never published.
    installId: str
    # When it happened in the game. From 2004-11-23 to a day after the upload is received.
    capturedAt: str
    # The vendor. An NPC id of the game.
    vendorNpcId: int
    # The goods.
    items: List[FeedVendorItems]


class RecordVendor(_RecordVendor, total=False):
    """The goods of a vendor that a player visited."""
    # An id of the event, unique within the install. The same record sent again counts once; other content with the same id is refused.
    eventId: str
    # The player’s reputation with the NPC’s faction, from 4 (neutral) to 8 (exalted). Discounts depend on it.
    standing: int


class IntakeRequestSharing(TypedDict, total=False):
    """The categories that the player chose to share; an absent one is not shared."""
    # Rosters, lockouts, attendance and awards of guilds.
    guild: bool
    # What characters wear.
    gear: bool
    # The money of characters, and what moves it.
    gold: bool
    # What the player’s collections hold.
    collection: bool


class IntakeReceipt(TypedDict):
    """An upload that was stored durably, with what became of each record."""
    # The upload was taken in.
    ok: Literal[True]
    # The accepted records are stored.
    persisted: Literal[True]
    # The id of the upload, a ULID.
    uploadId: str
    # The accepted records, in the order of the upload.
    accepted: List[IntakeReceiptAccepted]
    # The refused records, in the order of the upload.
    rejected: List[IntakeReceiptRejected]


class _IntakeReceiptAccepted(TypedDict):
    # The record’s place in the upload, from 0.
    index: int
    # Its kind.
    kind: Literal["achievement_catalog", "achievement_owned", "addon_seen", "attendance", "auction_scan", "auction_snapshot", "census_seen", "census_self", "collection_catalog", "collection_owned", "gear_snapshot", "gold_snapshot", "guild_snapshot", "item_seen", "loot", "loot_award", "map_bounds", "money_event", "npc_sighting", "price_seen", "quest", "quest_chain_catalog", "quest_owned", "raid_lockout", "recipe_observed", "recipe_seen", "reputation_catalog", "reputation_owned", "talent_snapshot", "title_catalog", "title_owned", "trainer_seen", "vendor"]
    # Whether the record was already known. It counts only once.
    duplicate: bool


class IntakeReceiptAccepted(_IntakeReceiptAccepted, total=False):
    """An accepted record."""
    # Its event id as sent, if it has a valid one.
    eventId: str


class _IntakeReceiptRejected(TypedDict):
    # The record’s place in the upload, from 0.
    index: int
    # Why, for programs; a later minor release may add codes. wrong-type: The value has the wrong JSON type. kind-missing: The record has no kind. kind-unknown: The contract has no such record kind. field-missing: A required field is absent. field-unknown: The kind has no such field. not-in-list: The value is not one of the allowed values. out-of-range: The number is below or above its bounds. wrong-length: The text is shorter or longer than its bounds, as sent or once trimmed and composed. wrong-form: The text does not have the required form. bad-date: The text is not an existing date-time or day. bad-text: The text holds control characters, unpaired surrogates, characters that cannot be seen, or ones that Unicode has not assigned. player-guid: The text holds something that looks like a player’s GUID, in any case. contradictory: Fields of the record contradict each other. install-id-in-text: A text of the record contains the id of its own install. too-few: The list has fewer entries than it needs. too-many: The list has more entries than allowed. other-game: The upload is of another game than the one that the instance collects. test-client: The upload is of a test client, whose game differs from the released one. before-release: capturedAt is before the release of the game that clientBuild names. captured-at-past: capturedAt is before the game’s release. captured-at-future: capturedAt is more than a day in the future. realms-too-many: The record names an auction realm beyond the three an upload may name. sharing-missing: A record of a named kind was sent without the matching sharing choice. grant-missing: A record of a named kind was sent without a grant token. grant-not-covering: No grant sent with a named record is valid and covers it. no-install: The upload names no install that the record could belong to. event-reused: The install already used the eventId with other content. day-quota: The install has reached the limit of this kind for that day (/schema/limits.json). install-erased: The install was erased; its uploads are no longer accepted.
    code: str
    # A JSON Pointer into the record.
    pointer: str
    # The reason, for people: a sentence that names the field, its requirement and the value sent.
    reason: str


class IntakeReceiptRejected(_IntakeReceiptRejected, total=False):
    """A refused record."""
    # Its kind.
    kind: Literal["achievement_catalog", "achievement_owned", "addon_seen", "attendance", "auction_scan", "auction_snapshot", "census_seen", "census_self", "collection_catalog", "collection_owned", "gear_snapshot", "gold_snapshot", "guild_snapshot", "item_seen", "loot", "loot_award", "map_bounds", "money_event", "npc_sighting", "price_seen", "quest", "quest_chain_catalog", "quest_owned", "raid_lockout", "recipe_observed", "recipe_seen", "reputation_catalog", "reputation_owned", "talent_snapshot", "title_catalog", "title_owned", "trainer_seen", "vendor"]
    # Its event id as sent, if it has a valid one.
    eventId: str


class Client(BaseClient):
    """Reads an instance. Methods that end in _pages return all pages of a list, methods that end in _csv its rows as
    texts by column. Methods for files and feeds return their lines while they are being received."""

    def list_public_records(
        self,
        *,
        kinds: Optional[str] = None,
        since: Optional[str] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> CorpusPublicResponse:
        """The raw feed of public records"""
        return cast("CorpusPublicResponse", self._json("/api/corpus/public", {}, {"kinds": kinds, "since": since, "offset": offset, "limit": limit, "snapshot": snapshot}))

    def list_public_records_pages(
        self,
        *,
        kinds: Optional[str] = None,
        since: Optional[str] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> Iterator[CorpusPublicResponse]:
        """The raw feed of public records: all pages"""
        return self._pages("/api/corpus/public", {"kinds": kinds, "since": since, "offset": offset, "limit": limit, "snapshot": snapshot})

    def list_public_records_csv(
        self,
        *,
        kinds: Optional[str] = None,
        since: Optional[str] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> Iterator[Dict[str, str]]:
        """The raw feed of public records: rows"""
        return self._csv("/api/corpus/public", {"kinds": kinds, "since": since, "offset": offset, "limit": limit, "snapshot": snapshot})

    def list_drop_rates(
        self,
        *,
        npc: Optional[int] = None,
        object: Optional[int] = None,
        item: Optional[int] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> DropsResponse:
        """Corroborated drop rates"""
        return cast("DropsResponse", self._json("/api/rollups/drops", {}, {"npc": npc, "object": object, "item": item, "offset": offset, "limit": limit, "snapshot": snapshot}))

    def list_drop_rates_pages(
        self,
        *,
        npc: Optional[int] = None,
        object: Optional[int] = None,
        item: Optional[int] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> Iterator[DropsResponse]:
        """Corroborated drop rates: all pages"""
        return self._pages("/api/rollups/drops", {"npc": npc, "object": object, "item": item, "offset": offset, "limit": limit, "snapshot": snapshot})

    def list_drop_rates_csv(
        self,
        *,
        npc: Optional[int] = None,
        object: Optional[int] = None,
        item: Optional[int] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> Iterator[Dict[str, str]]:
        """Corroborated drop rates: rows"""
        return self._csv("/api/rollups/drops", {"npc": npc, "object": object, "item": item, "offset": offset, "limit": limit, "snapshot": snapshot})

    def list_gathering_rates(
        self,
        *,
        npc: Optional[int] = None,
        object: Optional[int] = None,
        source_item: Optional[int] = None,
        map: Optional[int] = None,
        item: Optional[int] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> GatheringResponse:
        """Corroborated rates of gathering"""
        return cast("GatheringResponse", self._json("/api/rollups/gathering", {}, {"npc": npc, "object": object, "sourceItem": source_item, "map": map, "item": item, "offset": offset, "limit": limit, "snapshot": snapshot}))

    def list_gathering_rates_pages(
        self,
        *,
        npc: Optional[int] = None,
        object: Optional[int] = None,
        source_item: Optional[int] = None,
        map: Optional[int] = None,
        item: Optional[int] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> Iterator[GatheringResponse]:
        """Corroborated rates of gathering: all pages"""
        return self._pages("/api/rollups/gathering", {"npc": npc, "object": object, "sourceItem": source_item, "map": map, "item": item, "offset": offset, "limit": limit, "snapshot": snapshot})

    def list_gathering_rates_csv(
        self,
        *,
        npc: Optional[int] = None,
        object: Optional[int] = None,
        source_item: Optional[int] = None,
        map: Optional[int] = None,
        item: Optional[int] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> Iterator[Dict[str, str]]:
        """Corroborated rates of gathering: rows"""
        return self._csv("/api/rollups/gathering", {"npc": npc, "object": object, "sourceItem": source_item, "map": map, "item": item, "offset": offset, "limit": limit, "snapshot": snapshot})

    def list_relations(
        self,
        *,
        from_kind: Optional[Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"]] = None,
        from_id: Optional[int] = None,
        to_kind: Optional[Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"]] = None,
        to_id: Optional[int] = None,
        rel: Optional[Literal["dropped_by", "sold_by", "reward_from", "located_in", "created_by", "reagent_for", "part_of_set", "same_icon", "in_skill_line"]] = None,
        evidence: Optional[Literal["observed", "client"]] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> EdgesResponse:
        """Typed relations between entities of the game"""
        return cast("EdgesResponse", self._json("/api/edges", {}, {"from_kind": from_kind, "from_id": from_id, "to_kind": to_kind, "to_id": to_id, "rel": rel, "evidence": evidence, "offset": offset, "limit": limit, "snapshot": snapshot}))

    def list_relations_pages(
        self,
        *,
        from_kind: Optional[Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"]] = None,
        from_id: Optional[int] = None,
        to_kind: Optional[Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"]] = None,
        to_id: Optional[int] = None,
        rel: Optional[Literal["dropped_by", "sold_by", "reward_from", "located_in", "created_by", "reagent_for", "part_of_set", "same_icon", "in_skill_line"]] = None,
        evidence: Optional[Literal["observed", "client"]] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> Iterator[EdgesResponse]:
        """Typed relations between entities of the game: all pages"""
        return self._pages("/api/edges", {"from_kind": from_kind, "from_id": from_id, "to_kind": to_kind, "to_id": to_id, "rel": rel, "evidence": evidence, "offset": offset, "limit": limit, "snapshot": snapshot})

    def list_relations_csv(
        self,
        *,
        from_kind: Optional[Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"]] = None,
        from_id: Optional[int] = None,
        to_kind: Optional[Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"]] = None,
        to_id: Optional[int] = None,
        rel: Optional[Literal["dropped_by", "sold_by", "reward_from", "located_in", "created_by", "reagent_for", "part_of_set", "same_icon", "in_skill_line"]] = None,
        evidence: Optional[Literal["observed", "client"]] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> Iterator[Dict[str, str]]:
        """Typed relations between entities of the game: rows"""
        return self._csv("/api/edges", {"from_kind": from_kind, "from_id": from_id, "to_kind": to_kind, "to_id": to_id, "rel": rel, "evidence": evidence, "offset": offset, "limit": limit, "snapshot": snapshot})

    def get_market_prices(
        self,
        *,
        realm: Optional[str] = None,
        house: Optional[Literal["Alliance", "Horde", "Neutral"]] = None,
        ids: Optional[str] = None,
    ) -> Union[MarketRealmsResponse, MarketPricesResponse]:
        """Market values of a realm"""
        return cast("Union[MarketRealmsResponse, MarketPricesResponse]", self._json("/api/market/prices", {}, {"realm": realm, "house": house, "ids": ids}))

    def get_market_prices_csv(
        self,
        *,
        realm: Optional[str] = None,
        house: Optional[Literal["Alliance", "Horde", "Neutral"]] = None,
        ids: Optional[str] = None,
    ) -> Iterator[Dict[str, str]]:
        """Market values of a realm: rows"""
        return self._csv("/api/market/prices", {"realm": realm, "house": house, "ids": ids})

    def get_tooltip(
        self,
        *,
        type: Literal["item", "npc", "quest", "object"],
        id: int,
    ) -> TooltipResponse:
        """A hover card"""
        return cast("TooltipResponse", self._json("/api/tooltip/{type}/{id}", {"type": type, "id": id}, {}))

    def get_tooltips(
        self,
        *,
        type: Literal["item", "npc", "quest", "object"],
        ids: str,
    ) -> TooltipsResponse:
        """Several hover cards"""
        return cast("TooltipsResponse", self._json("/api/tooltip/{type}", {"type": type}, {"ids": ids}))

    def suggest(self, *, q: str) -> SuggestResponse:
        """Names as you type"""
        return cast("SuggestResponse", self._json("/api/suggest", {}, {"q": q}))

    def get_recent_feed(self) -> Iterator[str]:
        """Feed of recent changes"""
        return self._lines("/feeds/recent.atom", {}, {})

    def get_zone_feed(self, *, zone: str) -> Iterator[str]:
        """Feed of a zone"""
        return self._lines("/feeds/zone/{zone}", {"zone": zone}, {})

    def get_item_feed(self, *, item: str) -> Iterator[str]:
        """Feed of an item"""
        return self._lines("/feeds/item/{item}", {"item": item}, {})

    def get_npc_feed(self, *, npc: str) -> Iterator[str]:
        """Feed of an NPC"""
        return self._lines("/feeds/npc/{npc}", {"npc": npc}, {})

    def get_quest_feed(self, *, quest: str) -> Iterator[str]:
        """Feed of a quest"""
        return self._lines("/feeds/quest/{quest}", {"quest": quest}, {})

    def get_object_feed(self, *, object: str) -> Iterator[str]:
        """Feed of an object"""
        return self._lines("/feeds/object/{object}", {"object": object}, {})

    def get_realm_feed(self, *, realm: str) -> Iterator[str]:
        """Feed of a realm’s auction prices"""
        return self._lines("/feeds/realm/{realm}", {"realm": realm}, {})

    def get_coverage(
        self,
        *,
        kind: Optional[Literal["npc", "npc_loot", "vendor", "trainer", "object", "item", "quest", "recipe", "zone"]] = None,
        zone: Optional[int] = None,
        level: Optional[int] = None,
        need: Optional[Literal["1", "2"]] = None,
        after: Optional[str] = None,
    ) -> CoverageResponse:
        """What needs one or two more reports"""
        return cast("CoverageResponse", self._json("/coverage.json", {}, {"kind": kind, "zone": zone, "level": level, "need": need, "after": after}))

    def get_client_layer(self) -> ClientLayer:
        """All relations from the game’s files"""
        return cast("ClientLayer", self._json("/api/edges/client-layer", {}, {}))

    def list_items(
        self,
        *,
        item: Optional[int] = None,
        ids: Optional[str] = None,
        class_: Optional[str] = None,
        subclass: Optional[str] = None,
        slot: Optional[Literal["head", "neck", "shoulder", "shirt", "chest", "waist", "legs", "feet", "wrist", "hands", "finger", "trinket", "one-hand", "off-hand", "ranged", "back", "two-hand", "bag", "tabard", "main-hand", "ammo", "quiver", "relic"]] = None,
        quality: Optional[Literal["poor", "common", "uncommon", "rare", "epic", "legendary", "artifact", "heirloom"]] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> ItemsResponse:
        """Items of the current build"""
        return cast("ItemsResponse", self._json("/api/items", {}, {"item": item, "ids": ids, "class": class_, "subclass": subclass, "slot": slot, "quality": quality, "offset": offset, "limit": limit, "snapshot": snapshot}))

    def list_items_pages(
        self,
        *,
        item: Optional[int] = None,
        ids: Optional[str] = None,
        class_: Optional[str] = None,
        subclass: Optional[str] = None,
        slot: Optional[Literal["head", "neck", "shoulder", "shirt", "chest", "waist", "legs", "feet", "wrist", "hands", "finger", "trinket", "one-hand", "off-hand", "ranged", "back", "two-hand", "bag", "tabard", "main-hand", "ammo", "quiver", "relic"]] = None,
        quality: Optional[Literal["poor", "common", "uncommon", "rare", "epic", "legendary", "artifact", "heirloom"]] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> Iterator[ItemsResponse]:
        """Items of the current build: all pages"""
        return self._pages("/api/items", {"item": item, "ids": ids, "class": class_, "subclass": subclass, "slot": slot, "quality": quality, "offset": offset, "limit": limit, "snapshot": snapshot})

    def list_items_csv(
        self,
        *,
        item: Optional[int] = None,
        ids: Optional[str] = None,
        class_: Optional[str] = None,
        subclass: Optional[str] = None,
        slot: Optional[Literal["head", "neck", "shoulder", "shirt", "chest", "waist", "legs", "feet", "wrist", "hands", "finger", "trinket", "one-hand", "off-hand", "ranged", "back", "two-hand", "bag", "tabard", "main-hand", "ammo", "quiver", "relic"]] = None,
        quality: Optional[Literal["poor", "common", "uncommon", "rare", "epic", "legendary", "artifact", "heirloom"]] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        snapshot: Optional[str] = None,
    ) -> Iterator[Dict[str, str]]:
        """Items of the current build: rows"""
        return self._csv("/api/items", {"item": item, "ids": ids, "class": class_, "subclass": subclass, "slot": slot, "quality": quality, "offset": offset, "limit": limit, "snapshot": snapshot})

    def get_item_categories(self) -> ItemCategoriesResponse:
        """Filters of items"""
        return cast("ItemCategoriesResponse", self._json("/api/items/categories", {}, {}))

    def list_tools(self) -> ToolList:
        """List of tools"""
        return cast("ToolList", self._json("/api/tools", {}, {}))

    def call_tool(
        self,
        *,
        tool: Literal["answer_sources", "auction_history", "collection_gap", "completion_progress", "ecosystem_projects", "entity_relations", "everloot_plan", "fetch", "get_by_name", "get_entity", "gold_ledger", "guild_board", "item_categories", "item_page", "market_value", "npc_page", "object_page", "population", "profession_path", "quest_page", "recent_changes", "recipe_thresholds", "search", "search_knowledge", "talent_plan", "talent_tree", "vendor_page", "world_map_near"],
        **arguments: Union[str, int, float, bool],
    ) -> ToolAnswerResponse:
        """Call a tool by name"""
        return cast("ToolAnswerResponse", self._json("/api/tools/{tool}", {"tool": tool}, arguments))

    def answer_sources(
        self,
        *,
        question: str,
        limit: Optional[int] = None,
    ) -> AnswerSourcesResult:
        """Sources for an answer"""
        return cast("AnswerSourcesResult", self._json("/api/tools/answer_sources", {}, {"question": question, "limit": limit}))

    def auction_history(
        self,
        *,
        item_id: int,
        realm: str,
        house: Optional[Literal["Alliance", "Horde", "Neutral"]] = None,
    ) -> AuctionHistoryResult:
        """Auction prices of an item by day"""
        return cast("AuctionHistoryResult", self._json("/api/tools/auction_history", {}, {"itemId": item_id, "realm": realm, "house": house}))

    def collection_gap(
        self,
        *,
        collection: str,
        owned: Optional[str] = None,
    ) -> CollectionGapResult:
        """Missing items of a collection"""
        return cast("CollectionGapResult", self._json("/api/tools/collection_gap", {}, {"collection": collection, "owned": owned}))

    def completion_progress(
        self,
        *,
        area: Literal["achievement", "reputation", "title", "quest_chain"],
        owned: Optional[str] = None,
    ) -> CompletionProgressResult:
        """Progress in achievements, reputations, titles or quest chains"""
        return cast("CompletionProgressResult", self._json("/api/tools/completion_progress", {}, {"area": area, "owned": owned}))

    def ecosystem_projects(
        self,
        *,
        query: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> EcosystemProjectsResult:
        """Projects about the game"""
        return cast("EcosystemProjectsResult", self._json("/api/tools/ecosystem_projects", {}, {"query": query, "limit": limit}))

    def entity_relations(
        self,
        *,
        kind: Literal["item", "spell", "npc", "object", "quest", "zone", "item_set", "icon", "skill"],
        id: int,
        rel: Optional[Literal["dropped_by", "sold_by", "reward_from", "located_in", "created_by", "reagent_for", "part_of_set", "same_icon", "in_skill_line"]] = None,
        evidence: Optional[Literal["observed", "client"]] = None,
        limit: Optional[int] = None,
    ) -> EntityRelationsResult:
        """Relations of an entity"""
        return cast("EntityRelationsResult", self._json("/api/tools/entity_relations", {}, {"kind": kind, "id": id, "rel": rel, "evidence": evidence, "limit": limit}))

    def everloot_plan(self) -> EverlootPlanResult:
        """How to use this service"""
        return cast("EverlootPlanResult", self._json("/api/tools/everloot_plan", {}, {}))

    def fetch(self, *, id: str) -> FetchResult:
        """Fetch an entry"""
        return cast("FetchResult", self._json("/api/tools/fetch", {}, {"id": id}))

    def get_by_name(
        self,
        *,
        name: str,
        kind: Optional[str] = None,
    ) -> GetByNameResult:
        """Look a name up"""
        return cast("GetByNameResult", self._json("/api/tools/get_by_name", {}, {"name": name, "kind": kind}))

    def get_entity(self, *, id: str) -> GetEntityResult:
        """Read an entry of the knowledge base"""
        return cast("GetEntityResult", self._json("/api/tools/get_entity", {}, {"id": id}))

    def gold_ledger(
        self,
        *,
        character: str,
        realm: str,
    ) -> GoldLedgerResult:
        """Gold of a character"""
        return cast("GoldLedgerResult", self._json("/api/tools/gold_ledger", {}, {"character": character, "realm": realm}))

    def guild_board(
        self,
        *,
        guild: str,
        realm: str,
    ) -> GuildBoardResult:
        """Board of a guild"""
        return cast("GuildBoardResult", self._json("/api/tools/guild_board", {}, {"guild": guild, "realm": realm}))

    def item_categories(
        self,
        *,
        item: Optional[int] = None,
        class_: Optional[str] = None,
        subclass: Optional[str] = None,
        slot: Optional[str] = None,
        quality: Optional[Literal["poor", "common", "uncommon", "rare", "epic", "legendary", "artifact", "heirloom"]] = None,
        limit: Optional[int] = None,
    ) -> ItemCategoriesResult:
        """Item categories"""
        return cast("ItemCategoriesResult", self._json("/api/tools/item_categories", {}, {"item": item, "class": class_, "subclass": subclass, "slot": slot, "quality": quality, "limit": limit}))

    def item_page(
        self,
        *,
        item_id: int,
        realm: Optional[str] = None,
        house: Optional[Literal["Alliance", "Horde", "Neutral"]] = None,
    ) -> ItemPageResult:
        """Page of an item"""
        return cast("ItemPageResult", self._json("/api/tools/item_page", {}, {"itemId": item_id, "realm": realm, "house": house}))

    def market_value(
        self,
        *,
        item_id: int,
        realm: str,
        house: Optional[Literal["Alliance", "Horde", "Neutral"]] = None,
    ) -> MarketValueResult:
        """Market value of an item"""
        return cast("MarketValueResult", self._json("/api/tools/market_value", {}, {"itemId": item_id, "realm": realm, "house": house}))

    def npc_page(self, *, npc_id: int) -> NpcPageResult:
        """Page of an NPC"""
        return cast("NpcPageResult", self._json("/api/tools/npc_page", {}, {"npcId": npc_id}))

    def object_page(self, *, object_id: int) -> ObjectPageResult:
        """Page of an object"""
        return cast("ObjectPageResult", self._json("/api/tools/object_page", {}, {"objectId": object_id}))

    def population(
        self,
        *,
        realm: Optional[str] = None,
        faction: Optional[Literal["alliance", "horde"]] = None,
        class_: Optional[str] = None,
    ) -> PopulationResult:
        """Population of a realm"""
        return cast("PopulationResult", self._json("/api/tools/population", {}, {"realm": realm, "faction": faction, "class": class_}))

    def profession_path(
        self,
        *,
        profession: str,
        from_: Optional[int] = None,
        to: Optional[int] = None,
        realm: Optional[str] = None,
    ) -> ProfessionPathResult:
        """Cheapest way to raise a profession"""
        return cast("ProfessionPathResult", self._json("/api/tools/profession_path", {}, {"profession": profession, "from": from_, "to": to, "realm": realm}))

    def quest_page(self, *, quest_id: int) -> QuestPageResult:
        """Page of a quest"""
        return cast("QuestPageResult", self._json("/api/tools/quest_page", {}, {"questId": quest_id}))

    def recent_changes(
        self,
        *,
        since: Optional[Any] = None,
        kind: Optional[Literal["item", "npc", "object", "quest", "zone", "recipe", "vendor", "trainer", "achievement", "reputation", "title", "quest_chain", "collection", "realm", "build"]] = None,
        limit: Optional[int] = None,
    ) -> RecentChangesResult:
        """Recent changes"""
        return cast("RecentChangesResult", self._json("/api/tools/recent_changes", {}, {"since": since, "kind": kind, "limit": limit}))

    def recipe_thresholds(
        self,
        *,
        profession: str,
        recipe: Optional[str] = None,
        realm: Optional[str] = None,
    ) -> RecipeThresholdsResult:
        """Skill thresholds of recipes"""
        return cast("RecipeThresholdsResult", self._json("/api/tools/recipe_thresholds", {}, {"profession": profession, "recipe": recipe, "realm": realm}))

    def search(self, *, query: str) -> SearchResult:
        """Search"""
        return cast("SearchResult", self._json("/api/tools/search", {}, {"query": query}))

    def search_knowledge(
        self,
        *,
        query: str,
        kind: Optional[str] = None,
        version: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> SearchKnowledgeResult:
        """Search the knowledge base"""
        return cast("SearchKnowledgeResult", self._json("/api/tools/search_knowledge", {}, {"query": query, "kind": kind, "version": version, "limit": limit}))

    def talent_plan(
        self,
        *,
        class_: str,
        points: Optional[str] = None,
        level: Optional[int] = None,
    ) -> TalentPlanResult:
        """Check a talent plan"""
        return cast("TalentPlanResult", self._json("/api/tools/talent_plan", {}, {"class": class_, "points": points, "level": level}))

    def talent_tree(
        self,
        *,
        class_: str,
        tree: Optional[str] = None,
    ) -> TalentTreeResult:
        """Talent trees of a class"""
        return cast("TalentTreeResult", self._json("/api/tools/talent_tree", {}, {"class": class_, "tree": tree}))

    def vendor_page(self, *, vendor_npc_id: int) -> VendorPageResult:
        """Goods of a vendor"""
        return cast("VendorPageResult", self._json("/api/tools/vendor_page", {}, {"vendorNpcId": vendor_npc_id}))

    def world_map_near(
        self,
        *,
        map_id: int,
        x: float,
        y: float,
        radius: Optional[float] = None,
        limit: Optional[int] = None,
        role: Optional[Literal["gives", "ends", "sells", "trains"]] = None,
    ) -> WorldMapNearResult:
        """NPCs and objects near a place"""
        return cast("WorldMapNearResult", self._json("/api/tools/world_map_near", {}, {"mapId": map_id, "x": x, "y": y, "radius": radius, "limit": limit, "role": role}))

    def get_export_index(self) -> BulkIndex:
        """Files of the export"""
        return cast("BulkIndex", self._json("/export/index.json", {}, {}))

    def get_data_package(self) -> GetDataPackageResult:
        """The export as a Data Package"""
        return cast("GetDataPackageResult", self._json("/export/datapackage.json", {}, {}))

    def get_croissant(self) -> Iterator[str]:
        """The export as Croissant"""
        return self._lines("/export/croissant.json", {}, {})

    def get_export_file(self, *, name: str) -> Iterator[str]:
        """A file of the export"""
        return self._lines("/export/{name}", {"name": name}, {})

    def get_addon_file(self, *, name: str) -> Iterator[str]:
        """A file for other addons"""
        return self._lines("/export/addons/{name}", {"name": name}, {})

    def get_export_list(self, *, name: str) -> Iterator[str]:
        """A list for datasets"""
        return self._lines("/export/lists/{name}", {"name": name}, {})

    def get_changes(
        self,
        *,
        since: str,
        last_event_id: Optional[str] = None,
    ) -> ChangesResponse:
        """Files of what changed since a snapshot"""
        return cast("ChangesResponse", self._json("/api/changes", {}, {"since": since, "lastEventId": last_event_id}))

    def follow_changes(
        self,
        *,
        since: Optional[str] = None,
        last_event_id: Optional[str] = None,
    ) -> Iterator[str]:
        """Events of new snapshots"""
        return self._lines("/api/changes/stream", {}, {"since": since, "lastEventId": last_event_id})

    def get_change_file(
        self,
        *,
        epoch: str,
        name: str,
    ) -> Iterator[str]:
        """What changed in a snapshot"""
        return self._lines("/changes/{epoch}/{name}", {"epoch": epoch, "name": name}, {})

    def get_schema_index(self) -> GetLimitsResult:
        """A file of the contract: The published contract"""
        return cast("GetLimitsResult", self._json("/schema/index.json", {}, {}))

    def get_limits(self) -> GetLimitsResult:
        """A file of the contract: The limits of the contract"""
        return cast("GetLimitsResult", self._json("/schema/limits.json", {}, {}))

    def get_upload_schema(self) -> GetMoreSchemaResult:
        """A file of the contract: intakeRequest"""
        return cast("GetMoreSchemaResult", self._json("/schema/upload.json", {}, {}))

    def get_knowledge_document_schema(self) -> GetMoreSchemaResult:
        """A file of the contract: knowledgeDocument"""
        return cast("GetMoreSchemaResult", self._json("/schema/knowledge_document.json", {}, {}))

    def get_record_schema(self, *, kind: Literal["achievement_catalog", "achievement_owned", "addon_seen", "attendance", "auction_scan", "auction_snapshot", "census_seen", "census_self", "collection_catalog", "collection_owned", "gear_snapshot", "gold_snapshot", "guild_snapshot", "item_seen", "loot", "loot_award", "map_bounds", "money_event", "npc_sighting", "price_seen", "quest", "quest_chain_catalog", "quest_owned", "raid_lockout", "recipe_observed", "recipe_seen", "reputation_catalog", "reputation_owned", "talent_snapshot", "title_catalog", "title_owned", "trainer_seen", "vendor"]) -> GetMoreSchemaResult:
        """The JSON Schema of a record kind"""
        return cast("GetMoreSchemaResult", self._json("/schema/records/{kind}.json", {"kind": kind}, {}))

    def get_response_schema(self, *, name: Literal["apiError", "attribution", "bulkIndex", "corpusPublicResponse", "dropsResponse", "edgesResponse", "gameDataNotice", "healthResponse", "intakeReceipt", "intakeRefused", "intakeRequest", "itemCategoriesResponse", "itemsResponse", "marketPricesResponse", "marketRealmsResponse", "page", "toolAnswerResponse", "tooltipResponse"]) -> GetMoreSchemaResult:
        """The JSON Schema of a response shape"""
        return cast("GetMoreSchemaResult", self._json("/schema/api/{name}.json", {"name": name}, {}))

    def get_more_schema(self, *, name: Literal["changesResponse", "coverageResponse", "exportEvidence", "exportLists", "gatheringResponse", "suggestResponse", "tooltipsResponse"]) -> GetMoreSchemaResult:
        """The JSON Schema of a response shape that the contract gained later"""
        return cast("GetMoreSchemaResult", self._json("/schema/more/{name}.json", {"name": name}, {}))

    def get_tool_schema(self, *, tool: Literal["answer_sources", "auction_history", "collection_gap", "completion_progress", "ecosystem_projects", "entity_relations", "everloot_plan", "fetch", "get_by_name", "get_entity", "gold_ledger", "guild_board", "item_categories", "item_page", "market_value", "npc_page", "object_page", "population", "profession_path", "quest_page", "recent_changes", "recipe_thresholds", "search", "search_knowledge", "talent_plan", "talent_tree", "vendor_page", "world_map_near"]) -> GetToolSchemaResult:
        """The JSON Schemas of a tool"""
        return cast("GetToolSchemaResult", self._json("/schema/mcp/{tool}.json", {"tool": tool}, {}))

    def get_health(self) -> HealthResponse:
        """Whether the public snapshot is fresh"""
        return cast("HealthResponse", self._json("/api/health", {}, {}))

    def get_open_api(self) -> GetOpenApiResult:
        """This document"""
        return cast("GetOpenApiResult", self._json("/api/openapi.json", {}, {}))
