"""One lost response, and what two clients make of it."""

import pytest

from buy_video import buy, buy_naively, download

pytestmark = pytest.mark.filmgate(jobs=1)


@pytest.fixture
def base_url(space):
    space.clock.mode("frozen")
    space.rule(when={"attempt": 1}, then={"fault": "lost-response"})
    return space.base_url("openai-videos")


# Without this line the test fails: the first video is paid, and nobody has it.
@pytest.mark.filmgate(expect=["paid-twice"])
def test_one_that_sends_again_pays_twice(space, base_url):
    video = buy_naively(base_url, "a kite")
    space.clock.until_idle()
    download(base_url, video)
    assert space.ledger("a kite")["accepted"] == 2


def test_one_that_looks_first_pays_once_and_has_the_video(space, base_url):
    video = buy(base_url, "a kite")
    space.clock.until_idle()
    assert download(base_url, video)[4:8] == b"ftyp"
    assert space.ledger("a kite")["charged_credits"] == 8
