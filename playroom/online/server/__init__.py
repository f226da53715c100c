"""The server of shared tables: decides, appends, acknowledges, and sends each person what they may know."""
