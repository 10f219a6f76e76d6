# Texts of the analysis board.

analysis-title = Analiza
analysis-lead = Wykonuj ruchy na planszy, wklej partię lub pozycję albo upuść plik na stronę.
engine-on = Program
engine-lines = Warianty programu
evaluation = Ocena
chart = Ocena w przebiegu partii
comment = Komentarz do ruchu
delete-move = Usuń od tego miejsca
import-label = Partia lub pozycja, w dowolnym zapisie
import = Wczytaj
export = Zapisz
format = Format
position = Pozycja
download = Partie są czytane i oceniane w twojej przeglądarce; nic nie jest wysyłane.
js-depth = głębokość { $depth }, { $nodes } tys. pozycji
js-import-failed = Nie udało się wczytać: { $reason }
