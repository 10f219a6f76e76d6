# Texts of accounts, profiles, ratings and settings.

account-title = Twoje konto
account-sign-in = Zaloguj się
account-sign-up = Załóż konto
account-sign-up-lead = Można grać bez konta. Konto przechowuje twoje partie, daje ranking dla każdego tempa i przenosi ustawienia do każdej przeglądarki.
account-keeps-games = Partie rozegrane w tej przeglądarce przejdą na konto.
account-name = Nazwa
account-name-hint = Od 2 do 20 liter (bez polskich znaków), cyfr, - lub _. Nazwę widzą wszyscy.
account-password = Hasło
account-password-hint = Co najmniej 8 znaków. Na wypadek zapomnienia dostaniesz kod odzyskiwania.
account-new-password = Nowe hasło
account-change-password = Zmień hasło
account-change-hint = Co najmniej 8 znaków. Inne przeglądarki zostaną wylogowane, a tokeny unieważnione.
account-recovery = Kod odzyskiwania
account-recovery-lead = Pozwala ustawić nowe hasło, gdy zapomnisz swojego. Nowy kod zastępuje poprzedni.
account-recovery-make = Pokaż nowy kod
account-recovery-code = Zapisz kod teraz, nie zostanie pokazany ponownie:
account-recovery-why = Jeśli zapomnisz hasła, tylko ten kod pozwoli wrócić na konto: ten serwis nie wysyła e-maili.
account-recovery-continue = Zapisane, dalej
account-forgot = Nie pamiętasz hasła?
account-forgot-lead = Wpisz swój kod odzyskiwania i wybierz nowe hasło.
account-recover = Ustaw nowe hasło
account-recover-hint = Co najmniej 8 znaków. Wszystkie przeglądarki zostaną wylogowane, tokeny unieważnione, a ty dostaniesz nowy kod.
account-profile = Profil
account-sign-out = Wyloguj się
account-sessions = Inne przeglądarki
account-sessions-count =
    { $count ->
        [0] Nie masz innych aktywnych sesji.
        [one] Masz { $count } sesję w innej przeglądarce.
        [few] Masz { $count } sesje w innych przeglądarkach.
       *[many] Masz { $count } sesji w innych przeglądarkach.
    }
account-end-sessions = Wyloguj wszędzie indziej
account-tokens = Tokeny dla aplikacji
account-tokens-lead = Aplikacja, która ma token, gra w twoim imieniu.
account-token-new = Skopiuj token teraz, nie zostanie pokazany ponownie:
account-token-label = Do czego służy token?
account-token-scope = Co wolno aplikacji?
account-token-read = oglądać
account-token-play = oglądać i grać
account-token-bot = oglądać, grać i zmienić konto w bota
account-token-scope-why = Token nigdy nie daje dostępu do konta: hasła, sesji, ustawień ani tokenów.
account-token-add = Nowy token
account-token-end = Unieważnij
account-token-end-named = Unieważnij token { $name }
account-bot = Bot
account-bot-lead = Jeśli na tym koncie gra komputer, a nie człowiek, zmień je w bota przed pierwszą partią. Wtedy widać to wszędzie przy nazwie, a partie liczą się do osobnego rankingu. Tego nie można cofnąć.
account-bot-make = Zmień to konto w bota
account-bot-is = To konto jest botem.
account-delete = Usuń konto
account-delete-lead = Nazwa, rankingi i ustawienia zostaną trwale usunięte. Partie pozostaną bez twojej nazwy, bo należą też do przeciwników; nieukończone partie zostaną poddane.
account-done-password = Hasło zostało zmienione. Inne przeglądarki wylogowano.
account-done-sessions = Inne przeglądarki wylogowano.
account-done-token = Token został unieważniony.
account-done-bot = To konto jest teraz botem.
account-done-deleted = Konto zostało usunięte.
account-error-wrong-password = Nieprawidłowa nazwa lub hasło.
account-error-password-alone = To nie jest twoje hasło.
account-error-wrong-code = Nieprawidłowa nazwa lub kod odzyskiwania.
account-error-name-taken = Ta nazwa jest zajęta, wybierz inną.
account-error-bad-name = Nazwa ma od 2 do 20 znaków: liter bez polskich znaków, cyfr, - lub _.
account-error-bad-password = Hasło ma od 8 do 200 znaków.
account-error-has-account = To konto jest już zalogowane.
account-error-signed-out = Sesja wygasła, zaloguj się ponownie.
account-error-too-many = Za dużo prób. Odczekaj minutę.
account-error-other = Nie udało się. Spróbuj ponownie.
profile-since = Konto od
profile-results =
    z ludźmi: { $won ->
        [one] { $won } wygrana
        [few] { $won } wygrane
       *[many] { $won } wygranych
    }, { $drawn ->
        [one] { $drawn } remis
        [few] { $drawn } remisy
       *[many] { $drawn } remisów
    }, { $lost ->
        [one] { $lost } przegrana
        [few] { $lost } przegrane
       *[many] { $lost } przegranych
    }
profile-ratings = Rankingi
profile-no-ratings = Nie ma jeszcze partii rankingowych.
profile-rating = Ranking
profile-provisional = Tymczasowy: za mało partii lub dawno nie grano
profile-speed = Tempo
profile-won = Wygrane
profile-drawn = Remisy
profile-lost = Przegrane
profile-games = Partie
profile-no-games = Brak partii do pokazania.
profile-all = Wszystkie
profile-playing = trwa
profile-game-won = wygrana
profile-game-drawn = remis
profile-game-lost = przegrana
profile-engine = Komputer, poziom { $level }
profile-guest = Gość
profile-rated = rankingowa
profile-newer = Nowsze
profile-older = Starsze
profile-date = Data
profile-chart-label =
    { $games ->
        [one] { $speed }: ranking w ostatniej partii, od { $first } do { $last }
        [few] { $speed }: ranking w ostatnich { $games } partiach, od { $first } do { $last }
       *[many] { $speed }: ranking w ostatnich { $games } partiach, od { $first } do { $last }
    }
profile-chart-table = W tabeli
players-title = Najsilniejsi gracze
players-lead = Gracze z ustalonym rankingiem: dość partii, i to niedawnych.
players-none = Jeszcze nikogo. Zagraj partie rankingowe i zajmij pierwsze miejsce.
players-place = Miejsce
players-name = Gracz
speed-blitz = Błyskawiczne
speed-rapid = Szybkie
speed-classical = Klasyczne
speed-correspondence = Korespondencyjne
speed-teams = Drużyny
settings-title = Ustawienia
settings-lead-account = Ustawienia są zapisane na twoim koncie i działają w każdej przeglądarce.
settings-lead-guest = Ustawienia działają tylko w tej przeglądarce. Z kontem działają wszędzie.
settings-keep = Zapisz
settings-kept = Zapisano.
settings-not-kept = Nie udało się zapisać ustawień.
settings-theme-auto = Jak w systemie
settings-theme-light = Jasny
settings-theme-dark = Ciemny
settings-group-look = Plansza i kolory
settings-group-play = Gra
settings-group-site = Język, dźwięk i czat
settings-preview = Ta plansza pokazuje twoje ustawienia.
