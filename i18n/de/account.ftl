# Texts of accounts, profiles, ratings and settings.

account-title = Ihr Konto
account-sign-in = Anmelden
account-sign-up = Konto anlegen
account-sign-up-lead = Sie können ohne Konto spielen. Mit einem Konto behalten Sie Ihre Partien, bekommen eine Wertung für jedes Tempo und finden Ihre Einstellungen in jedem Browser wieder.
account-keeps-games = Die Partien, die Sie in diesem Browser gespielt haben, gehören dann zum Konto.
account-name = Name
account-name-hint = 2 bis 20 Buchstaben (ohne Umlaute), Ziffern, - oder _. Alle sehen ihn.
account-password = Passwort
account-password-hint = Mindestens 8 Zeichen. Für den Fall, dass Sie es vergessen, erhalten Sie einen Wiederherstellungscode.
account-new-password = Neues Passwort
account-change-password = Passwort ändern
account-change-hint = Mindestens 8 Zeichen. Andere Browser werden abgemeldet, Zugangsschlüssel werden widerrufen.
account-recovery = Wiederherstellungscode
account-recovery-lead = Damit setzen Sie ein neues Passwort, falls Sie Ihres vergessen. Ein neuer Code ersetzt den alten.
account-recovery-make = Neuen Code anzeigen
account-recovery-code = Schreiben Sie den Code jetzt auf, er wird nicht noch einmal gezeigt:
account-recovery-why = Falls Sie Ihr Passwort vergessen, führt nur dieser Code zurück in Ihr Konto: Diese Website verschickt keine E-Mails.
account-recovery-continue = Notiert, weiter
account-forgot = Passwort vergessen?
account-forgot-lead = Geben Sie Ihren Wiederherstellungscode ein und wählen Sie ein neues Passwort.
account-recover = Neues Passwort setzen
account-recover-hint = Mindestens 8 Zeichen. Alle Browser werden abgemeldet, Zugangsschlüssel werden widerrufen, und Sie erhalten einen neuen Code.
account-profile = Profil
account-sign-out = Abmelden
account-sessions = Andere Browser
account-sessions-count =
    { $count ->
        [0] Sie sind sonst nirgends angemeldet.
        [one] Sie sind in { $count } weiteren Browser angemeldet.
       *[other] Sie sind in { $count } weiteren Browsern angemeldet.
    }
account-end-sessions = Überall sonst abmelden
account-tokens = Zugangsschlüssel für Anwendungen
account-tokens-lead = Eine Anwendung mit einem Zugangsschlüssel spielt in Ihrem Namen.
account-token-new = Kopieren Sie den Schlüssel jetzt, er wird nicht noch einmal gezeigt:
account-token-label = Wofür ist der Schlüssel?
account-token-scope = Was darf die Anwendung?
account-token-read = zusehen
account-token-play = zusehen und spielen
account-token-scope-why = Ein Zugangsschlüssel öffnet nie Ihr Konto: weder Passwort noch Sitzungen, Einstellungen oder Schlüssel.
account-token-add = Neuer Schlüssel
account-token-end = Widerrufen
account-token-end-named = Schlüssel { $name } widerrufen
account-delete = Konto löschen
account-delete-lead = Name, Wertungen und Einstellungen werden endgültig gelöscht. Ihre Partien bleiben ohne Ihren Namen erhalten, denn sie gehören auch Ihren Gegnern; laufende Partien werden aufgegeben.
account-done-password = Das Passwort wurde geändert. Andere Browser wurden abgemeldet.
account-done-sessions = Andere Browser wurden abgemeldet.
account-done-token = Der Schlüssel wurde widerrufen.
account-done-deleted = Das Konto wurde gelöscht.
account-error-wrong-password = Name oder Passwort ist falsch.
account-error-password-alone = Das ist nicht Ihr Passwort.
account-error-wrong-code = Name oder Wiederherstellungscode ist falsch.
account-error-name-taken = Dieser Name ist vergeben, wählen Sie einen anderen.
account-error-bad-name = Ein Name hat 2 bis 20 Buchstaben ohne Umlaute, Ziffern, - oder _.
account-error-bad-password = Ein Passwort hat mindestens 8 und höchstens 200 Zeichen.
account-error-has-account = Sie sind bereits angemeldet.
account-error-signed-out = Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an.
account-error-too-many = Zu viele Versuche. Warten Sie eine Minute.
account-error-other = Das hat nicht geklappt. Versuchen Sie es noch einmal.
profile-since = Dabei seit
profile-results = gegen Menschen: { $won } gewonnen, { $drawn } remis, { $lost } verloren
profile-ratings = Wertungen
profile-no-ratings = Noch keine gewertete Partie.
profile-rating = Wertung
profile-provisional = Vorläufig: zu wenige Partien oder lange keine
profile-speed = Tempo
profile-won = Gewonnen
profile-drawn = Remis
profile-lost = Verloren
profile-games = Partien
profile-no-games = Keine Partien vorhanden.
profile-all = Alle
profile-playing = läuft
profile-game-won = gewonnen
profile-game-drawn = remis
profile-game-lost = verloren
profile-engine = Computer, Stufe { $level }
profile-guest = Gast
profile-rated = gewertet
profile-newer = Neuere
profile-older = Ältere
profile-date = Datum
profile-chart-label =
    { $games ->
        [one] { $speed }: Wertung über die letzte Partie, von { $first } bis { $last }
       *[other] { $speed }: Wertung über die letzten { $games } Partien, von { $first } bis { $last }
    }
profile-chart-table = Als Tabelle
players-title = Stärkste Spieler
players-lead = Spieler mit gesicherter Wertung: genug Partien, und das in letzter Zeit.
players-none = Noch niemand. Spielen Sie gewertete Partien und holen Sie sich den ersten Platz.
players-place = Platz
players-name = Spieler
speed-blitz = Blitz
speed-rapid = Schnell
speed-classical = Klassisch
speed-correspondence = Fernpartie
settings-title = Einstellungen
settings-lead-account = Die Einstellungen sind in Ihrem Konto gespeichert und gelten in jedem Browser.
settings-lead-guest = Die Einstellungen gelten nur in diesem Browser. Mit einem Konto gelten sie überall.
settings-keep = Speichern
settings-kept = Gespeichert.
settings-not-kept = Die Einstellungen konnten nicht gespeichert werden.
settings-theme-auto = Wie das System
settings-theme-light = Hell
settings-theme-dark = Dunkel
settings-group-look = Brett und Farben
settings-group-play = Spielen
settings-group-site = Sprache, Töne und Chat
settings-preview = Dieses Brett zeigt Ihre Auswahl.
