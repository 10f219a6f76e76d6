# Texts of the analysis board.

analysis-title = Analys
analysis-lead = Gör drag på brädet, klistra in ett parti eller en ställning, eller släpp en fil på sidan.
analysis-panels = Paneler
analysis-evaluation = Värdering
analysis-engine = Dator
analysis-lines = Antal varianter
analysis-threat = Hot
analysis-threat-hint = Vad motspelaren skulle spela om det var hens tur
analysis-longer = Tänk längre
analysis-tab-moves = Drag
analysis-tab-report = Rapport
analysis-tab-editor = Ställ upp
analysis-tab-terms = Begrepp
analysis-tab-exchange = Filer
analysis-marks = Märk draget
analysis-comment = Kommentar till draget
analysis-promote = Gör till huvudvariant
analysis-delete = Ta bort härifrån
analysis-keys = Tangenter
analysis-keys-steps = Ett drag tillbaka eller framåt
analysis-keys-variations = Föregående eller nästa variant
analysis-keys-ends = Första eller sista ställningen
analysis-keys-engine = Dator på eller av
analysis-keys-threat = Visa hotet
analysis-report-lead = Datorn bedömer varje drag i partiet och förklarar vad som var fel med de dåliga.
analysis-report-care = Noggrannhet
analysis-report-quick = Snabbt
analysis-report-thorough = Grundligt
analysis-report-start = Analysera partiet
analysis-report-cancel = Avbryt
analysis-report-write = Lägg till i partiet
analysis-chart = Värdering under partiet
analysis-editor-lead = Välj vad du vill lägga och tryck på brädet. Med tangentbordet: piltangenterna flyttar markören, mellanslag lägger en kula eller tar bort den.
analysis-editor-brush = Lägg
analysis-editor-remove = Inget
analysis-editor-clear = Tomt bräde
analysis-editor-swap = Byt färger
analysis-editor-turn = Vid draget
analysis-editor-lost-black = Förlorade av Svart
analysis-editor-lost-white = Förlorade av Vit
analysis-editor-limits = Vad som är tillåtet
analysis-editor-limits-text = Varje sida behöver minst en kula och har högst 14, de förlorade inräknade (en uppställning i vår samling har 15). Den som har förlorat sex har förlorat partiet. Sidan vid draget måste kunna dra.
analysis-editor-analyse = Analysera härifrån
analysis-editor-play = Spela härifrån mot datorn
analysis-editor-level = Nivå
analysis-position-texts = Ställning som text
analysis-copy = Kopiera
analysis-download = Ladda ner
analysis-terms-lead = Regelhäftenas begrepp, visade på brädet.
analysis-terms-show = Visa på brädet
analysis-term-sumito = Sumito
analysis-term-sumito-text = Ett övertag på en linje, så att man kan knuffa.
analysis-term-pac = Låst läge
analysis-term-pac-text = Lika många mot varandra: ingen kan knuffa.
analysis-term-det = Matt
analysis-term-det-text = En kula som kan knuffas ut och inte kan räddas; i de nyare regelhäftena, där ordet är ”det”: en kula mitt i motspelarens grupp.
analysis-term-covered = Täckt
analysis-term-covered-text = En instängd kula; regelhäftena är oense om av vem.
analysis-term-block = Block
analysis-term-block-text = Rader med tre som stöder varandra.
analysis-term-lance = Lans
analysis-term-lance-text = Tre i rak linje.
analysis-term-arc = Båge
analysis-term-arc-text = Tre i en böj.
analysis-term-shield = Sköld
analysis-term-shield-text = Tre i en triangel.
analysis-import-label = Parti eller ställning, i vilken notation som helst
analysis-import = Läs in
analysis-import-file = Öppna en fil
analysis-import-choose = Partier i filen
analysis-import-private = Partier läses och bedöms i din webbläsare; inget skickas.
analysis-export-label = Detta parti som
analysis-export-plain = Enkel lista
analysis-export-code = Kort kod
analysis-link = Länk till ställningen
js-analysis-depth = djup { $depth } · { $rate } k/s
js-analysis-evaluation = Värdering för Svart: { $score }
js-analysis-start = Start
js-analysis-variations =
    { $count ->
        [one] { $count } variant
       *[other] { $count } varianter
    }
js-analysis-book = teori
js-analysis-book-moves = Öppningsbok:
js-analysis-better = bättre: { $move }
js-analysis-progress = { $done } av { $all }
js-analysis-flawless = Inga dåliga drag hittades.
js-analysis-decisive = Vad som avgjorde partiet
js-analysis-decisive-none = Inget enskilt drag avgjorde partiet: ingen gav bort mycket på en gång.
js-analysis-decisive-deeper = Orsaken ligger djupare: jämför de två varianterna.
js-analysis-decisive-chances-black = Svarts vinstchanser: från { $before } % till { $after } %
js-analysis-decisive-chances-white = Vits vinstchanser: från { $before } % till { $after } %
js-analysis-decisive-better = Bättre:
js-analysis-decisive-allowed = Draget tillät:
js-analysis-decisive-show = Visa på brädet
js-analysis-plies = { $count } halvdrag
js-analysis-copied = Kopierat
js-analysis-no-code = Kort kod finns bara för partier från en av de kända uppställningarna.
js-analysis-no-game = Det partiet finns inte.
js-analysis-running = Partiet pågår fortfarande: du kan analysera det när det är slut.
js-analysis-engine-level = Datorn, nivå { $level }
js-analysis-editing = Ställ upp en ställning
js-analysis-editor-count = Svart { $black }, Vit { $white }
js-analysis-editor-none = Varje sida behöver minst en kula.
js-analysis-editor-decided = Den som har förlorat sex kulor har förlorat: partiet skulle vara slut.
js-analysis-editor-many = En sida har högst 14 kulor, de förlorade inräknade.
js-analysis-editor-no-move = Sidan vid draget kan inte dra: partiet skulle vara slut.
js-analysis-editor-no-server = Servern svarar inte: det går inte att skapa ett parti just nu.
js-analysis-mark-brilliant = Lysande drag
js-analysis-mark-good = Bra drag
js-analysis-mark-interesting = Intressant drag
js-analysis-mark-dubious = Tveksamt drag
js-analysis-mark-mistake = Misstag
js-analysis-mark-blunder = Grovt misstag
js-analysis-judgement-inaccuracy = Onoggrannhet
js-analysis-judgement-mistake = Misstag
js-analysis-judgement-blunder = Grovt misstag
js-analysis-verdict = { $name }: { $reasons }.
js-analysis-count-accuracy = Precision
js-analysis-count-blunder = Grova misstag
js-analysis-count-mistake = Misstag
js-analysis-count-inaccuracy = Onoggrannheter
js-analysis-sense-det-no-escape = kan inte räddas
js-analysis-sense-det-amid-enemies = mitt bland motspelarens kulor
js-analysis-sense-covered-surrounded = omgiven på sex sidor
js-analysis-sense-covered-by-enemies = omgiven av motspelarens kulor
js-analysis-sense-covered-immobile = kan inte flytta av egen kraft
js-analysis-reason-overlooks-win =
    { $moves ->
        [one] missar en vinst i { $moves } drag
       *[other] missar en vinst i { $moves } drag
    }
js-analysis-reason-allows-win =
    { $moves ->
        [one] låter motspelaren vinna i { $moves } drag
       *[other] låter motspelaren vinna i { $moves } drag
    }
js-analysis-reason-draws = låter partiet sluta remi
js-analysis-reason-lets-sumito-through = släpper igenom en sumito { $forces } på { $line }
js-analysis-reason-walks-into-sumito = går in i en sumito { $forces } på { $line }
js-analysis-reason-ejecting = , som knuffar ut { $ejected }
js-analysis-reason-walks-out-of-pac = lämnar det låsta läget { $forces } på { $line }
js-analysis-reason-breaks-lance = splittrar lansen { $line }
js-analysis-reason-abandons-marble = räddar inte kulan på { $marble }
js-analysis-reason-leaves-det = lämnar kulan på { $marble } matt
js-analysis-reason-loses-marble =
    { $moves ->
        [one] förlorar kulan på { $marble } i { $moves } drag
       *[other] förlorar kulan på { $marble } inom { $moves } drag
    }
js-analysis-reason-overlooks-ejection = missar att kulan på { $marble } kan knuffas ut
js-analysis-reason-overlooks-gain =
    { $moves ->
        [one] missar att kulan på { $marble } kan knuffas ut i { $moves } drag
       *[other] missar att kulan på { $marble } kan knuffas ut inom { $moves } drag
    }
js-analysis-reason-overlooks-sumito = missar sumiton { $forces } på { $line }
js-analysis-reason-allows-sumito =
    { $moves ->
        [one] tillåter en sumito { $forces } på { $line } i { $moves } drag
       *[other] tillåter en sumito { $forces } på { $line } inom { $moves } drag
    }
js-analysis-reason-overlooks-plan =
    { $moves ->
        [one] missar en sumito { $forces } på { $line } i { $moves } drag
       *[other] missar en sumito { $forces } på { $line } inom { $moves } drag
    }
js-analysis-reason-breaks-block = splittrar blocket på { $cells }
js-analysis-reason-leaves-alone = lämnar kulan på { $marble } ensam
js-analysis-problem-where = Parti { $game }, rad { $line }, tecken { $character }
js-analysis-problem-nothing = Det finns varken parti eller ställning i texten.
js-analysis-problem-link = Länken innehåller ingen läsbar ställning.
js-analysis-problem-no-move = ”{ $text }” är inte ett drag.
js-analysis-problem-no-tag = Raden börjar som en tagg men är ingen.
js-analysis-problem-code = Den korta koden går inte att läsa.
js-analysis-problem-tag = Taggen { $text } har ett oläsligt värde.
js-analysis-problem-start = Det är varken en uppställning eller en ställning.
js-analysis-expected-position = Här ska namnet på en uppställning stå, eller en ställning som 5/6/2ww3/8/9/8/2bb3/6/5 b.
js-analysis-expected-rules = Här ska regler stå, som win=6 repetition=3.
js-analysis-expected-result = Här ska 1-0, 0-1, 1/2-1/2 eller * stå.
js-analysis-expected-name = Här ska aba-pro, nacre eller playstrategy stå.
js-analysis-expected-tag = En tagg har ett namn och ett värde inom citattecken: { $example }
js-analysis-expected-code = En kod har en uppställning och drag: ABAL1:belgian:2a1b23.
js-analysis-problem-results-differ = Resultatet i huvudet skiljer sig från det efter dragen.
js-analysis-problem-nothing-to-vary = En variant måste komma efter ett drag.
js-analysis-problem-branch-from-nowhere = En gren måste börja med numret på ett drag i partiet.
js-analysis-problem-not-opened = ”)” stänger en variant som inte öppnats.
js-analysis-problem-variation-not-closed = ”)” saknas före partiets slut.
js-analysis-problem-comment-not-closed = Kommentaren som börjar här är inte avslutad.
js-analysis-problem-too-deep = Varianterna är för djupt nästlade.
js-analysis-problem-too-long = Partiet är för långt.
