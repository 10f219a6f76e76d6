# Partie dla trzech do sześciu osób.

# Dlaczego ruch jest niedozwolony i dlaczego gracz nie może odejść: klucze zasad.
illegal-pusher-not-yours = Ostatnia z tyłu kula musi przy przepychaniu być twoja: ta na polu { $cell } należy do partnera.
illegal-partner-only-pushes = Kula partnera na polu { $cell } rusza się tylko przy przepychaniu.
illegal-blocked-by-partner = Kula partnera na polu { $cell } stoi na drodze.
refusal-not-in-the-game = Ten gracz nie bierze już udziału w partii.
# Jak skończyła się partia.
js-result-won-by-others-blocked = nikt inny nie ma ruchu
js-result-won-by-others-left = nikt inny nie został w grze
js-result-drawn-by-others-blocked = ruch ma tylko jedna strona
# Dlaczego gracz odszedł; $seat to jego nazwa lub kolor.
js-left-resigned = { $seat }: poddanie
js-left-flag = { $seat }: koniec czasu
js-left-absent = { $seat }: nieobecność
js-left-abandoned = { $seat }: opuszczenie partii
