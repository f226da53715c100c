"""A strict subset of YAML, in which all files that people write are read.

It has words, whole numbers, decimals such as 0.8, true, false, null, lists and mappings. What YAML programs
read in different ways is an error: `no`, `on`, 5:30, 2024-01-01, 010 and 0x10 without quotes, a doubled
key; so are anchors, aliases, tags and a second document.
"""

from playroom.strict_yaml.files import (
    HomeFullError,
    NotRegularFileError,
    TooManyPresetsError,
    load,
    load_whole,
    read,
    read_whole,
    system_reason,
    unreadable,
)
from playroom.strict_yaml.page import (
    Key,
    Page,
    PageError,
    Reason,
    Value,
    as_written,
    nearest_word,
    one_line,
    quoted,
    reason,
    unknown_key,
)

__all__ = [
    "HomeFullError",
    "Key",
    "NotRegularFileError",
    "Page",
    "PageError",
    "Reason",
    "TooManyPresetsError",
    "Value",
    "as_written",
    "load",
    "load_whole",
    "nearest_word",
    "one_line",
    "quoted",
    "read",
    "read_whole",
    "reason",
    "system_reason",
    "unknown_key",
    "unreadable",
]
