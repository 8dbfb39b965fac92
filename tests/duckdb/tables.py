"""Reads each CSV file of an export with pandas, by the columns and types of its Data Package, and compares the values with
those of its twin in NDJSON; each Parquet file too if pandas can read Parquet. Prints as JSON the rows of each file.
Argument: a folder with the files and their Data Package."""

import json
import sys

import pandas

TYPES = {"integer": "Int64", "number": "float64", "boolean": "boolean"}
folder = sys.argv[1]


def at(row, column):
    for name in column.split("."):
        row = row.get(name) if row is not None else None
    return row


def plain(value):
    if isinstance(value, (list, dict)):
        return value
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list):
        return value
    return None if pandas.isna(value) else value


def values_of(frame, fields):
    columns = []
    for field in fields:
        values = [plain(value) for value in frame[field["name"]]]
        if field["type"] == "array":
            values = [json.loads(value) if isinstance(value, str) else value for value in values]
        if field["type"] == "date":
            values = [None if value is None else str(value)[:10] for value in values]
        columns.append(values)
    return [list(row) for row in zip(*columns)]


def read_frame(resource):
    path = f"{folder}/{resource['path']}"
    if resource["format"] == "parquet":
        return pandas.read_parquet(path)
    fields = resource["schema"]["fields"]
    types = {field["name"]: TYPES.get(field["type"], "string") for field in fields}
    return pandas.read_csv(path, dtype=types, encoding="utf-8-sig", keep_default_na=False, na_values=[""])


def can_read_parquet():
    try:
        pandas.io.parquet.get_engine("auto")
        return True
    except ImportError:
        return False


with open(f"{folder}/datapackage.json", encoding="utf-8") as file:
    resources = json.load(file)["resources"]
formats = ["csv", "parquet"] if can_read_parquet() else ["csv"]
found = {}
for resource in resources:
    if resource["format"] not in formats:
        continue
    fields = resource["schema"]["fields"]
    frame = read_frame(resource)
    if list(frame.columns) != [field["name"] for field in fields]:
        sys.exit(f"{resource['path']} has the columns {list(frame.columns)}")
    twin = f"{folder}/{resource['path'].replace('.' + resource['format'], '.ndjson')}"
    with open(twin, encoding="utf-8") as lines:
        expected = [[at(json.loads(line), field["name"]) for field in fields] for line in lines]
    if values_of(frame, fields) != expected:
        sys.exit(f"{resource['path']} differs from {twin}")
    found[resource["path"]] = len(frame)
print(json.dumps(found))
