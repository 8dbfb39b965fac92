"""Uses the client for Python as its users do: `python3 use_client.py FOLDER URL STUB`. Prints what it found as JSON."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Callable, Dict

FOLDER, URL, STUB = sys.argv[1:]
sys.path.insert(0, FOLDER)

import third_witness as tw  # noqa: E402


def describe(call: Callable[[], object]) -> Dict[str, object]:
    """Returns what the call raised."""
    try:
        return {"returned": str(call())}
    except tw.ApiError as error:
        return {"status": error.status, "field": error.field, "text": str(error), "retry": error.retry_after}
    except (tw.ThirdWitnessError, ValueError, EOFError) as error:
        return {"error": type(error).__name__, "text": str(error)}


client = tw.Client(URL)
stub = tw.Client(STUB, key="tw_secret", max_wait=3)
pages = list(client.list_relations_pages(limit=2))
edges = [edge for page in pages for edge in page["edges"]]
rows = list(client.list_relations_csv(limit=2))
names = os.path.join(FOLDER, "names.csv")
client.download("lists/names.csv", names)
started = time.monotonic()
waited = stub.get_health()
seconds = time.monotonic() - started
print(
    json.dumps(
        {
            "default": tw.INSTANCE,
            "pages": len(pages),
            "total": pages[0]["total"],
            "edges": [[edge["fromId"], edge["rel"], edge["toId"]] for edge in edges],
            "csv": [[int(row["fromId"]), row["rel"], int(row["toId"])] for row in rows],
            "lines": [json.loads(line)["fromId"] for line in client.get_export_file(name="edges.ndjson")],
            "names": os.path.getsize(names),
            "folder": sorted(os.listdir(FOLDER)),
            "feed": "".join(client.get_recent_feed())[:5],
            "tool": client.get_by_name(name="Kobold")["tool"],
            "any": client.call_tool(tool="get_by_name", name="Kobold")["tool"],
            "wrong": describe(lambda: client.list_relations(limit=0)),
            "missing": describe(lambda: client.get_tooltip(type="item", id=999999)),
            "no file": describe(lambda: client.download("none.csv", names)),
            "waited": [waited["ok"], round(seconds)],
            "long wait": describe(lambda: stub.get_schema_index()),
            "unreachable": describe(lambda: list(stub.list_relations_pages())),
            "other digest": describe(lambda: stub.download("edges.ndjson", os.path.join(FOLDER, "bad"))),
            "cut": [
                describe(lambda: list(stub.get_recent_feed())),
                describe(lambda: list(stub.get_realm_feed(realm="cut"))),
            ],
            "redirect": describe(lambda: stub.get_limits()),
            "left": sorted(os.listdir(FOLDER)),
        }
    )
)
