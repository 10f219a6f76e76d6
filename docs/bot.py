"""A bot for a Sumito server that makes random moves: python3 bot.py http://127.0.0.1:8061 token-file"""
import http.client, json, random, sys, threading, time, urllib.request

def call(path, **action):
    data, token = json.dumps(action).encode() if action else None, open(sys.argv[2]).read().strip()
    request = urllib.request.Request(sys.argv[1] + path, data, {"Authorization": "Bearer " + token})
    return urllib.request.urlopen(request, timeout=30)

def follow(path, stream, hear):  # A stream begins with how things stand, so one that breaks is simply opened again.
    while not time.sleep(1):
        try:
            messages = map(json.loads, filter(bytes.strip, call(path + stream)))  # Lines are empty if nothing happens.
            if any(hear(path, message) == "finished" for message in messages): return
        except (OSError, http.client.HTTPException) as trouble:  # A refusal says what is wrong: {"key": "stale", ...}
            print(path, trouble, getattr(trouble, "read", bytes)().decode(), flush=True)

def play(game, _):
    state = json.load(call(game))
    if state["status"] == "open":
        call(game + "/actions", do="join")
    elif state["status"] == "playing" and state["turn"] in state["you"]:
        move = random.choice(json.load(call(game + "/moves"))["moves"])
        call(game + "/actions", do="play", move=move, version=state["version"])
    return "finished" if state["status"] in ("over", "aborted") else "goes on"

def hear_news(api, message):  # Each challenge and each game has a thread of its own, which has the game's name.
    games = {f"{api}/games/{news['game']}" for news in message.get("incoming", [message] if "game" in message else [])}
    for game in games - {thread.name for thread in threading.enumerate()}:
        threading.Thread(target=follow, args=[game, "/stream", play], name=game, daemon=True).start()
follow("/api", "/stream/events", hear_news)
