"""Examples of rules: positions with moves, validated by the rules."""
