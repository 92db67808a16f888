"""Leads every request of a Python program to a simulation of the scholarly web.

With the folder of this file in PYTHONPATH and SIM_BASE=http://127.0.0.1:PORT in the environment,
https://HOST/PATH becomes http://127.0.0.1:PORT/HOST/PATH.
"""
import os
from urllib.parse import urlsplit

BASE = os.environ.get("SIM_BASE")


def to_simulation(url):
    parts = urlsplit(str(url))
    if parts.scheme not in ("http", "https") or parts.hostname in ("127.0.0.1", "localhost"):
        return str(url)
    query = "?" + parts.query if parts.query else ""
    return f"{BASE}/{parts.hostname}{parts.path or '/'}{query}"


def patch_requests():
    from requests.sessions import Session

    send = Session.request
    Session.request = lambda self, method, url, *a, **k: send(self, method, to_simulation(url), *a, **k)


def patch_httpx():
    import httpx

    for client in (httpx.Client, httpx.AsyncClient):
        build = client.build_request

        def request(self, method, url, *a, build=build, **k):
            return build(self, method, to_simulation(self._merge_url(url)), *a, **k)

        client.build_request = request


def patch_aiohttp():
    import aiohttp

    send = aiohttp.ClientSession._request

    async def request(self, method, url, *a, **k):
        return await send(self, method, to_simulation(url), *a, **k)

    aiohttp.ClientSession._request = request


def patch_urllib():
    from urllib.request import OpenerDirector

    opened = OpenerDirector.open

    def request(self, url, *a, **k):
        if isinstance(url, str):
            url = to_simulation(url)
        else:
            url.full_url = to_simulation(url.full_url)
        return opened(self, url, *a, **k)

    OpenerDirector.open = request


if BASE:
    for patch in (patch_requests, patch_httpx, patch_aiohttp, patch_urllib):
        try:
            patch()
        except ImportError:
            pass
