"""One table of a server: the decisions on commands, bots and absences, and what each person is sent."""
