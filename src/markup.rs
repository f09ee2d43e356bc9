//! Texts in HTML, XML and SVG.

/// A text as it can stand in an element or an attribute: on one line, and nothing in it is markup.
pub fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '&' => written.push_str("&amp;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            // Most of them are no characters of XML at all.
            c if c.is_control() => written.push(' '),
            c => written.push(c),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_gets_out_of_its_place() {
        assert_eq!(escaped("<a \"b\" 'c' & d\n\u{0}ñ>"), "&lt;a &quot;b&quot; &#39;c&#39; &amp; d  ñ&gt;");
    }
}
