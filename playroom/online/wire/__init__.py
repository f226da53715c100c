"""The language of client and server: messages, codes and limits, and the state that both fold."""
