"""What every place uses, whatever is played: the room, lists, questions, speech, history, scanning."""
