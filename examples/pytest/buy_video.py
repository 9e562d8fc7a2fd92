"""A client that sends again what got no response, and one that first looks whether it was accepted."""

import requests

HEADERS = {"authorization": "Bearer studio"}


def create(base_url, prompt):
    wanted = {"model": "sora-2", "prompt": prompt, "seconds": "4"}
    response = requests.post(f"{base_url}/videos", json=wanted, headers=HEADERS)
    response.raise_for_status()
    return response.json()["id"]


def buy_naively(base_url, prompt):
    for _ in range(3):
        try:
            return create(base_url, prompt)
        except requests.RequestException:
            continue
    raise OSError("no response")


def buy(base_url, prompt):
    try:
        return create(base_url, prompt)
    except requests.RequestException:
        videos = requests.get(f"{base_url}/videos", headers=HEADERS).json()["data"]
        found = [video["id"] for video in videos if video["prompt"] == prompt]
        if not found:
            raise
        return found[0]


def download(base_url, video):
    response = requests.get(f"{base_url}/videos/{video}/content", headers=HEADERS)
    response.raise_for_status()
    return response.content
