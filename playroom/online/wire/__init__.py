"""What a client and a server say to each other: messages, codes and limits, and the state that both fold."""
