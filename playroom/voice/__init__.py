"""Speech: the texts, their order and times, and the backends that speak them."""
