"""A bot for a Sumito server that makes random moves: python3 bot.py http://127.0.0.1:8061 token-file"""
import json, random, sys, threading, urllib.error, urllib.request

server, token = sys.argv[1], open(sys.argv[2]).read().strip()

def call(path, **action):
    data = json.dumps(action).encode() if action else None
    request = urllib.request.Request(server + path, data, {"Authorization": "Bearer " + token})
    return urllib.request.urlopen(request, timeout=30)

def act(game, **action):
    try:
        call(f"/api/games/{game}/actions", **action)
    except urllib.error.HTTPError as refusal:  # It says what is wrong, such as {"key": "stale", ...}.
        print(game, refusal.read().decode(), flush=True)

def play(game):
    for line in filter(bytes.strip, call(f"/api/games/{game}/stream")):  # Empty lines come when nothing happens.
        state = json.load(call(f"/api/games/{game}"))
        if state["status"] != "playing":
            return print(game, state["outcome"], flush=True)
        if state["turn"] in state["you"]:
            moves = json.load(call(f"/api/games/{game}/moves"))["moves"]
            act(game, do="play", move=random.choice(moves), version=state["version"])

for message in map(json.loads, filter(bytes.strip, call("/api/stream/events"))):
    for challenge in message.get("incoming", []):
        act(challenge["game"], do="join")
    if message["type"] == "game" and message["status"] == "playing":
        threading.Thread(target=play, args=[message["game"]], daemon=True).start()
