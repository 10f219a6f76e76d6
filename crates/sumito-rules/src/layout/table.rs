//! The layouts themselves.

use super::Layout;

const GYM: &str = "gym-abalone";
const KAA: &str = "KAA";
const PLAYSTRATEGY: &str = "PlayStrategy";
const ABALASSEMBLY: &str = "Abalassembly";
const ARENA: &str = "Board Game Arena";
const OLYMPIAD: &str = "Mind Sports Olympiad";
const PRINTED: &str = "the printed rules";

/// The two collections that hold most layouts, so they need not be named each time.
pub(super) const COLLECTIONS: &[&str] = &[GYM, KAA];

impl Layout {
    /// The start of the printed rules (R3).
    pub const STANDARD: Layout = Layout::new("standard", "Standard", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb")
        .aliases(&["Classic", "Classical", "Position standard"])
        .by("Lalet & Lévi")
        .used_by(&[GYM, KAA, PLAYSTRATEGY, ABALASSEMBLY, ARENA, PRINTED])
        .note("The start of every rule book. Strong players often draw from it.");

    /// The start of most tournaments: two flowers of each color in the corners.
    pub const BELGIAN_DAISY: Layout =
        Layout::new("belgian-daisy", "Belgian Daisy", "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww")
            .aliases(&["Belgian", "Marguerite belge", "Daisy", "World Championship position"])
            .by("Belgian Federation of Abalone / MSO 1999 petition")
            .used_by(&[GYM, KAA, PLAYSTRATEGY, ABALASSEMBLY, ARENA, OLYMPIAD])
            .note("The start of most tournaments since 1999.");

    /// Like the Belgian Daisy, with the flowers a row further in.
    pub const GERMAN_DAISY: Layout =
        Layout::new("german-daisy", "German Daisy", "5/ww2bb/www1bbb/1ww2bb1/9/1bb2ww1/bbb1www/bb2ww/5")
            .aliases(&["German", "Marguerite allemande"])
            .by("3-2-one.com")
            .used_by(&[GYM, KAA, PLAYSTRATEGY, ABALASSEMBLY, ARENA]);
}

pub(super) static ALL: [Layout; 75] = [
    Layout::STANDARD,
    Layout::BELGIAN_DAISY,
    Layout::GERMAN_DAISY,
    Layout::new("dutch-daisy", "Dutch Daisy", "ww1bb/wbwbwb/1ww1bb1/8/9/8/1bb1ww1/bwbwbw/bb1ww")
        .aliases(&["Dutch", "Marguerite hollandaise"])
        .by("3-2-one.com (Aba-Pro 4.7)")
        .used_by(&[GYM, KAA, PLAYSTRATEGY, ABALASSEMBLY])
        .note("A Belgian Daisy whose flowers have an opposing marble at the heart."),
    Layout::new("swiss-daisy", "Swiss Daisy", "5/ww2bb/wbw1bwb/1ww2bb1/9/1bb2ww1/bwb1wbw/bb2ww/5")
        .aliases(&["Swiss", "Marguerite suisse"])
        .by("3-2-one.com (Aba-Pro 4.7)")
        .used_by(&[GYM, KAA, PLAYSTRATEGY, ABALASSEMBLY])
        .note("A German Daisy whose flowers have an opposing marble at the heart."),
    Layout::new("french-daisy", "French Daisy", "5/2bb2/2bbb2/1wwbbww1/1www1www1/1wwbbww1/2bbb2/2bb2/5")
        .aliases(&["Marguerite française"])
        .by("Goa"),
    Layout::new("irish-daisy", "Irish Daisy", "5/2ww2/2wbw2/1bbwwbb1/1bwb1bwb1/1bbwwbb1/2wbw2/2ww2/5")
        .aliases(&["Marguerite irlandaise"])
        .by("Joey"),
    Layout::new("scottish-daisy", "Scottish Daisy", "wb1wb/bwwbbw/1wb1wb1/8/9/8/1bw1bw1/wbbwwb/bw1bw")
        .aliases(&["Marguerite écossaise"])
        .by("LGB Prod."),
    Layout::new("true-daisy", "True Daisy", "ww3/www1ww/1ww1www/3b1ww1/4bb3/4b3/b2b3/b1b2b/bbbbb")
        .aliases(&["La vraie marguerite"])
        .by("Flodelarab"),
    Layout::new("austrian-daisy", "Austrian Daisy", "5/ww2bb/bbb1www/1ww2bb1/9/1bb2ww1/www1bbb/bb2ww/5")
        .aliases(&["Marguerite autrichienne"])
        .by("LGB Prod.")
        .used_by(&[KAA])
        .single_source(),
    Layout::new("korean-daisy", "Korean Daisy", "ww1bb/wwwbbb/1wb1wb1/8/9/8/1bw1bw1/bbbwww/bb1ww")
        .aliases(&["Marguerite coréenne"])
        .by("saabalone")
        .used_by(&[KAA])
        .single_source(),
    Layout::new("alien-attack", "Alien Attack", "b1b1b/1bwwb1/1bwbwb1/3bb3/9/3ww3/1wbwbw1/1wbbw1/w1w1w")
        .aliases(&["Alien"])
        .by("3-2-one.com (attribution uncertain)")
        .used_by(&[GYM, KAA, PLAYSTRATEGY]),
    Layout::new("aliening", "Aliening", "2w2/1bbbb1/1b1w1b1/bwb2bwb/9/wbw2wbw/1w1b1w1/1wwww1/2b2")
        .aliases(&["Alienage", "Aliennage"])
        .by("Frank66"),
    Layout::new("alitration", "Alitration", "1wbw1/2bb2/w1bwb1w/1wb2bw1/9/1bw2wb1/b1wbw1b/2ww2/1bwb1").by("Joey"),
    Layout::new("alliances", "Alliances", "5/1wwbb1/1w1wbb1/1w1bw1b1/1w1b1w1b1/1w1bw1b1/1wwb1b1/1wwbb1/5")
        .aliases(&["Wedding rings", "Aliances"])
        .by("Loulei"),
    Layout::new("anglattack", "Anglattack", "ww1bb/wb2wb/2b1w2/8/wbbw1bwwb/8/2b1w2/wb2wb/ww1bb").by("saabalone"),
    Layout::new("april-fish", "April Fish", "w1www/1wwwbw/1w1www1/4w3/9/3b4/1bbb1b1/bwbbb1/bbb1b")
        .aliases(&["Poissons d'avril"])
        .by("LGB Prod."),
    Layout::new("atomouche", "Atomouche", "bw3/w2bwb/2b4/b1w4w/w2b1w2b/b4b1w/4w2/wbw2b/3bw").aliases(&["L'Atomouche"]).by("Johy"),
    Layout::new("buttonhole", "Buttonhole", "5/1wwbb1/7/bb1wb1ww/bwbw1bwbw/bb1wb1ww/7/1wwbb1/5")
        .aliases(&["Boutonnière"])
        .by("Frank66"),
    Layout::new("centrifuge", "Centrifuge", "1www1/b4b/bb1w1bb/bb4bb/9/ww4ww/ww1b1ww/w4w/1bbb1")
        .aliases(&["Centrifugeuse"])
        .by("Flodelarab"),
    Layout::new("checkerboard", "Checkerboard", "5/bwbwbw/7/wbwbwbwb/9/bwbwbwbw/7/wbwbwb/5")
        .aliases(&["Damier", "Checkered"])
        .by("Goa")
        .used_by(&[GYM, KAA, PLAYSTRATEGY]),
    Layout::new("clearing", "The Clearing", "bwbwb/w4w/1b2w1b/bw5w/w7b/b5bw/w1b2w1/b4b/wbwbw")
        .aliases(&["La clairière"])
        .used_by(&[PLAYSTRATEGY])
        .single_source()
        .note("Known from PlayStrategy alone."),
    Layout::new("corners", "Corners", "bb1ww/bw2bw/7/w2b3b/wb5wb/w3w2b/7/bw2bw/bb1ww").aliases(&["Coins"]).by("Frank66"),
    Layout::new("cross", "Cross", "bb1ww/b1bw1w/1b3w1/2b1ww2/3b1w3/2bb1w2/1b3w1/b1bw1w/bb1ww").aliases(&["Croix"]).by("Goa"),
    Layout::new("crossed-hearts", "Crossed Hearts", "bb1bb/b1bb1b/1b3b1/2b1wb2/3b1w3/2wb1w2/1w3w1/w1ww1w/ww1ww")
        .aliases(&["Cœurs croisés"])
        .by("Loulei + Goa"),
    Layout::new("crown", "Crown", "2b2/b1bb1b/1bbwbb1/2bbbb2/9/2wwww2/1wwbww1/w1ww1w/2w2").aliases(&["Couronne"]).by("Joey"),
    Layout::new("def-or-atak", "Def or Atak", "5/bwb2w/bbbb1wb/2b2www/1w7/www2b2/bw2bb1/ww1bwb/5")
        .aliases(&["Défense ou attaque"])
        .by("Saxo"),
    Layout::new("domination", "Domination", "5/w4b/ww3bb/wwww1bbb/3b1b3/bbb1wwww/bb3ww/b4w/5"),
    Layout::new("domination-vs-daisy", "Domination vs Daisy", "5/ww3b/www2bb/1ww2bbb/3b1b3/bbb2ww1/bb2www/b3ww/5")
        .aliases(&["Domination contre marguerite"])
        .by("Goa"),
    Layout::new("duel", "Duel", "1w1b1/wwwbbb/2w1b2/b6w/bb5ww/b6w/2w1b2/wwwbbb/1w1b1").by("Frank66").used_by(&[
        GYM,
        KAA,
        PLAYSTRATEGY,
    ]),
    Layout::new("face-to-face", "Face to Face", "5/6/ww3bb/www2bbb/wwww1bbbb/www2bbb/ww3bb/6/5")
        .aliases(&["Face 2 Face", "Face à face"])
        .by("3-2-one.com"),
    Layout::new("food-mill", "Food Mill", "w2bb/wb1ww1/1b5/4b1bw/bw1w1w1bw/bw1b4/5w1/1bb1wb/ww2b")
        .aliases(&["Moulinette"])
        .by("LGB Prod."),
    Layout::new("forcing", "Forcing", "5/6/2w1b2/bwwwbbbw/bbbw1bwww/bwwwbbbw/2w1b2/6/5").aliases(&["Forçage"]).by("Frank66"),
    Layout::new("fracture", "Fracture", "2b2/2w3/2w1bbb/2w1bwww/1bww1bbw1/bbbw1b2/www1b2/3b2/2w2").by("Laurent Pagli (Lolo)"),
    Layout::new("french-king-cake", "French King Cake", "w1bbb/w1b3/w4ww/1ww2w1w/b7w/b1b2bb1/bb4b/3w1b/www1b")
        .aliases(&["Galette"])
        .by("LGB Prod."),
    Layout::new("fujiyama", "Fujiyama", "wwwww/1wbbw1/2wbw2/3ww3/9/3bb3/2bwb2/1bwwb1/bbbbb").by("LGB Prod. / 3-2-one.com"),
    Layout::new("horseshoes", "Horseshoes", "bbwww/b1b2w/b1bwww1/2b5/9/5b2/1wwwb1b/w2b1b/wwwbb")
        .aliases(&["Fers à cheval"])
        .by("LGB Prod."),
    Layout::new("robot", "I'm a Robot", "bbbbb/w1bb1w/1w1w1w1/2wbbw2/4b4/1bbwwbb1/3w3/2ww2/1w1w1")
        .aliases(&["Je suis un robot"])
        .by("Johy"),
    Layout::new("infiltralien", "Infiltralien", "wbwbw/1wwww1/2bbb2/3ww3/9/3bb3/2www2/1bbbb1/bwbwb"),
    Layout::new("infiltration", "Infiltration", "1bwb1/1bbbb1/1bwbwb1/1b4b1/9/1w4w1/1wbwbw1/1wwww1/1wbw1"),
    Layout::new("intimidation", "Intimidation", "1www1/b1ww2/bbwww2/bbb5/9/5www/2bbbww/2bb1w/1bbb1").by("Rebel"),
    Layout::new("labyrinth", "Labyrinth", "2bwb/1w3b/1wbw2b/1w2w2w/1w1b1w1b1/b2b2b1/w2bwb1/w3b1/wbw2")
        .aliases(&["Labyrinthe"])
        .by("Joey"),
    Layout::new("mosaic", "Mosaic", "wwwww/1bbbb1/2www2/3bb3/9/3ww3/2bbb2/1wwww1/bbbbb").aliases(&["Mosaïque"]).by("Rebel"),
    Layout::new("neko", "Neko", "2www/2wb1w/2wwwbw/5ww1/2b3w2/1bb5/bwbbb2/b1wb2/bbb2").by("LGB Prod."),
    Layout::new("octopus", "Octopus", "wbw2/b1w3/wwbwww1/2w3b1/2w3b2/1w3b2/1bbbwbb/3b1w/2bwb")
        .aliases(&["Pieuvre"])
        .by("Frank66"),
    Layout::new("papillons", "Papillons", "1b1ww/b1wb1w/1w3bb/wb5w/w7b/b5wb/ww3b1/b1wb1w/bb1w1")
        .aliases(&["Butterflies"])
        .used_by(&[PLAYSTRATEGY])
        .single_source()
        .note("Known from PlayStrategy alone."),
    Layout::new("pyramid", "Pyramid", "w4/ww4/www4/wwww4/wwww1bbbb/4bbbb/4bbb/4bb/4b").aliases(&["Pyramide"]),
    Layout::new("six-nine", "6-9", "5/wwwwww/wbw3w/1ww2ww1/9/1bb2bb1/b3bwb/bbbbbb/5").by("Frank66"),
    Layout::new("slaloms", "Slaloms", "1wwww/1w4/2wwwww/7w/1bbb1www1/b7/bbbbb2/4b1/bbbb1").aliases(&["Slalom"]).by("LGB Prod."),
    Layout::new("snakes", "Snakes", "bbbbb/b5/b6/b2bbww1/1b1b1w1w1/1bbww2w/6w/5w/wwwww")
        .aliases(&["Serpents"])
        .by("ML")
        .note("PlayStrategy calls another layout Snakes: see `snakes-variant`."),
    Layout::new("snowflake", "Snowflake", "1b1w1/bw2bw/2w1b2/w2bw2b/1wb3wb1/w2wb2b/2w1b2/bb2ww/1b1w1")
        .aliases(&["Flocons de neige"])
        .by("saabalone"),
    Layout::new("spider", "Spider", "w3w/1w2w1/2w1w2/2wwww2/bbbb1wwww/2bbbb2/2b1b2/1b2b1/b3b")
        .aliases(&["Araignée"])
        .by("Frank66"),
    Layout::new("the-wall", "The Wall", "2w2/6/1wwwww1/wwwwwwww/9/bbbbbbbb/1bbbbb1/6/2b2")
        .aliases(&["Le mur"])
        .by("3-2-one.com")
        .used_by(&[GYM, KAA, PLAYSTRATEGY]),
    Layout::new("tinsels", "Tinsels", "1bwbw/1w4/2bwbwb/7w/1wbw1bwb1/b7/wbwbw2/4b1/bwbw1")
        .aliases(&["Guirlandes"])
        .by("LGB Prod."),
    Layout::new("trench", "Trench", "5/wwwwww/1bbbbb1/2www3/9/3bbb2/1wwwww1/bbbbbb/5").aliases(&["Tranchée"]).by("Rebel"),
    Layout::new("wheel", "Wheel", "w3w/1w2w1/2w1w2/2wbwb2/bbwb1wbww/2wbwb2/2b1b2/1b2b1/b3b").aliases(&["Roue"]).by("Frank66"),
    Layout::new("windmill", "Windmill", "w2bb/ww1bb1/1w5/4b1ww/bb1w1w1ww/bb1b4/5b1/1ww1bb/ww2b")
        .aliases(&["Moulin"])
        .by("LGB Prod."),
    Layout::new("xmas-star", "Xmas Star", "2w2/2ww2/bbw1bbb/1bb2bb1/2b3w2/1ww2ww1/www1bww/2bb2/2b2")
        .aliases(&["Étoile de Noël"])
        .by("Gramgroum"),
    Layout::new("wrestlers", "Wrestlers", "2www/1bbb1w/3bbbw/5bb1/1w5b1/1ww5/bwww3/b1www1/bbb2")
        .aliases(&["Catcheurs"])
        .by("LGB Prod.")
        .used_by(&[KAA])
        .single_source(),
    Layout::new("deckchairs", "Deckchairs", "2w2/1b1www/w1b3w/1w1bbb1w/2w3b2/b1www1b1/b3w1b/bbb1w1/2b2")
        .aliases(&["Chaises longues"])
        .by("LGB Prod.")
        .used_by(&[KAA])
        .single_source(),
    Layout::new("cobras", "Cobras", "wwww1/w3ww/1www2w/3ww1w1/9/1b1bb3/b2bbb1/bb3b/1bbbb")
        .by("LGB Prod.")
        .used_by(&[KAA])
        .single_source(),
    Layout::new("star", "Star", "b3w/1w2b1/w1b1w1b/3wb3/wbwb1wbwb/3wb3/w1b1w1b/1w2b1/b3w")
        .aliases(&["Étoile"])
        .by("Goa")
        .used_by(&[GYM, PLAYSTRATEGY, KAA])
        .note("KAA lacks the black marble on h8; the other two encodings agree."),
    Layout::new("snakes-variant", "Snakes (variant)", "bbbbb/b5/b6/b1wwwww1/1b5w1/1bbbbb1w/6w/5w/wwwww")
        .aliases(&["Serpents (variante)"])
        .by("Laurent Bodini")
        .used_by(&[PLAYSTRATEGY, KAA, GYM])
        .note("What PlayStrategy calls Snakes. gym-abalone lacks the marble on d6, which its picture shows."),
    Layout::new("oath", "Oath", "w3b/1wwbb1/1w3b1/1b1wb1w1/bb5ww/1b1bw1w1/1w3b1/1wwbb1/w3b")
        .aliases(&["Serment"])
        .by("LGB Prod.")
        .used_by(&[GYM])
        .single_source()
        .note("As pictured. KAA has twelve a side, without d4, d5, f5 and f6."),
    Layout::new("mquorric-1", "MQuorric 1", "5/1bbb2/1bwwb2/1bwwwb2/2bwwb3/2bbb3/4wbw/3bww/2www")
        .by("MQuorric")
        .used_by(&[GYM])
        .single_source()
        .note("As pictured. KAA has the same shape one row higher."),
    Layout::new("sibe", "Sibe", "wwwbb/w4b/w5b/w2bw2b/w2b1w2b/w2bw2b/w5b/w4b/wwbbb").used_by(&[GYM]).single_source(),
    Layout::new("the-arrow", "The Arrow", "bbww1/bb4/w1bww2/w1wbb3/2wbww3/3wb3/4bw1/3wbb/3bb")
        .used_by(&[GYM])
        .single_source()
        .note("White starts with one marble less, as pictured."),
    Layout::new("ap10-faille-01", "Ap10 Faille 01", "wwwww/wbbbb1/1bbb3/2b5/9/5w2/3www1/1wwwwb/bbbbb")
        .by("saabalone")
        .used_by(&[KAA])
        .single_source()
        .note("A study against the program Aba-Pro."),
    Layout::new("ap10-faille-02", "Ap10 Faille 02", "wwwww/1bbbbw/2bbbb1/8/9/8/2wwww1/1wwwwb/bbbbb")
        .by("saabalone")
        .used_by(&[KAA])
        .single_source()
        .note("A study against the program Aba-Pro."),
    Layout::new("ap10-faille-03", "Ap10 Faille 03", "wwwww/wbbbb1/1bb1bb1/8/9/8/1ww1ww1/1wwwwb/bbbbb")
        .by("saabalone")
        .used_by(&[KAA])
        .single_source()
        .note("A study against the program Aba-Pro."),
    Layout::new("ap10-faille-04", "Ap10 Faille 04", "wwww1/wwbbb1/1bbb3/1bb5/9/1ww5/1www3/bbwww1/bbbb1")
        .by("saabalone")
        .used_by(&[KAA])
        .single_source()
        .note("A study against the program Aba-Pro."),
    Layout::new("ap10-faille-05", "Ap10 Faille 05", "2www/2bbbw/3bbbw/5bbw/9/1ww5/bwww3/bwww2/bbbb1")
        .by("saabalone")
        .used_by(&[KAA])
        .single_source()
        .note("A study against the program Aba-Pro."),
    Layout::new("ap10-faille-06", "Ap10 Faille 06", "www2/wwbb2/wbbb3/1b1b4/1b7/4www1/4wwb/1wwwbb/2bbb")
        .by("saabalone")
        .used_by(&[KAA])
        .single_source()
        .note("A study against the program Aba-Pro."),
    Layout::new("ap10-faille-07", "Ap10 Faille 07", "wwwww/1bbwb1/2bbb2/3b4/3b1w3/4w3/2www2/1wbww1/bbbbb")
        .by("saabalone")
        .used_by(&[KAA])
        .single_source()
        .note("A study against the program Aba-Pro."),
    Layout::new("discovery", "Discovery", "ww3/www3/1ww4/8/9/8/1bb4/bbb3/bb3")
        .aliases(&["Découverte"])
        .by("Abalassembly")
        .used_by(&[ABALASSEMBLY])
        .single_source()
        .note("Half a Belgian Daisy, for beginners."),
];
