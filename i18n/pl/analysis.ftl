# Texts of the analysis board.

analysis-title = Analiza
analysis-lead = Wykonuj ruchy na planszy, wklej partię lub pozycję albo upuść plik na stronę.
analysis-panels = Panele
analysis-evaluation = Ocena
analysis-engine = Komputer
analysis-lines = Liczba wariantów
analysis-threat = Groźba
analysis-threat-hint = Co zagrałaby druga strona, gdyby teraz był jej ruch
analysis-longer = Licz dłużej
analysis-tab-moves = Ruchy
analysis-tab-report = Raport
analysis-tab-editor = Ustaw
analysis-tab-terms = Pojęcia
analysis-tab-exchange = Pliki
analysis-marks = Oznacz ruch
analysis-comment = Komentarz do ruchu
analysis-promote = Ustaw jako główny wariant
analysis-delete = Usuń od tego miejsca
analysis-keys = Klawisze
analysis-keys-steps = Ruch wstecz lub naprzód
analysis-keys-variations = Poprzedni lub następny wariant
analysis-keys-ends = Pierwsza lub ostatnia pozycja
analysis-keys-engine = Komputer włączony lub wyłączony
analysis-keys-threat = Pokaż groźbę
analysis-report-lead = Komputer ocenia każdy ruch partii i wyjaśnia, co było nie tak ze złymi.
analysis-report-care = Dokładność
analysis-report-quick = Szybko
analysis-report-thorough = Dokładnie
analysis-report-start = Przeanalizuj partię
analysis-report-cancel = Przerwij
analysis-report-write = Dodaj do partii
analysis-chart = Ocena w przebiegu partii
analysis-editor-lead = Wybierz, co kłaść, i dotykaj pól planszy. Z klawiatury: strzałki przesuwają kursor, spacja kładzie kulę lub ją zabiera.
analysis-editor-brush = Kładź
analysis-editor-remove = Nic
analysis-editor-clear = Pusta plansza
analysis-editor-swap = Zamień kolory
analysis-editor-turn = Ruch mają
analysis-editor-lost-black = Stracone przez czarne
analysis-editor-lost-white = Stracone przez białe
analysis-editor-limits = Co jest dozwolone
analysis-editor-limits-text = Każda strona musi mieć co najmniej jedną kulę, a najwyżej 14 razem ze straconymi (jedno ustawienie z naszego zbioru ma 15). Kto stracił sześć, przegrał partię. Strona, która ma ruch, musi móc go wykonać.
analysis-editor-analyse = Analizuj stąd
analysis-editor-play = Graj stąd z komputerem
analysis-editor-level = Poziom
analysis-position-texts = Pozycja jako tekst
analysis-copy = Kopiuj
analysis-download = Pobierz
analysis-terms-lead = Pojęcia z instrukcji pokazane na planszy.
analysis-terms-show = Pokaż na planszy
analysis-term-sumito = Sumito
analysis-term-sumito-text = Przewaga w linii, która pozwala przepychać.
analysis-term-pac = Klincz
analysis-term-pac-text = Równe siły naprzeciw siebie: nikt nie może przepychać.
analysis-term-det = Det
analysis-term-det-text = Kula, którą można wypchnąć i której nic nie uratuje; w nowszych instrukcjach: kula pośród grupy przeciwnika.
analysis-term-covered = Osaczona
analysis-term-covered-text = Kula zamknięta; instrukcje różnią się co do tego, przez kogo.
analysis-term-block = Blok
analysis-term-block-text = Rzędy po trzy, które się wspierają.
analysis-term-lance = Lanca
analysis-term-lance-text = Trzy w linii prostej.
analysis-term-arc = Łuk
analysis-term-arc-text = Trzy w łuku.
analysis-term-shield = Tarcza
analysis-term-shield-text = Trzy w trójkącie.
analysis-import-label = Partia lub pozycja, w dowolnym zapisie
analysis-import = Wczytaj
analysis-import-file = Otwórz plik
analysis-import-choose = Partie w tym pliku
analysis-import-private = Partie są czytane i oceniane w twojej przeglądarce; nic nie jest wysyłane.
analysis-export-label = Ta partia jako
analysis-export-plain = Prosta lista
analysis-export-code = Krótki kod
analysis-link = Link do tej pozycji
js-analysis-depth = głębokość { $depth } · { $rate } tys./s
js-analysis-evaluation = Ocena dla czarnych: { $score }
js-analysis-start = Początek
js-analysis-variations =
    { $count ->
        [one] { $count } wariant
        [few] { $count } warianty
       *[many] { $count } wariantów
    }
js-analysis-book = teoria
js-analysis-book-moves = Książka debiutowa:
js-analysis-better = lepiej: { $move }
js-analysis-progress = { $done } z { $all }
js-analysis-flawless = Nie znaleziono złych ruchów.
js-analysis-decisive = Co rozstrzygnęło partię
js-analysis-decisive-none = Żaden pojedynczy ruch nie rozstrzygnął tej partii: nikt nie stracił wiele naraz.
js-analysis-decisive-deeper = Przyczyna leży głębiej: porównaj oba warianty.
js-analysis-decisive-chances-black = Szanse czarnych na wygraną: z { $before }% na { $after }%
js-analysis-decisive-chances-white = Szanse białych na wygraną: z { $before }% na { $after }%
js-analysis-decisive-better = Lepiej:
js-analysis-decisive-allowed = Ruch pozwolił na:
js-analysis-decisive-show = Pokaż na planszy
js-analysis-plies =
    { $count ->
        [one] { $count } półruch
        [few] { $count } półruchy
       *[many] { $count } półruchów
    }
js-analysis-copied = Skopiowano
js-analysis-no-code = Krótki kod istnieje tylko dla partii ze znanych ustawień.
js-analysis-no-game = Nie ma takiej partii.
js-analysis-running = Ta partia jeszcze trwa: będzie można ją analizować, gdy się skończy.
js-analysis-engine-level = Komputer, poziom { $level }
js-analysis-editing = Ustawianie pozycji
js-analysis-editor-count = Czarne { $black }, białe { $white }
js-analysis-editor-none = Każda strona musi mieć co najmniej jedną kulę.
js-analysis-editor-decided = Kto stracił sześć kul, przegrał: partia byłaby skończona.
js-analysis-editor-many = Strona ma najwyżej 14 kul, licząc ze straconymi.
js-analysis-editor-no-move = Strona, która ma ruch, nie może go wykonać: partia byłaby skończona.
js-analysis-editor-no-server = Serwer nie odpowiada: nie można teraz rozpocząć partii.
js-analysis-mark-brilliant = Błyskotliwy ruch
js-analysis-mark-good = Dobry ruch
js-analysis-mark-interesting = Ciekawy ruch
js-analysis-mark-dubious = Wątpliwy ruch
js-analysis-mark-mistake = Błąd
js-analysis-mark-blunder = Poważny błąd
js-analysis-judgement-inaccuracy = Niedokładność
js-analysis-judgement-mistake = Błąd
js-analysis-judgement-blunder = Poważny błąd
js-analysis-verdict = { $name }: { $reasons }.
js-analysis-count-accuracy = Dokładność
js-analysis-count-blunder = Poważne błędy
js-analysis-count-mistake = Błędy
js-analysis-count-inaccuracy = Niedokładności
js-analysis-sense-det-no-escape = nie do uratowania
js-analysis-sense-det-amid-enemies = pośród kul przeciwnika
js-analysis-sense-covered-surrounded = otoczona z sześciu stron
js-analysis-sense-covered-by-enemies = otoczona kulami przeciwnika
js-analysis-sense-covered-immobile = nie może poruszyć się sama
js-analysis-reason-overlooks-win =
    { $moves ->
        [one] przeocza wygraną w { $moves } ruchu
        [few] przeocza wygraną w { $moves } ruchach
       *[many] przeocza wygraną w { $moves } ruchach
    }
js-analysis-reason-allows-win =
    { $moves ->
        [one] pozwala drugiej stronie wygrać w { $moves } ruchu
        [few] pozwala drugiej stronie wygrać w { $moves } ruchach
       *[many] pozwala drugiej stronie wygrać w { $moves } ruchach
    }
js-analysis-reason-draws = dopuszcza do remisu
js-analysis-reason-lets-sumito-through = dopuszcza sumito { $forces } na linii { $line }
js-analysis-reason-walks-into-sumito = wchodzi pod sumito { $forces } na linii { $line }
js-analysis-reason-ejecting = , wypychające { $ejected }
js-analysis-reason-walks-out-of-pac = opuszcza klincz { $forces } na linii { $line }
js-analysis-reason-breaks-lance = rozbija lancę { $line }
js-analysis-reason-abandons-marble = nie ratuje kuli stojącej na { $marble }
js-analysis-reason-leaves-det = zostawia kulę na { $marble } nie do uratowania
js-analysis-reason-loses-marble =
    { $moves ->
        [one] traci kulę z { $marble } w { $moves } ruchu
        [few] traci kulę z { $marble } w { $moves } ruchach
       *[many] traci kulę z { $marble } w { $moves } ruchach
    }
js-analysis-reason-overlooks-ejection = przeocza, że można wypchnąć kulę z { $marble }
js-analysis-reason-overlooks-gain =
    { $moves ->
        [one] przeocza, jak wypchnąć kulę z { $marble } w { $moves } ruchu
        [few] przeocza, jak wypchnąć kulę z { $marble } w { $moves } ruchach
       *[many] przeocza, jak wypchnąć kulę z { $marble } w { $moves } ruchach
    }
js-analysis-reason-overlooks-sumito = przeocza sumito { $forces } na linii { $line }
js-analysis-reason-allows-sumito =
    { $moves ->
        [one] pozwala na sumito { $forces } na linii { $line } w { $moves } ruchu
        [few] pozwala na sumito { $forces } na linii { $line } w { $moves } ruchach
       *[many] pozwala na sumito { $forces } na linii { $line } w { $moves } ruchach
    }
js-analysis-reason-overlooks-plan =
    { $moves ->
        [one] przeocza sumito { $forces } na linii { $line } w { $moves } ruchu
        [few] przeocza sumito { $forces } na linii { $line } w { $moves } ruchach
       *[many] przeocza sumito { $forces } na linii { $line } w { $moves } ruchach
    }
js-analysis-reason-breaks-block = rozbija blok na polach { $cells }
js-analysis-reason-leaves-alone = zostawia samotną kulę na { $marble }
js-analysis-problem-where = Partia { $game }, wiersz { $line }, znak { $character }
js-analysis-problem-nothing = W tym tekście nie ma partii ani pozycji.
js-analysis-problem-link = Link nie zawiera czytelnej pozycji.
js-analysis-problem-no-move = „{ $text }” nie jest ruchem.
js-analysis-problem-no-tag = Ten wiersz zaczyna się jak znacznik, ale nim nie jest.
js-analysis-problem-code = Krótkiego kodu nie da się odczytać.
js-analysis-problem-tag = Wartości znacznika { $text } nie da się odczytać.
js-analysis-problem-start = To ani ustawienie, ani pozycja.
js-analysis-expected-position = Tu powinna być nazwa ustawienia albo pozycja, na przykład 5/6/2ww3/8/9/8/2bb3/6/5 b.
js-analysis-expected-rules = Tu powinny być zasady, na przykład win=6 repetition=3.
js-analysis-expected-result = Tu powinno być 1-0, 0-1, 1/2-1/2 lub *.
js-analysis-expected-name = Tu powinno być aba-pro, nacre lub playstrategy.
js-analysis-expected-tag = Znacznik ma nazwę i wartość w cudzysłowie: { $example }
js-analysis-expected-code = Kod zawiera ustawienie i ruchy: ABAL1:belgian:2a1b23.
js-analysis-problem-results-differ = Wynik w nagłówku i wynik po ruchach są różne.
js-analysis-problem-nothing-to-vary = Wariant musi następować po ruchu.
js-analysis-problem-branch-from-nowhere = Odgałęzienie musi zaczynać się numerem ruchu partii.
js-analysis-problem-not-opened = „)” zamyka wariant, którego nie otwarto.
js-analysis-problem-variation-not-closed = Brakuje „)” przed końcem partii.
js-analysis-problem-comment-not-closed = Komentarz, który się tu zaczyna, nie jest zamknięty.
js-analysis-problem-too-deep = Warianty są zagnieżdżone zbyt głęboko.
js-analysis-problem-too-long = Partia jest za długa.
