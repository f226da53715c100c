"""Languages on their way to and from translators: PO files, and the checks of a language."""
