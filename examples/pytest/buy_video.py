"""A client that sends again what got no response, and one that first looks whether it was accepted."""

import json
import urllib.request

HEADERS = {"authorization": "Bearer studio", "content-type": "application/json"}


def call(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, HEADERS)
    with urllib.request.urlopen(request) as response:
        return response.read()


def create(base_url, prompt):
    wanted = {"model": "sora-2", "prompt": prompt, "seconds": "4"}
    return json.loads(call(f"{base_url}/videos", wanted))["id"]


def buy_naively(base_url, prompt):
    for _ in range(3):
        try:
            return create(base_url, prompt)
        except OSError:
            continue
    raise OSError("no response")


def buy(base_url, prompt):
    try:
        return create(base_url, prompt)
    except OSError:
        videos = json.loads(call(f"{base_url}/videos"))["data"]
        found = [video["id"] for video in videos if video["prompt"] == prompt]
        if not found:
            raise
        return found[0]


def download(base_url, video):
    return call(f"{base_url}/videos/{video}/content")
