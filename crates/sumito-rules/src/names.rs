//! Names as people type them: compared without case, accents, blanks and punctuation.

/// The letters and digits of a name, in lower case and without accents.
pub(crate) fn folded(name: &str) -> impl Iterator<Item = char> {
    // Combining accents are not alphanumeric, so they disappear too.
    let letters = name.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric());
    letters.flat_map(|letter| {
        let plain = match letter {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ą' => 'a',
            'ç' | 'ć' => 'c',
            'è' | 'é' | 'ê' | 'ë' | 'ę' => 'e',
            'ì' | 'í' | 'î' | 'ï' => 'i',
            'ł' => 'l',
            'ñ' | 'ń' => 'n',
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
            'ś' | 'ß' => 's',
            'ù' | 'ú' | 'û' | 'ü' => 'u',
            'ý' | 'ÿ' => 'y',
            'ź' | 'ż' => 'z',
            _ => letter,
        };
        [Some(plain), (letter == 'ß').then_some('s')].into_iter().flatten()
    })
}

/// Whether two names are the same except for case, accents, blanks and punctuation.
pub(crate) fn same_name(a: &str, b: &str) -> bool {
    folded(a).eq(folded(b))
}
