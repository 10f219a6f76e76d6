# Texts of the page of a game on the server.

game-rematch = Revanche
game-new = Neue Partie
game-draw = Remis anbieten
game-claim-win = Sieg beanspruchen
game-claim-draw = Remis beanspruchen
game-abort = Abbrechen
game-record = Partie herunterladen
game-offline = Verbindung verloren, wird wiederhergestellt
game-clock = Uhr
game-chat = Chat
js-game-chat-off = Ausschalten
game-chat-say = Nachricht schreiben
game-chat-send = Senden
game-link = Link zu dieser Partie
game-invite-title = Warten auf einen Gegner
game-invite-lead = Verschicken Sie diesen Link: Wer ihn zuerst öffnet, kann den anderen Platz einnehmen, mit oder ohne Konto.
game-invite-rated = Verschicken Sie diesen Link: Wer ihn zuerst öffnet, kann den anderen Platz einnehmen. Die Partie wird gewertet, dafür ist ein Konto nötig.
game-invite-public = Die Partie wird auch in der Lobby angeboten.
game-copy = Link kopieren
game-share = Teilen
game-join-title = Sie sind zu einer Partie eingeladen
game-join-black = Sie spielen Schwarz und beginnen.
game-join-white = Sie spielen Weiß.
game-join-random-colors = Die Farben werden ausgelost.
game-join-rated = Die Partie wird gewertet: Dafür ist ein Konto nötig.
game-join-help = Beide Spieler können Tipps bekommen und Drohungen sehen.
game-join-account = Anmelden oder Konto anlegen
game-join = Platz nehmen
game-own-position = Eigene Stellung
game-rated = gewertet
game-casual = ungewertet
js-clock-days = { $days } T { $hours } Std.
js-game-open = Freier Platz
js-game-guest = Gast
js-game-waiting = Warten auf den anderen Spieler
js-game-aborted = Die Partie wurde abgebrochen
js-game-aborted-no-first-move = Die Partie wurde abgebrochen: Der erste Zug kam nicht rechtzeitig
js-game-queued =
    { $ahead ->
        [one] Der Computer ist beschäftigt: { $ahead } Partie vor Ihrer
       *[other] Der Computer ist beschäftigt: { $ahead } Partien vor Ihrer
    }
js-game-their-turn = Ihr Gegner ist am Zug
js-game-you-win = Sie haben gewonnen
js-game-you-lose = Sie haben verloren
js-game-offers-draw = Ihr Gegner bietet Remis an
js-game-offers-takeback = Ihr Gegner möchte einen Zug zurücknehmen
js-game-offers-rematch = Ihr Gegner möchte eine Revanche
js-game-offered-draw = Sie haben Remis angeboten und warten auf Antwort
js-game-offered-takeback = Sie möchten Ihren Zug zurücknehmen und warten auf Antwort
js-game-offered-rematch = Sie haben um Revanche gebeten und warten auf Antwort
js-game-declined-draw = Das Remis wurde abgelehnt
js-game-declined-takeback = Der Zug bleibt: Ihr Gegner war nicht einverstanden
js-game-took-back = Ein Zug wurde zurückgenommen
js-game-declined-rematch = Ihr Gegner möchte keine Revanche
js-game-accept = Annehmen
js-game-decline = Ablehnen
js-game-next = Zur Revanche
js-game-watchers =
    { $count ->
        [one] { $count } Zuschauer
       *[other] { $count } Zuschauer
    }
js-game-away = abwesend
js-game-absent = Ihr Gegner ist abwesend. Sie können Sieg oder Remis beanspruchen in
js-game-absent-claim = Ihr Gegner ist immer noch abwesend. Sie können Sieg oder Remis beanspruchen oder warten.
js-game-first-move-yours = Machen Sie Ihren ersten Zug, sonst wird die Partie abgebrochen in
js-game-first-move = Ohne ersten Zug wird die Partie abgebrochen in
js-game-not-sent = Nicht gesendet: keine Verbindung
js-game-pending = Ihr Zug { $move } wird gesendet, sobald die Verbindung wieder da ist
js-game-copied = Kopiert
js-game-began = Ihr Gegner ist da
js-game-time-short = Ihre Zeit läuft ab
js-game-chat-on = Einschalten
game-agree-draw = Remis vereinbaren
js-game-sure-draw = Remis vereinbaren?
js-game-sure-resign = Partie aufgeben?
js-game-sure-abort = Partie abbrechen?
game-coach-title = Ihr erster Zug
game-coach = Wählen Sie eine, zwei oder drei Kugeln in einer Linie. Ziehen Sie sie dann mit Maus oder Finger, oder tippen Sie auf einen Pfeil.
js-game-turning-point = Der Wendepunkt
js-game-turning-chances = Gewinnchancen: { $before } % → { $after } %
game-decided = Was entschied?
game-analysis = Analyse
js-game-report-line = Diese Nachricht von { $name } melden
