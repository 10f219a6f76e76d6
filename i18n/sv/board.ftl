# Texts of the board and its settings.

js-board-title = Bräde
js-board-keys = Piltangenterna flyttar markören, mellanslag väljer. { $keys } flyttar i en riktning. Enter bekräftar, Escape avbryter. P läser upp ställningen, L det senaste draget.
# The keys are read by their places on the keyboard; these are their names on the usual one, where a browser does not say.
js-board-direction-keys = W E A D Z X
js-board-row = Rad { $row }: { $marbles }.
js-board-row-black = svarta { $digits }
js-board-row-white = vita { $digits }
js-board-lost = Förlorade kulor: Svart { $black }, Vit { $white }.
js-board-count =
    { $count ->
        [one] { $count } möjligt drag
       *[other] { $count } möjliga drag
    }
js-board-move = { $color }: { $kind }, { $from } till { $to }
js-board-kind-single = en kula
js-board-kind-inline-2 = två i linjeflytt
js-board-kind-inline-3 = tre i linjeflytt
js-board-kind-broadside-2 = två i sidoflytt
js-board-kind-broadside-3 = tre i sidoflytt
js-board-kind-sumito-2-1 = sumito två mot en
js-board-kind-sumito-3-1 = sumito tre mot en
js-board-kind-sumito-3-2 = sumito tre mot två
js-board-kind-ejection-2-1 = sumito två mot en, en kula knuffas ut
js-board-kind-ejection-3-1 = sumito tre mot en, en kula knuffas ut
js-board-kind-ejection-3-2 = sumito tre mot två, en kula knuffas ut
js-board-play = Spela draget
js-board-cancel = Avbryt
js-board-ask = { $move }: Enter spelar draget, Escape avbryter
js-board-premove = { $move } spelas när det blir din tur
js-board-premove-cancel = Ångra förhandsdraget
js-board-premove-gone = Förhandsdraget är inte längre möjligt.
js-board-typed-form = Ett drag skrivs med två eller tre utrymmen från a1 till i9, till exempel a1b2 eller c3c5d4.
js-board-typed-none = { $text } är inte ett tillåtet drag här, i någon notation.
js-settings-title = Inställningar
js-settings-close = Stäng
js-setting-on = På
js-setting-off = Av
js-setting-marbles = Kulor och bräde
js-setting-marbles-classic = Trä
js-setting-marbles-light = Ljust
js-setting-marbles-dark = Skiffer
js-setting-marbles-high-contrast = Hög kontrast
js-setting-marbles-color-blind = Blått och gult
js-setting-marbles-print = Papper
js-setting-animation = Animering
js-setting-animation-normal = Normal
js-setting-animation-fast = Snabb
js-setting-animation-slow = Långsam
js-setting-sounds = Ljud
js-setting-coordinates = Koordinater
js-setting-signs = Tecken på kulorna
js-setting-confirm = Bekräfta varje drag
js-setting-premove = Förhandsdrag: välj ett drag medan motspelaren tänker
js-setting-notation = Notation
js-setting-turn = Vrid brädet
js-setting-chat = Chatt med motspelaren
js-board-theirs = Det där är motspelarens kulor. Välj dina egna.
js-board-stuck = Kulan på { $cell } kan inte flyttas nu. Prova tillsammans med grannarna.
