"""Twenty-five texts that would be markup if anybody forgot to escape them."""

TAG, ATTRIBUTE = "zqtag", "onzqevent"  # no page of ours has such an element or attribute
PAYLOADS = [
    f"<{TAG}>", f"</td><{TAG}>", f'"><{TAG}>', f"'><{TAG}>", f"</textarea><{TAG}>", f"</title><{TAG}>",
    f"</script><{TAG}>", f"</style><{TAG}>", f"--><{TAG}>", f"]]><{TAG}>", f"</option></select><{TAG}>",
    f'" {ATTRIBUTE}="1', f"' {ATTRIBUTE}='1", f"x {ATTRIBUTE}=1 x", f'`"{ATTRIBUTE}=1',
    f"<img {ATTRIBUTE}=1>", f"<svg/{ATTRIBUTE}=1>", f"<a href=javascript:1 {ATTRIBUTE}=1>",
    f"&lt;{TAG}&gt;", f"&#60;{TAG}&#62;",
    f"%3C{TAG}%3E", f"\\u003c{TAG}\\u003e", f"{{{{ {TAG} }}}}{{% {TAG} %}}", f"<!--<{TAG}>-->",
    f"<{TAG.upper()} {ATTRIBUTE.upper()}=1>",
]  # fmt: skip
